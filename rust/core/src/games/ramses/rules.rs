//! Turns: what may be moved where, and when it ends.

mod refusal;

use super::action::{Action, NUM_ACTIONS};
use super::board::{self, HIEROGLYPHS};
use super::fast::{self, Mobility, WalkMemory};
use super::position::{Part, Position, Side, wins};
use crate::error::ParseError;
use crate::field::{Field, FieldSet};
use crate::game::{self, Game, Info, Player, Returns, Turn};
use crate::options::{OptionInfo, Options};

/// How a game was won.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Win {
    /// With three stones on hieroglyph fields.
    Hieroglyphs(Side),
    /// Because the opponent cannot complete a turn.
    NoTurn(Side),
}

impl Position {
    /// Where the stone on `from` can walk in this part, whole-turn legality aside.
    #[inline(always)]
    pub(super) fn targets(&self, mobility: &Mobility<'_>, from: Field) -> FieldSet {
        // RAMSES-R1: the opener's first own part does not end on a hieroglyph field.
        let forbidden = if self.opening() { HIEROGLYPHS } else { FieldSet::EMPTY };
        mobility.reach(from) - forbidden
    }

    /// RAMSES-R2, RAMSES-R4: an own part wins at once, or it leaves a second part to make.
    #[inline(always)]
    pub(super) fn completes(&self, walks: &WalkMemory, own: Action) -> bool {
        let mine = self.stones(self.side()).moved(own.from, own.to);
        let others = self.stones(self.side().other());
        wins(mine) || Mobility::new(walks, mine | others).any_can_walk(others - HIEROGLYPHS)
    }

    /// Whether this part can be made at all, in such a way that the turn can be completed.
    fn can_act(&self) -> bool {
        let walks = &fast::walks();
        let mobility = Mobility::new(walks, self.all());
        match self.part() {
            Part::Own => {
                let completes = |from, to| self.completes(walks, Action { from, to });
                self.movable().iter().any(|from| self.targets(&mobility, from).iter().any(|to| completes(from, to)))
            }
            Part::Other => mobility.any_can_walk(self.movable()),
        }
    }

    /// How the game was won, if it is over.
    pub(super) fn win(&self) -> Option<Win> {
        if let Some(side) = self.with_three_on_hieroglyphs() {
            return Some(Win::Hieroglyphs(side));
        }
        (!self.can_act()).then_some(Win::NoTurn(self.side().other()))
    }
}

impl Game for Position {
    type Action = Action;

    const INFO: Info = Info {
        name: "ramses",
        title: "RAMSES",
        options: &[
            OptionInfo { name: "first", default: "light", help: "who opens: `light` or `dark`" },
            OptionInfo { name: "top", default: "light", help: "who has the upper row: `light` or `dark`" },
        ],
        players: (2, 2),
        num_actions: NUM_ACTIONS,
        has_chance: false,
    };

    fn start(options: &Options) -> Result<Self, ParseError> {
        let sides = [("light", Side::Light), ("dark", Side::Dark)];
        let first = options.choice("first", Side::Light, &sides)?;
        let top = options.choice("top", Side::Light, &sides)?;
        let row = |fields: [usize; 3], long| {
            let places = fields.map(board::field).into_iter().chain([board::long_field(long, 10)]);
            places.map(Field::wrapping).collect()
        };
        let mut stones = [row([2, 3, 4], 5), row([19, 20, 21], 22)];
        if top == Side::Dark {
            stones.swap(0, 1);
        }
        Ok(Self::new(stones, first, Part::Own, true))
    }

    fn players(&self) -> usize {
        2
    }

    fn turn(&self) -> Turn {
        match self.win() {
            None => Turn::Player(self.side().player()),
            Some(_) => Turn::Over,
        }
    }

    fn turn_owner(&self) -> Option<Player> {
        self.win().is_none().then(|| self.side().player())
    }

    #[inline(always)]
    fn each_action(&self, mut visit: impl FnMut(Action)) {
        if self.with_three_on_hieroglyphs().is_some() {
            return;
        }
        for (from, targets) in self.movable().iter().zip(self.legal_targets(&fast::walks())) {
            for to in targets {
                visit(Action { from, to });
            }
        }
    }

    fn is_legal(&self, action: Action) -> bool {
        let walks = &fast::walks();
        self.with_three_on_hieroglyphs().is_none()
            && self.movable().contains(action.from)
            && self.targets(&Mobility::new(walks, self.all()), action.from).contains(action.to)
            && (self.part() == Part::Other || self.completes(walks, action))
    }

    fn why_not(&self, action: Action) -> String {
        refusal::why(self, action)
    }

    #[inline(always)]
    fn play(&self, action: Action) -> Self {
        let mut stones = Side::BOTH.map(|side| self.stones(side));
        let moved = &mut stones[self.moved_side() as usize];
        *moved = moved.moved(action.from, action.to);
        match self.part() {
            Part::Own => Self::new(stones, self.side(), Part::Other, false),
            Part::Other => Self::new(stones, self.side().other(), Part::Own, false),
        }
    }

    fn returns(&self) -> Returns {
        match self.win() {
            None => Returns::default(),
            Some(Win::Hieroglyphs(winner) | Win::NoTurn(winner)) => game::shared_win(2, [winner.player()]),
        }
    }
}
