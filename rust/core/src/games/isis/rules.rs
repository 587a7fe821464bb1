//! Turns: what a player may do, what follows from it, and when it ends.

mod refusal;

use super::action::{Action, Move, NUM_ACTIONS};
use super::board::{DESCENT, FREE, FREE_TO_THRONES, HEAVENLY, ONWARD, THRONES, UNDERWORLD};
use super::fast::{self, WalkMemory};
use super::position::{EndRule, Personal, Position};
use crate::error::ParseError;
use crate::field::{Field, FieldSet};
use crate::game::{self, Game, Info, MAX_PLAYERS, Player, Returns, Turn};
use crate::options::{OptionInfo, Options};
use crate::walk::Graph;

/// The two kinds of stones a player can move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum StoneKind {
    Neutral,
    Personal,
}

impl StoneKind {
    /// The steps of a stone of this kind that starts in the heavenly fields.
    fn heavenly_graph(self) -> &'static Graph {
        match self {
            Self::Neutral => &FREE,
            Self::Personal => &FREE_TO_THRONES,
        }
    }

    /// The action of moving a stone of this kind.
    #[inline(always)]
    pub(super) fn action(self, moved: Move) -> Action {
        match self {
            Self::Neutral => Action::Neutral(moved),
            Self::Personal => Action::Personal(moved),
        }
    }

    /// The steps by which a stone of this kind makes a move. ISIS-R1: the start decides.
    fn graph(self, moved: Move) -> &'static Graph {
        if HEAVENLY.contains(moved.from) {
            self.heavenly_graph()
        } else if moved.to == UNDERWORLD {
            &DESCENT
        } else {
            &ONWARD
        }
    }
}

/// What all moves from one position share, found once.
pub(super) struct Mobility<'a> {
    walks: &'a WalkMemory,
    stones: FieldSet,
    in_play: u32,
    in_underworld: u32,
    /// The stones that can walk into the underworld.
    descending: FieldSet,
}

impl<'a> Mobility<'a> {
    #[inline(always)]
    pub(super) fn new(position: &Position, walks: &'a WalkMemory) -> Self {
        let stones = position.in_play();
        let in_play = stones.len();
        let may_descend = position.opponent_in_play();
        let descending = if may_descend { walks.descending(in_play, stones) } else { FieldSet::EMPTY };
        Self { walks, stones, in_play, in_underworld: position.in_underworld(), descending }
    }

    #[inline(always)]
    fn steps(&self, from: Field) -> u32 {
        if from == UNDERWORLD { self.in_underworld } else { self.in_play }
    }

    /// Where a stone can go.
    #[inline(always)]
    pub(super) fn targets(&self, kind: StoneKind, from: Field) -> FieldSet {
        let steps = self.steps(from);
        if HEAVENLY.contains(from) {
            return self.walks.heavenly(kind, from, steps, self.stones);
        }
        let below = if self.descending.contains(from) { UNDERWORLD.set() } else { FieldSet::EMPTY };
        self.walks.onward(from, steps, self.stones) | below
    }

    /// All walks by which a stone makes this move.
    pub(super) fn walks(&self, kind: StoneKind, moved: Move) -> impl Iterator<Item = Vec<Field>> {
        kind.graph(moved).walks_to(moved.from, moved.to, self.steps(moved.from), self.stones)
    }
}

impl Position {
    #[inline(always)]
    pub(super) fn sources(&self) -> [(StoneKind, FieldSet); 2] {
        [(StoneKind::Neutral, self.neutral_sources()), (StoneKind::Personal, self.personal_source())]
    }

    pub(super) fn can_move(&self, kind: StoneKind, sources: FieldSet) -> bool {
        let walks = &fast::walks();
        let mobility = Mobility::new(self, walks);
        sources.iter().any(|from| !mobility.targets(kind, from).is_empty())
    }

    /// Whether the player can neither move nor flip a stone.
    fn is_blocked(&self) -> bool {
        self.flippable().is_empty() && !self.sources().into_iter().any(|(kind, from)| self.can_move(kind, from))
    }

    fn allows_move(&self, kind: StoneKind, sources: FieldSet, moved: Move) -> bool {
        let walks = &fast::walks();
        sources.contains(moved.from) && Mobility::new(self, walks).targets(kind, moved.from).contains(moved.to)
    }

    fn move_neutral(&mut self, moved: Move) {
        self.neutrals = self.neutrals.moved(moved.from, moved.to) - UNDERWORLD.set();
        let trapped = self.trapped(&fast::walks());
        self.send_down(trapped);
        // ISIS-R2: a stone that is trapped counts as not moved. (It never is: it could walk back.)
        self.ban = (!trapped.contains(moved.to)).then_some(moved.to);
    }

    fn move_personal(&mut self, moved: Move) {
        let enthroned = THRONES.contains(moved.to);
        // ISIS-R5, ISIS-R7: a player who goes on to play for places is out, and the stone is below as
        // a neutral one, without a ban, before anything is trapped.
        let finished = enthroned && self.end == EndRule::All;
        self.set_own(if finished { Personal::Finished(self.finished() + 1) } else { Personal::On(moved.to) });
        if finished || !enthroned {
            self.send_down(self.trapped(&fast::walks()));
        }
    }

    /// ISIS-R4: whether an opponent's personal stone is on a field, the underworld not counted. Who
    /// has finished has no stone.
    fn opponent_in_play(&self) -> bool {
        let own = match self.own() {
            Personal::On(field) => field.set(),
            _ => FieldSet::EMPTY,
        };
        !(self.personals_in_play() - own).is_empty()
    }

