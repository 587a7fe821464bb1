//! Turns: pawns placed, tiles drawn, shown and placed, and the count at the end.

use super::board::{Board, CELLS, Piece, TILES, Tile};
use super::lines;
use crate::count::Count;
use crate::describe::{Describe, State};
use crate::error::{Error, ParseError};
use crate::field::{Field, FieldSet};
use crate::game::{self, Game, GameAction, Info, MAX_PLAYERS, Player, Returns, Turn};
use crate::options::{OptionInfo, Options};

/// One ply: what a player decides, or what chance shows.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Ply {
    /// A pawn is placed on this cell.
    PlacePawn(Field),
    /// The tile in hand is placed on this cell.
    PlaceTile(Field),
    /// Chance: the drawn tile is of this kind.
    Show(Tile),
    /// A tile is taken from the reserve.
    Draw,
    /// Neither pawns nor tiles are left to the player.
    Pass,
}

const FIRST_TILE: usize = CELLS;
const FIRST_SHOW: usize = FIRST_TILE + CELLS;
const DRAW: usize = FIRST_SHOW + Tile::KINDS;
const PASS: usize = DRAW + 1;

impl GameAction for Ply {
    fn index(self) -> usize {
        match self {
            Self::PlacePawn(cell) => cell.index(),
            Self::PlaceTile(cell) => FIRST_TILE + cell.index(),
            Self::Show(tile) => FIRST_SHOW + tile.index(),
            Self::Draw => DRAW,
            Self::Pass => PASS,
        }
    }

    fn from_index(index: usize) -> Option<Self> {
        match index {
            0..FIRST_TILE => Field::new(index).map(Self::PlacePawn),
            FIRST_TILE..FIRST_SHOW => Field::new(index - FIRST_TILE).map(Self::PlaceTile),
            FIRST_SHOW..DRAW => Tile::new(index - FIRST_SHOW).map(Self::Show),
            DRAW => Some(Self::Draw),
            PASS => Some(Self::Pass),
            _ => None,
        }
    }

    /// `place` a pawn, `draw` a tile, `show` what it is (chance), `lay` it, or `pass`.
    fn kind(self) -> &'static str {
        match self {
            Self::PlacePawn(_) => "place",
            Self::PlaceTile(_) => "lay",
            Self::Show(_) => "show",
            Self::Draw => "draw",
            Self::Pass => "pass",
        }
    }

    fn target(self) -> Option<Field> {
        match self {
            Self::PlacePawn(cell) | Self::PlaceTile(cell) => Some(cell),
            Self::Show(_) | Self::Draw | Self::Pass => None,
        }
    }
}

/// The tiles that can still be drawn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Reserve {
    /// How many each player has; those beyond the number of players have none.
    Own([u8; MAX_PLAYERS]),
    /// Variant II: how many are left in the pile of all.
    Common(u8),
}

impl Reserve {
    /// How many tiles this player can draw from.
    #[inline]
    pub fn left(&self, player: Player) -> u8 {
        match self {
            Self::Own(tiles) => tiles.get(player.index()).copied().unwrap_or(0),
            Self::Common(tiles) => *tiles,
        }
    }

    fn take(&mut self, player: Player) {
        let tiles = match self {
            Self::Own(tiles) => tiles.get_mut(player.index()),
            Self::Common(tiles) => Some(tiles),
        };
        if let Some(tiles) = tiles {
            *tiles = tiles.saturating_sub(1);
        }
    }
}

/// The tile a player has drawn and not placed yet.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Hand {
    /// None.
    Empty,
    /// One that nobody has seen: chance acts.
    Covered,
    /// One that all have seen and that must be placed.
    Shown(Tile),
}

/// How many pawns and how many own tiles each player begins with.
pub(super) const fn material(players: usize) -> (u8, u8) {
    match players {
        2 => (8, 11),
        3 => (6, 7),
        _ => (5, 5),
    }
}

/// A position: the board, what each player has left, whose turn it is, and the tile in hand.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    pub(super) board: Board,
    pub(super) players: u8,
    pub(super) pawns: [u8; MAX_PLAYERS],
    pub(super) reserve: Reserve,
    pub(super) side: Player,
    pub(super) hand: Hand,
}

