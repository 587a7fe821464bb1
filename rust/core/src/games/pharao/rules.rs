//! Turns: what follows from a roll and from each part, and when it ends.

#[cfg(test)]
mod claims;
mod mid_turn;
mod refusal;

pub(super) use mid_turn::{MidTurn, Outlook, RescueChoice};

use super::action::{Action, NUM_ACTIONS};
use super::board::{BOARD, GRAPH, LUCK, PULL, RESCUE, START, WATER};
use super::fast::{self, WalkMemory};
use super::position::dice::{Dice, Die, Roll};
use super::position::{Phase, Position, Side};
use super::{possible, text};
use crate::error::ParseError;
use crate::field::{Field, FieldSet};
use crate::game::{self, Game, Info, Player, Returns, Turn};
use crate::notation;
use crate::options::{OptionInfo, Options};

impl Position {
    /// The position with these stones of Lower and of Upper Egypt, in which a side is about to roll the usual dice.
    ///
    /// # Errors
    /// There is no such position.
    pub fn about_to_roll(stones: [FieldSet; 2], side: Side) -> Result<Self, ParseError> {
        let position = Self::new(stones.map(|stones| stones & BOARD), side, Phase::Roll, Roll::NONE, Dice::DEFAULT);
        possible::check(&position)?;
        Ok(position)
    }

    /// The board in the middle of this turn.
    #[inline(always)]
    pub(super) fn mid_turn<'a>(&self, walks: &'a WalkMemory) -> MidTurn<'a> {
        MidTurn { mine: self.stones(self.side), theirs: self.stones(self.side.other()), roll: self.roll, walks }
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
        let walks = &fast::walks();
        let mut next = Self { roll, ..self };
        if self.is_drowning() {
            next.phase = if self.stones(self.side).contains(RESCUE) { Phase::Rescue } else { Phase::Own };
            if !next.choice(walks).rescues.is_empty() {
                return next;
            }
            next = next.forfeited();
        }
        if next.mid_turn(walks).outlook() == Outlook::Incomplete {
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
    pub(super) fn steps(&self) -> u32 {
        match self.phase {
            Phase::Roll | Phase::Over => 0,
            Phase::Rescue | Phase::Pull => PULL,
            Phase::Own => self.roll.own.into(),
            Phase::Other => self.roll.other.into(),
        }
    }

    /// Each stone that may be moved now and where to.
    #[inline(always)]
    fn each_stone(&self, walks: &WalkMemory, mut visit: impl FnMut(Field, FieldSet)) {
        let turn = self.mid_turn(walks);
        match self.phase {
            Phase::Roll | Phase::Over => {}
            Phase::Rescue => visit(WATER, self.choice(walks).rescues),
            Phase::Own if self.is_drowning() => {
                self.choice(walks).rescues.iter().for_each(|from| visit(from, RESCUE.set()));
            }
            Phase::Own => turn.mine.iter().zip(turn.own_targets()).for_each(|(from, targets)| visit(from, targets)),
            Phase::Pull => visit(WATER, turn.pull_targets()),
            // PHARAO-R5, PHARAO-R7: any stone may be moved, also off the water, and anywhere.
            Phase::Other => turn.theirs.iter().for_each(|from| visit(from, turn.other_targets(from))),
        }
    }

    /// What may be done about a drowning stone in the phases that decide it.
    pub(super) fn choice(&self, walks: &WalkMemory) -> RescueChoice {
        match self.phase {
            Phase::Rescue => self.mid_turn(walks).pull_or_forfeit(),
            Phase::Own if self.is_drowning() => self.mid_turn(walks).help_or_forfeit(),
            _ => RescueChoice::NONE,
        }
    }

    /// Whether a stone is drowning and its owner may forfeit it.
    pub(super) fn may_forfeit(&self) -> bool {
        self.choice(&fast::walks()).forfeit
    }

    /// Whether some roll leaves the side to roll without a complete turn: because its last stone could go nowhere but
    /// into the water (PHARAO-R4), and for any other reason.
    pub(super) fn ways_to_be_stuck(&self) -> (bool, bool) {
        let stones = self.stones(self.side) - WATER.set();
        // A stone that drowns is gone; one of the opponent's on the water is in the way.
        let occupied = stones | self.stones(self.side.other());
        let must_drown = |steps: u8| {
            let mut ends = stones.iter().map(|stone| GRAPH.reach(stone, steps.into(), occupied));
            stones.len() == 1 && ends.all(|ends| ends == WATER.set())
        };
        let (mut by_water, mut otherwise) = (false, false);
        for own in self.dice.own.numbers() {
            for other in self.dice.other.numbers() {
                if self.rolled(Roll { own, other }).phase == Phase::Over {
                    by_water |= must_drown(own);
                    otherwise |= !must_drown(own);
                }
            }
        }
        (by_water, otherwise)
    }
}