    /// The fields with a neutral stone that the ban does not cover, field 0 for the underworld.
    pub(super) fn neutral_sources(&self) -> FieldSet {
        let below = if self.neutrals_in_underworld() > 0 { UNDERWORLD.set() } else { FieldSet::EMPTY };
        (self.neutrals | below) - self.banned()
    }

    /// The field of the player's own personal stone. ISIS-R6: no ban covers it.
    pub(super) fn personal_source(&self) -> FieldSet {
        match self.own() {
            Personal::On(field) => field.set(),
            _ => FieldSet::EMPTY,
        }
    }

    /// The neutral stones that the player may flip.
    pub(super) fn flippable(&self) -> FieldSet {
        if self.own() == Personal::Unclaimed && (self.in_play() & HEAVENLY).len() >= 2 {
            (self.neutrals & HEAVENLY) - self.banned()
        } else {
            FieldSet::EMPTY
        }
    }

    fn banned(&self) -> FieldSet {
        self.ban.map_or(FieldSet::EMPTY, Field::set)
    }

    /// The stones in the heavenly fields that cannot walk as far as they would have to.
    ///
    /// ISIS-R3: all are found on the same position, and the step onto a throne counts for any
    /// personal stone, whoever is to move.
    #[inline(always)]
    pub(super) fn trapped(&self, walks: &WalkMemory) -> FieldSet {
        let personals = self.personals_in_play();
        let stones = self.neutrals | personals;
        let mut trapped = FieldSet::EMPTY;
        for (kind, stones_of_kind) in [(StoneKind::Neutral, self.neutrals), (StoneKind::Personal, personals)] {
            for field in stones_of_kind & HEAVENLY {
                if walks.heavenly(kind, field, stones.len(), stones).is_empty() {
                    trapped |= field.set();
                }
            }
        }
        trapped
    }

    /// Sends stones to the underworld. A personal one stays personal.
    pub(super) fn send_down(&mut self, stones: FieldSet) {
        self.neutrals -= stones;
        for personal in &mut self.personals {
            if matches!(personal, Personal::On(field) if stones.contains(*field)) {
                *personal = Personal::On(UNDERWORLD);
            }
        }
    }
}

impl Game for Position {
    type Action = Action;

    const INFO: Info = Info {
        name: "isis",
        title: "ISIS",
        options: &[
            OptionInfo { name: "players", default: "2", help: "how many take part: 2, 3 or 4" },
            OptionInfo {
                name: "end",
                default: "first",
                help: "when the game is over: with the `first` throne, or when `all` places are known",
            },
            OptionInfo { name: "first", default: "1", help: "which player begins, counted from 1" },
        ],
        players: (2, MAX_PLAYERS),
        num_actions: NUM_ACTIONS,
        has_chance: false,
    };

    fn start(options: &Options) -> Result<Self, ParseError> {
        let players = options.number("players", 2, 2..=MAX_PLAYERS)?;
        let end = options.choice("end", EndRule::First, &EndRule::WORDS)?;
        let first = options.number("first", 1, 1..=players)?;
        Ok(Self {
            neutrals: FieldSet::EMPTY,
            personals: [Personal::Unclaimed; MAX_PLAYERS],
            players: players as u8,
            side: first as u8 - 1,
            ban: None,
            end,
        })
    }

    fn players(&self) -> usize {
        usize::from(self.players)
    }

    fn turn(&self) -> Turn {
        if self.is_over() { Turn::Over } else { Turn::Player(self.side()) }
    }

    fn turn_owner(&self) -> Option<Player> {
        (!self.is_over()).then(|| self.side())
    }

    fn each_action(&self, mut visit: impl FnMut(Action)) {
        if self.is_over() {
            return;
        }
        let walks = &fast::walks();
        let mobility = Mobility::new(self, walks);
        let mut blocked = true;
        for (kind, sources) in self.sources() {
            for from in sources {
                for to in mobility.targets(kind, from) {
                    blocked = false;
                    visit(kind.action(Move { from, to }));
                }
            }
        }
        for field in self.flippable() {
            blocked = false;
            visit(Action::Flip(field));
        }
        if blocked {
            visit(Action::Pass);
        }
    }

    fn is_legal(&self, action: Action) -> bool {
        !self.is_over()
            && match action {
                Action::Neutral(moved) => self.allows_move(StoneKind::Neutral, self.neutral_sources(), moved),
                Action::Personal(moved) => self.allows_move(StoneKind::Personal, self.personal_source(), moved),
                Action::Flip(field) => self.flippable().contains(field),
                Action::Pass => self.is_blocked(),
            }
    }

    fn why_not(&self, action: Action) -> String {
        refusal::why(self, action)
    }

    fn play(&self, action: Action) -> Self {
        // ISIS-R2: only the move of a neutral stone causes a ban; whatever is done ends the old one.
        let mut next = Self { ban: None, ..*self };
        match action {
            Action::Neutral(moved) => next.move_neutral(moved),
            Action::Personal(moved) => next.move_personal(moved),
            Action::Flip(field) => {
                next.neutrals -= field.set();
                next.set_own(Personal::On(field));
            }
            Action::Pass => {}
        }
        next.side = next.next_side();
        next
    }

    fn returns(&self) -> Returns {
        match (self.end, self.enthroned()) {
            (EndRule::First, Some((winner, _))) => game::shared_win(self.players(), [winner]),
            (EndRule::All, _) if self.is_over() => game::placed(&self.order()),
            _ => Returns::default(),
        }
    }
}