impl Position {
    /// What lies where.
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// How many pawns a player has left to place.
    #[inline]
    pub fn pawns_left(&self, player: Player) -> u8 {
        self.pawns.get(player.index()).copied().unwrap_or(0)
    }

    /// The tiles left to draw.
    pub const fn reserve(&self) -> Reserve {
        self.reserve
    }

    /// Whose turn it is, also while chance acts; on a full board, whose turn it would be.
    pub const fn side(&self) -> Player {
        self.side
    }

    /// The tile that is drawn and not placed yet.
    pub const fn hand(&self) -> Hand {
        self.hand
    }

    /// OSIRIS-R2: how many tiles of a kind nobody has seen, in reserves or left out of the game.
    pub fn unseen(&self, tile: Tile) -> u8 {
        let in_hand = u8::from(self.hand == Hand::Shown(tile));
        tile.copies().saturating_sub(self.board.count(Piece::Tile(tile)) + in_hand)
    }

    /// The kinds that chance can show.
    fn outcomes(&self) -> impl Iterator<Item = Tile> {
        Tile::all().filter(|&tile| self.unseen(tile) > 0)
    }

    fn can_place_pawn(&self) -> bool {
        self.pawns_left(self.side) > 0
    }

    fn can_draw(&self) -> bool {
        self.reserve.left(self.side) > 0
    }

    /// OSIRIS-R3: who has neither pawns nor tiles passes. Own reserves are never used up like that:
    /// each player has more pieces than turns.
    fn must_pass(&self) -> bool {
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

    fn totals(&self) -> Vec<i32> {
        self.everyone().map(|player| self.board.points(player)).collect()
    }

    /// The players with the highest total; equal totals share the win.
    fn leaders(&self) -> impl Iterator<Item = Player> {
        let totals = self.totals();
        let highest = totals.iter().copied().max();
        self.everyone().zip(totals).filter(move |&(_, total)| Some(total) == highest).map(|(player, _)| player)
    }

    /// The sentence for a full board.
    fn result(&self) -> String {
        let names: Vec<_> = self.leaders().map(|player| self.player_name(player)).collect();
        let totals: Vec<_> = self.totals().iter().map(i32::to_string).collect();
        let totals = totals.join(", ");
        match names.as_slice() {
            [winner] => format!("{winner} has won: the board is full and its pawns are worth most ({totals})."),
            [others @ .., last] => {
                let others = others.join(", ");
                format!(
                    "{others} and {last} share the win: the board is full and their pawns are worth most ({totals})."
                )
            }
            [] => format!("The board is full ({totals})."),
        }
    }
}

impl Game for Position {
    type Action = Ply;

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
        num_actions: PASS + 1,
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

    fn each_action(&self, mut visit: impl FnMut(Ply)) {
        let empty = self.board.empty();
        if empty.is_empty() {
            return;
        }
        match self.hand {
            Hand::Empty => {
                if self.can_place_pawn() {
                    empty.iter().map(Ply::PlacePawn).for_each(&mut visit);
                }
                if self.can_draw() {
                    visit(Ply::Draw);
                }
                if self.must_pass() {
                    visit(Ply::Pass);
                }
            }
            Hand::Covered => self.outcomes().map(Ply::Show).for_each(visit),
            Hand::Shown(_) => empty.iter().map(Ply::PlaceTile).for_each(visit),
        }
    }

    fn is_legal(&self, action: Ply) -> bool {
        let empty = self.board.empty();
        match (self.hand, action) {
            (Hand::Empty, Ply::PlacePawn(cell)) => self.can_place_pawn() && empty.contains(cell),
            (Hand::Empty, Ply::Draw) => self.can_draw() && !empty.is_empty(),
            (Hand::Empty, Ply::Pass) => self.must_pass() && !empty.is_empty(),
            (Hand::Covered, Ply::Show(tile)) => self.unseen(tile) > 0 && !empty.is_empty(),
            (Hand::Shown(_), Ply::PlaceTile(cell)) => empty.contains(cell),
            _ => false,
        }
    }