impl Game for Position {
    type Action = Action;

    const INFO: Info = Info {
        name: "pharao",
        title: "PHARAO",
        options: OPTIONS,
        players: (2, 2),
        num_actions: NUM_ACTIONS,
        has_chance: true,
    };

    fn start(options: &Options) -> Result<Self, ParseError> {
        start(options)
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

    fn each_action(&self, mut visit: impl FnMut(Action)) {
        if self.phase == Phase::Roll {
            for own in self.dice.own.numbers() {
                self.dice.other.numbers().for_each(|other| visit(Action::Roll(Roll { own, other })));
            }
            return;
        }
        self.each_stone(&fast::walks(), |from, targets| targets.iter().for_each(|to| visit(Action::Move { from, to })));
        if self.may_forfeit() {
            visit(Action::Forfeit);
        }
    }

    fn is_legal(&self, action: Action) -> bool {
        let walks = &fast::walks();
        let turn = self.mid_turn(walks);
        match (self.phase, action) {
            (Phase::Roll, Action::Roll(_)) => self.probability(action).0 > 0,
            (Phase::Rescue, Action::Move { from, to }) => from == WATER && self.choice(walks).rescues.contains(to),
            (Phase::Own, Action::Move { from, to }) if self.is_drowning() => {
                to == RESCUE && self.choice(walks).rescues.contains(from)
            }
            (Phase::Own, Action::Move { from, to }) => turn.is_own_move(from, to),
            (Phase::Pull, Action::Move { from, to }) => from == WATER && turn.pull_targets().contains(to),
            (Phase::Other, Action::Move { from, to }) => {
                turn.theirs.contains(from) && turn.other_targets(from).contains(to)
            }
            (_, Action::Forfeit) => self.may_forfeit(),
            _ => false,
        }
    }

    fn why_not(&self, action: Action) -> String {
        refusal::why(self, action)
    }

    #[inline]
    fn play(&self, action: Action) -> Self {
        match (self.phase, action) {
            (Phase::Roll, Action::Roll(roll)) => self.rolled(roll),
            (Phase::Rescue | Phase::Own, Action::Forfeit) => self.forfeited().begin_own(),
            (Phase::Rescue, Action::Move { from, to }) => self.moved(self.side, from, to).begin_own(),
            (Phase::Own, Action::Move { from, to }) => self.after_own(from, to),
            (Phase::Pull, Action::Move { from, to }) => self.moved(self.side, from, to).begin_other(),
            (Phase::Other, Action::Move { from, to }) => self.after_other(from, to),
            _ => *self,
        }
    }

    fn probability(&self, outcome: Action) -> (u32, u32) {
        match (self.phase, outcome) {
            (Phase::Roll, Action::Roll(roll)) => {
                match self.dice.own.weight(roll.own) * self.dice.other.weight(roll.other) {
                    0 => (0, 1),
                    weight => (weight, 36),
                }
            }
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

/// What the options are called and take.
const OPTIONS: &[OptionInfo] = &[
    OptionInfo { name: "own_die", default: "0,0,1,2,3,4", help: "the six faces of the die for own stones, 0 to 9" },
    OptionInfo {
        name: "other_die",
        default: "0,0,1,1,2,2",
        help: "the six faces of the die for the opponent's stones, 0 to 9",
    },
    OptionInfo { name: "lower", default: "a1,a2,b1,c1", help: "where the stones of Lower Egypt start, 1 to 4 fields" },
    OptionInfo { name: "upper", default: "b3,c3,d3,e3", help: "where the stones of Upper Egypt start, 1 to 4 fields" },
];

/// PHARAO-R1: dice and setup are options. Lower Egypt rolls first.
fn start(options: &Options) -> Result<Position, ParseError> {
    let dice = Dice {
        own: die(options, "own_die", Dice::DEFAULT.own)?,
        other: die(options, "other_die", Dice::DEFAULT.other)?,
    };
    let stones = [stones(options, "lower", START[0])?, stones(options, "upper", START[1])?];
    let position = Position::new(stones, Side::Lower, Phase::Roll, Roll::NONE, dice);
    possible::check(&position)?;
    Ok(position)
}

fn die(options: &Options, name: &'static str, default: Die) -> Result<Die, ParseError> {
    let Some(value) = options.get(name) else { return Ok(default) };
    let input = value.to_string();
    text::die(name, &input)
}

fn stones(options: &Options, name: &'static str, default: FieldSet) -> Result<FieldSet, ParseError> {
    let Some(value) = options.get(name) else { return Ok(default) };
    let input = value.to_string();
    let mut fields = text::fields(name, &input)?;
    fields.sort_unstable();
    notation::ascending(name, &input, &fields, |&field: &Field| text::Name(field).to_string())?;
    Ok(fields.into_iter().collect())
}
