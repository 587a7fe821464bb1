//! Positions and what becomes of them.

use super::action::{NUM_ACTIONS, Ply};
use super::board::{GRAPH, LUCK, PULL, RESCUE, WATER};
use super::dice::{Dice, Roll};
use super::reach::{self, Memory};
use super::turn::{Choice, Outlook, Scene};
use crate::count::Count;
use crate::describe::{Describe, State};
use crate::error::ParseError;
use crate::field::{Field, FieldSet};
use crate::game::{self, Game, Info, Player, Returns, Turn};
use crate::options::Options;

/// The two sides.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Side {
    /// Lower Egypt, brown: player 0.
    Lower,
    /// Upper Egypt, yellow: player 1.
    Upper,
}

impl Side {
    /// Both, in the order of the players.
    pub const BOTH: [Self; 2] = [Self::Lower, Self::Upper];

    /// The opponent.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::Lower => Self::Upper,
            Self::Upper => Self::Lower,
        }
    }

    const fn player(self) -> Player {
        Player::new(self as usize)
    }

    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Lower => "Lower Egypt",
            Self::Upper => "Upper Egypt",
        }
    }

    /// The word of the notation for the stones of this side.
    pub(super) const fn word(self) -> &'static str {
        match self {
            Self::Lower => "lower",
            Self::Upper => "upper",
        }
    }
}

/// What comes next.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Phase {
    /// The dice are to be rolled.
    Roll,
    /// A stone is drowning and the rescue field is held: pull or forfeit, before the own part.
    Rescue,
    /// An own stone is to be moved; if one is drowning, onto the rescue field, unless it is
    /// forfeited.
    Own,
    /// The own part has just reached the rescue field: the drowning stone is to be pulled.
    Pull,
    /// One of the opponent's stones is to be moved.
    Other,
    /// The game has ended.
    Over,
}

/// A position: the stones, whose turn it is, what comes next, what was rolled, and the dice.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    stones: [FieldSet; 2],
    dice: Dice,
    roll: Roll,
    side: Side,
    phase: Phase,
}

const _: () = assert!(size_of::<Position>() <= 64, "positions are copied at every ply");

impl Position {
    /// `roll` is [`Roll::NONE`] in the phases without one, so that equal positions are equal values.
    pub(super) const fn new(stones: [FieldSet; 2], side: Side, phase: Phase, roll: Roll, dice: Dice) -> Self {
        Self { stones, dice, roll, side, phase }
    }

    /// The stones of a side.
    pub const fn stones(&self, side: Side) -> FieldSet {
        self.stones[side as usize]
    }

    /// Whose turn it is, or who has won.
    pub const fn side(&self) -> Side {
        self.side
    }

    /// What comes next.
    pub const fn phase(&self) -> Phase {
        self.phase
    }

    /// What the dice show, from the roll to the end of the turn.
    pub const fn roll(&self) -> Option<Roll> {
        match self.phase {
            Phase::Roll | Phase::Over => None,
            _ => Some(self.roll),
        }
    }

    /// The dice of both players.
    pub const fn dice(&self) -> Dice {
        self.dice
    }

