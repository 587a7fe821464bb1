//! Turns: pawns placed, tiles drawn, shown and laid, and the count at the end.

mod refusal;

use super::action::{Action, NUM_ACTIONS};
use super::position::pieces::{Board, Piece, TILES, Tile};
use super::position::{Hand, Position, Reserve, material};
use crate::error::ParseError;
use crate::game::{self, Game, Info, MAX_PLAYERS, Player, Returns, Turn};
use crate::options::{OptionInfo, Options};

impl Position {
    /// The kinds that chance can show.
    #[inline]
    pub(super) fn outcomes(&self) -> impl Iterator<Item = Tile> {
        Tile::all().filter(|&tile| self.unseen(tile) > 0)
    }

    #[inline]
    pub(super) fn can_place_pawn(&self) -> bool {
        self.pawns_left(self.side) > 0
    }

    #[inline]
    pub(super) fn can_draw(&self) -> bool {
        self.reserve.left(self.side) > 0
    }

    /// OSIRIS-R3: who has neither pawns nor tiles passes. Own reserves are never used up like that:
    /// each player has more pieces than turns.
    #[inline]
    pub(super) fn must_pass(&self) -> bool {
        !self.can_place_pawn() && !self.can_draw()
    }

    #[inline]
    pub(super) fn next_side(&self) -> Player {
        let following = self.side.index() + 1;
        Player::new(if following < self.players() { following } else { 0 })
    }

    fn everyone(&self) -> impl Iterator<Item = Player> + use<> {
        (0..usize::from(self.players)).map(Player::new)
    }

    pub(super) fn totals(&self) -> Vec<i32> {
        self.everyone().map(|player| self.board.points(player)).collect()
    }

    /// The players with the highest total; equal totals share the win.
    pub(super) fn leaders(&self) -> impl Iterator<Item = Player> {
        let totals = self.totals();
        let highest = totals.iter().copied().max();
        self.everyone().zip(totals).filter(move |&(_, total)| Some(total) == highest).map(|(player, _)| player)
    }
}

impl Game for Position {
    type Action = Action;

    const INFO: Info = Info {
        name: "isis-osiris",
        title: "ISIS & OSIRIS",
        options: &[
            OptionInfo { name: "players", default: "2", help: "how many take part: 2 to 4" },
            OptionInfo { name: "first", default: "1", help: "who begins: 1 to the number of players" },
            OptionInfo {
                name: "common",
                default: "false",
                help: "whether all draw from one common pile of tiles (variant II): `true` or `false`",
            },
        ],
        players: (2, MAX_PLAYERS),
        num_actions: NUM_ACTIONS,
        has_chance: true,
    };

    fn start(options: &Options) -> Result<Self, ParseError> {
        let players = options.number("players", 2, 2..=MAX_PLAYERS)?;
        // OSIRIS-R4: who begins is an option.
        let first = options.number("first", 1, 1..=players)?;
        let common = options.flag("common", false)?;
        let (pawns, tiles) = material(players);
        let each = |pieces: u8| std::array::from_fn(|player| if player < players { pieces } else { 0 });
        Ok(Self {
            board: Board::default(),
            players: players as u8,
            pawns: each(pawns),
            reserve: if common { Reserve::Common(TILES) } else { Reserve::Own(each(tiles)) },
            side: Player::new(first - 1),
            hand: Hand::Empty,
        })
    }

    fn players(&self) -> usize {
        self.players.into()
    }

    fn turn(&self) -> Turn {
        if self.board.empty().is_empty() {
            Turn::Over
        } else if self.hand == Hand::Covered {
            Turn::Chance
        } else {
            Turn::Player(self.side)
        }
    }

    fn turn_owner(&self) -> Option<Player> {
        (!self.board.empty().is_empty()).then_some(self.side)
    }

    #[inline(always)]
    fn each_action(&self, mut visit: impl FnMut(Action)) {
        let empty = self.board.empty();
        if empty.is_empty() {
            return;
        }
        match self.hand {
            Hand::Empty => {
                if self.can_place_pawn() {
                    for cell in empty {
                        visit(Action::PlacePawn(cell));
                    }
                }
                if self.can_draw() {
                    visit(Action::Draw);
                }
                if self.must_pass() {
                    visit(Action::Pass);
                }
            }
            Hand::Covered => self.outcomes().map(Action::Show).for_each(visit),
            Hand::Shown(_) => empty.iter().map(Action::PlaceTile).for_each(visit),
        }
    }

    fn is_legal(&self, action: Action) -> bool {
        let empty = self.board.empty();
        match (self.hand, action) {
            (Hand::Empty, Action::PlacePawn(cell)) => self.can_place_pawn() && empty.contains(cell),
            (Hand::Empty, Action::Draw) => self.can_draw() && !empty.is_empty(),
            (Hand::Empty, Action::Pass) => self.must_pass() && !empty.is_empty(),
            (Hand::Covered, Action::Show(tile)) => self.unseen(tile) > 0 && !empty.is_empty(),
            (Hand::Shown(_), Action::PlaceTile(cell)) => empty.contains(cell),
            _ => false,
        }
    }

    fn why_not(&self, action: Action) -> String {
        refusal::why(self, action)
    }

    #[inline]
    fn play(&self, action: Action) -> Self {
        let mut next = *self;
        match action {
            Action::Draw => {
                next.reserve.take(self.side);
                next.hand = Hand::Covered;
                return next;
            }
            Action::Show(tile) => {
                next.hand = Hand::Shown(tile);
                return next;
            }
            Action::PlacePawn(cell) => {
                next.board.lay(cell, Piece::Pawn(self.side));
                if let Some(pawns) = next.pawns.get_mut(self.side.index()) {
                    *pawns = pawns.saturating_sub(1);
                }
            }
            Action::PlaceTile(cell) => {
                if let Hand::Shown(tile) = self.hand {
                    next.board.lay(cell, Piece::Tile(tile));
                }
                next.hand = Hand::Empty;
            }
            Action::Pass => {}
        }
        next.side = self.next_side();
        next
    }

    fn probability(&self, outcome: Action) -> (u32, u32) {
        match outcome {
            // OSIRIS-R2: every unseen tile is as likely as any other, wherever it lies.
            Action::Show(tile) if self.is_legal(outcome) => {
                (self.unseen(tile).into(), u32::from(TILES).saturating_sub(self.board.tiles().len()))
            }
            _ => (0, 1),
        }
    }

    fn returns(&self) -> Returns {
        match self.turn() {
            Turn::Over => game::shared_win(self.players(), self.leaders()),
            _ => Returns::default(),
        }
    }

    fn scores(&self) -> Option<Vec<i32>> {
        Some(self.totals())
    }
}