    #[inline]
    fn play(&self, action: Ply) -> Self {
        let mut next = *self;
        match action {
            Ply::Draw => {
                next.reserve.take(self.side);
                next.hand = Hand::Covered;
                return next;
            }
            Ply::Show(tile) => {
                next.hand = Hand::Shown(tile);
                return next;
            }
            Ply::PlacePawn(cell) => {
                next.board.lay(cell, Piece::Pawn(self.side));
                if let Some(pawns) = next.pawns.get_mut(self.side.index()) {
                    *pawns = pawns.saturating_sub(1);
                }
            }
            Ply::PlaceTile(cell) => {
                if let Hand::Shown(tile) = self.hand {
                    next.board.lay(cell, Piece::Tile(tile));
                }
                next.hand = Hand::Empty;
            }
            Ply::Pass => {}
        }
        next.side = self.next_side();
        next
    }

    fn probability(&self, outcome: Ply) -> (u32, u32) {
        match outcome {
            // OSIRIS-R2: every unseen tile is as likely as any other, wherever it lies.
            Ply::Show(tile) if self.is_legal(outcome) => {
                let all = Tile::all().map(|tile| u32::from(self.unseen(tile))).sum();
                (self.unseen(tile).into(), all)
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

impl Count for Position {
    #[inline]
    fn count_actions(&self) -> u64 {
        let empty = self.board.empty();
        if empty.is_empty() {
            return 0;
        }
        match self.hand {
            Hand::Empty => {
                let pawns = if self.can_place_pawn() { empty.len() } else { 0 };
                u64::from(pawns) + u64::from(self.can_draw()) + u64::from(self.must_pass())
            }
            Hand::Covered => self.outcomes().count() as u64,
            Hand::Shown(_) => empty.len().into(),
        }
    }

    fn count_lines(&self, depth: u32) -> Option<Result<u128, Error>> {
        Some(lines::count(self, depth))
    }
}

impl Describe for Position {
    fn walks(&self, _: Ply) -> Vec<Vec<Field>> {
        // Pieces are laid on the board and stay where they lie.
        Vec::new()
    }

    fn field_name(field: Field) -> String {
        super::text::Cell(field).to_string()
    }

    fn pieces(&self) -> Vec<(String, String)> {
        let taken = FieldSet::first(CELLS) - self.board.empty();
        let named = |cell| self.board.piece(cell).map(|piece| (Self::field_name(cell), piece.to_string()));
        taken.iter().filter_map(named).collect()
    }

    /// The phases are `choose` between pawn and tile, `show` the drawn tile, `lay` it, and `over`. The
    /// reserves are `pawns` and `tiles`.
    fn state(&self) -> State {
        let phase = match self.hand {
            _ if self.turn() == Turn::Over => "over",
            Hand::Empty => "choose",
            Hand::Covered => "show",
            Hand::Shown(_) => "lay",
        };
        let hand = match self.hand {
            Hand::Empty => None,
            Hand::Covered => Some("?".to_string()),
            Hand::Shown(tile) => Some(tile.to_string()),
        };
        let tiles = match self.reserve {
            Reserve::Own(tiles) => tiles[..self.players()].to_vec(),
            Reserve::Common(tiles) => vec![tiles],
        };
        let pawns = self.pawns[..self.players()].to_vec();
        State { phase, hand, reserves: vec![("pawns", pawns), ("tiles", tiles)], ..State::default() }
    }

    fn describe(&self) -> String {
        if self.turn() == Turn::Over {
            return self.result();
        }
        let player = self.player_name(self.side);
        match (self.hand, self.can_place_pawn(), self.can_draw()) {
            (Hand::Covered, ..) => format!("{player} has drawn a tile, which is now shown to all."),
            (Hand::Shown(tile), ..) => format!("{player} places the tile {tile} face down on an empty cell."),
            (Hand::Empty, true, true) => format!("{player} places a pawn or draws a tile."),
            (Hand::Empty, true, false) => format!("{player} places a pawn: there are no tiles left to draw."),
            (Hand::Empty, false, true) => format!("{player} draws a tile: there are no pawns left to place."),
            (Hand::Empty, false, false) => format!("{player} passes: there are neither pawns nor tiles left."),
        }
    }
}