    #[inline(always)]
    pub(super) fn scene<'a>(&self, memory: &'a Memory) -> Scene<'a> {
        Scene { mine: self.stones(self.side), theirs: self.stones(self.side.other()), roll: self.roll, memory }
    }

    /// Whether a stone of the side to act is drowning, at a moment when one can be.
    #[inline(always)]
    pub(super) fn is_drowning(&self) -> bool {
        self.stones(self.side).contains(WATER)
    }

    /// The same with one stone of a side moved.
    #[inline]
    fn moved(mut self, side: Side, from: Field, to: Field) -> Self {
        let stones = &mut self.stones[side as usize];
        *stones = stones.moved(from, to);
        self
    }

    fn forfeited(mut self) -> Self {
        self.stones[self.side as usize] -= WATER.set();
        self
    }

    /// The own part is next; with a die of 0 it is skipped.
    #[inline]
    fn begin_own(self) -> Self {
        if self.roll.own == 0 { self.begin_other() } else { Self { phase: Phase::Own, ..self } }
    }

    /// The other part is next; with a die of 0 it is skipped.
    #[inline]
    fn begin_other(self) -> Self {
        if self.roll.other == 0 { self.begin_turn() } else { Self { phase: Phase::Other, ..self } }
    }

    /// The opponent rolls.
    #[inline]
    fn begin_turn(self) -> Self {
        Self { side: self.side.other(), phase: Phase::Roll, roll: Roll::NONE, ..self }
    }

    fn won_by(self, side: Side) -> Self {
        Self { side, phase: Phase::Over, roll: Roll::NONE, ..self }
    }

    /// The position after a roll and all that follows from it without a decision.
    pub(super) fn rolled(self, roll: Roll) -> Self {
        let memory = &reach::memory();
        let mut next = Self { roll, ..self };
        if self.is_drowning() {
            next.phase = if self.stones(self.side).contains(RESCUE) { Phase::Rescue } else { Phase::Own };
            if !next.choice(memory).rescues.is_empty() {
                return next;
            }
            next = next.forfeited();
        }
        if next.scene(memory).outlook() == Outlook::Incomplete {
            // PHARAO-R3: locked in. The stones stay as they were before the roll.
            return self.won_by(self.side.other());
        }
        // PHARAO-R8: after a roll of two zeros both parts are skipped.
        next.begin_own()
    }

    fn after_own(self, from: Field, to: Field) -> Self {
        let next = self.moved(self.side, from, to);
        if self.is_drowning() {
            return Self { phase: Phase::Pull, ..next };
        }
        // PHARAO-R6: luck needs the own part of the last stone; no other way onto the field counts.
        if next.stones(self.side) == LUCK.set() {
            return next.won_by(self.side);
        }
        next.begin_other()
    }

    fn after_other(self, from: Field, to: Field) -> Self {
        let other = self.side.other();
        let mut next = self.moved(other, from, to);
        if next.stones(other) == WATER.set() {
            next.stones[other as usize] = FieldSet::EMPTY;
            return next.won_by(self.side);
        }
        next.begin_turn()
    }

    /// How many steps a stone moves now.
    fn steps(&self) -> u32 {
        match self.phase {
            Phase::Roll | Phase::Over => 0,
            Phase::Rescue | Phase::Pull => PULL,
            Phase::Own => self.roll.own.into(),
            Phase::Other => self.roll.other.into(),
        }
    }

    /// Each stone that may be moved now and where to.
    #[inline(always)]
    fn each_stone(&self, memory: &Memory, mut visit: impl FnMut(Field, FieldSet)) {
        let scene = self.scene(memory);
        match self.phase {
            Phase::Roll | Phase::Over => {}
            Phase::Rescue => visit(WATER, self.choice(memory).rescues),
            Phase::Own if self.is_drowning() => {
                self.choice(memory).rescues.iter().for_each(|from| visit(from, RESCUE.set()));
            }
            Phase::Own => scene.mine.iter().zip(scene.own_targets()).for_each(|(from, targets)| visit(from, targets)),
            Phase::Pull => visit(WATER, scene.pull_targets()),
            // PHARAO-R5, PHARAO-R7: any stone may be moved, also off the water, and anywhere.
            Phase::Other => scene.theirs.iter().for_each(|from| visit(from, scene.other_targets(from))),
        }
    }

    /// What may be done about a drowning stone in the phases that decide it.
    pub(super) fn choice(&self, memory: &Memory) -> Choice {
        match self.phase {
            Phase::Rescue => self.scene(memory).pull_or_forfeit(),
            Phase::Own if self.is_drowning() => self.scene(memory).help_or_forfeit(),
            _ => Choice::NONE,
        }
    }

    /// Whether a stone is drowning and its owner may forfeit it.
    pub(super) fn may_forfeit(&self) -> bool {
        self.choice(&reach::memory()).forfeit
    }

    /// Whether some roll leaves the side to roll without a complete turn.
    pub(super) fn can_be_locked_in(&self) -> bool {
        let lost = |roll| self.rolled(roll).phase == Phase::Over;
        self.dice.own.numbers().any(|own| self.dice.other.numbers().any(|other| lost(Roll { own, other })))
    }
}

impl Game for Position {
    type Action = Ply;

    const INFO: Info = Info {
        name: "pharao",
        title: "PHARAO",
        options: super::start::OPTIONS,
        players: (2, 2),
        num_actions: NUM_ACTIONS,
        has_chance: true,
    };

    fn start(options: &Options) -> Result<Self, ParseError> {
        super::start::start(options)
    }

    fn players(&self) -> usize {
        2
    }

    fn turn(&self) -> Turn {
        match self.phase {
            Phase::Roll => Turn::Chance,
            Phase::Over => Turn::Over,
            _ => Turn::Player(self.side.player()),
        }
    }

    fn turn_owner(&self) -> Option<Player> {
        (self.phase != Phase::Over).then(|| self.side.player())
    }

    fn each_action(&self, mut visit: impl FnMut(Ply)) {
        if self.phase == Phase::Roll {
            for own in self.dice.own.numbers() {
                self.dice.other.numbers().for_each(|other| visit(Ply::Roll(Roll { own, other })));
            }
            return;
        }
        self.each_stone(&reach::memory(), |from, targets| targets.iter().for_each(|to| visit(Ply::Move { from, to })));
        if self.may_forfeit() {
            visit(Ply::Forfeit);
        }
    }

    fn is_legal(&self, action: Ply) -> bool {
        let memory = &reach::memory();
        let scene = self.scene(memory);
        match (self.phase, action) {
            (Phase::Roll, Ply::Roll(_)) => self.probability(action).0 > 0,
            (Phase::Rescue, Ply::Move { from, to }) => from == WATER && self.choice(memory).rescues.contains(to),
            (Phase::Own, Ply::Move { from, to }) if self.is_drowning() => {
                to == RESCUE && self.choice(memory).rescues.contains(from)
            }
            (Phase::Own, Ply::Move { from, to }) => scene.is_own_move(from, to),
            (Phase::Pull, Ply::Move { from, to }) => from == WATER && scene.pull_targets().contains(to),
            (Phase::Other, Ply::Move { from, to }) => {
                scene.theirs.contains(from) && scene.other_targets(from).contains(to)
            }
            (_, Ply::Forfeit) => self.may_forfeit(),
            _ => false,
        }
    }

    #[inline]
    fn play(&self, action: Ply) -> Self {
        match (self.phase, action) {
            (Phase::Roll, Ply::Roll(roll)) => self.rolled(roll),
            (Phase::Rescue | Phase::Own, Ply::Forfeit) => self.forfeited().begin_own(),
            (Phase::Rescue, Ply::Move { from, to }) => self.moved(self.side, from, to).begin_own(),
            (Phase::Own, Ply::Move { from, to }) => self.after_own(from, to),
            (Phase::Pull, Ply::Move { from, to }) => self.moved(self.side, from, to).begin_other(),
            (Phase::Other, Ply::Move { from, to }) => self.after_other(from, to),
            _ => *self,
        }
    }

    fn probability(&self, outcome: Ply) -> (u32, u32) {
        match (self.phase, outcome) {
            (Phase::Roll, Ply::Roll(roll)) => (self.dice.own.weight(roll.own) * self.dice.other.weight(roll.other), 36),
            _ => (0, 1),
        }
    }

    fn returns(&self) -> Returns {
        match self.phase {
            Phase::Over => game::shared_win(2, [self.side.player()]),
            _ => Returns::default(),
        }
    }
}

impl Count for Position {
    #[inline(always)]
    fn count_actions(&self) -> u64 {
        self.count(&reach::memory())
    }

    #[inline(always)]
    fn count_pairs(&self) -> u64 {
        self.count_two_plies(&reach::memory())
    }
}

impl Describe for Position {
    fn walks(&self, action: Ply) -> Vec<Vec<Field>> {
        let Ply::Move { from, to } = action else { return Vec::new() };
        GRAPH.walks_to(from, to, self.steps(), self.stones[0] | self.stones[1]).collect()
    }

    fn path(&self, action: Ply) -> Vec<Field> {
        let Ply::Move { from, to } = action else { return Vec::new() };
        GRAPH.witness(from, to, self.steps(), self.stones[0] | self.stones[1]).unwrap_or_default()
    }

    fn field_name(field: Field) -> String {
        super::text::Name(field).to_string()
    }

    fn pieces(&self) -> Vec<(String, String)> {
        let [lower, upper] = self.stones;
        let piece = |field: Field| {
            let side = if lower.contains(field) { Side::Lower } else { Side::Upper };
            (Self::field_name(field), side.word().to_string())
        };
        (lower | upper).iter().map(piece).collect()
    }

    /// The phases are those of the notation.
    fn state(&self) -> State {
        let dice = self.roll().map_or_else(Vec::new, |roll| vec![roll.own, roll.other]);
        let faces = [self.dice.own, self.dice.other].map(|die| die.faces().to_vec()).to_vec();
        State { phase: self.phase.word(), dice, faces, ..State::default() }
    }

    fn player_name(&self, player: Player) -> String {
        Side::BOTH[player.index() & 1].name().to_string()
    }

    fn describe(&self) -> String {
        super::describe::describe(self)
    }
}
