//! Turns: what may be moved where, and when it ends.

#![allow(clippy::inline_always, reason = "what is inlined is compiled for the processor of its caller")]

use super::board::{self, GRAPH, HIEROGLYPHS, PLACES};
use super::reach::{self, Memory};
use super::scene::Scene;
use crate::count::Count;
use crate::describe::{Describe, State};
use crate::error::ParseError;
use crate::field::{Field, FieldSet};
use crate::game::{self, Game, GameAction, Info, Player, Returns, Turn};
use crate::options::{OptionInfo, Options};

/// The two colours.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Side {
    /// Player 0.
    Light,
    /// Player 1.
    Dark,
}

impl Side {
    /// The opponent.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::Light => Self::Dark,
            Self::Dark => Self::Light,
        }
    }

    const fn player(self) -> Player {
        Player::new(self as usize)
    }

    const fn name(self) -> &'static str {
        match self {
            Self::Light => "Light",
            Self::Dark => "Dark",
        }
    }
}

/// The two parts of a turn.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Part {
    /// One of the mover's own stones is moved.
    Own,
    /// One of the opponent's stones is moved, by the same player.
    Other,
}

/// A stone moved from one place to another.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Move {
    /// Where the stone stood.
    pub from: Field,
    /// Where it stands then.
    pub to: Field,
}

impl GameAction for Move {
    fn index(self) -> usize {
        self.from.index() * PLACES + self.to.index()
    }

    fn from_index(index: usize) -> Option<Self> {
        let (from, to) = (index / PLACES, index % PLACES);
        (from < PLACES && from != to).then(|| Self { from: Field::wrapping(from), to: Field::wrapping(to) })
    }

    /// Always `move`.
    fn kind(self) -> &'static str {
        "move"
    }

    fn source(self) -> Option<Field> {
        Some(self.from)
    }

    fn target(self) -> Option<Field> {
        Some(self.to)
    }
}

/// A position: the stones, whose turn it is and which part of it comes next.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    stones: [FieldSet; 2],
    side: Side,
    part: Part,
    opening: bool,
}

/// Stones of each side.
pub(super) const STONES: usize = 4;

/// Why a game has ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum End {
    Hieroglyphs(Side),
    NoTurn(Side),
}

impl Position {
    pub(super) const fn new(stones: [FieldSet; 2], side: Side, part: Part, opening: bool) -> Self {
        Self { stones, side, part, opening }
    }

    /// The stones of a side.
    pub const fn stones(&self, side: Side) -> FieldSet {
        self.stones[side as usize]
    }

    /// Whose turn it is, in both its parts.
    pub const fn side(&self) -> Side {
        self.side
    }

    /// Which part of the turn comes next.
    pub const fn part(&self) -> Part {
        self.part
    }

    /// Whether this is the own part of the first turn, which may not end on a hieroglyph field.
    pub const fn opening(&self) -> bool {
        self.opening
    }

    pub(super) fn all(&self) -> FieldSet {
        self.stones[0] | self.stones[1]
    }

    /// The side whose stones are moved in this part.
    pub(super) fn moved_side(&self) -> Side {
        match self.part {
            Part::Own => self.side,
            Part::Other => self.side.other(),
        }
    }

    /// The stones that may be moved in this part if they can walk.
    pub(super) fn movable(&self) -> FieldSet {
        let stones = self.stones(self.moved_side());
        match self.part {
            Part::Own => stones,
            Part::Other => stones - HIEROGLYPHS,
        }
    }

    /// Where the stone on `from` can walk in this part, whole-turn legality aside.
    #[inline(always)]
    pub(super) fn targets(&self, scene: &Scene<'_>, from: Field) -> FieldSet {
        // RAMSES-R1: the opener's first own part does not end on a hieroglyph field.
        let forbidden = if self.opening { HIEROGLYPHS } else { FieldSet::EMPTY };
        scene.reach(from) - forbidden
    }

    /// The side with three stones on hieroglyph fields. There are five such fields, so one at most.
    fn crowned(&self) -> Option<Side> {
        let crowned = |side: &Side| (self.stones(*side) & HIEROGLYPHS).len() >= 3;
        [Side::Light, Side::Dark].into_iter().find(crowned)
    }

    /// RAMSES-R2, RAMSES-R4: an own part wins at once, or it leaves a second part to make.
    #[inline(always)]
    pub(super) fn completes(&self, memory: &Memory, own: Move) -> bool {
        let mine = self.stones(self.side).moved(own.from, own.to);
        let others = self.stones(self.side.other());
        (mine & HIEROGLYPHS).len() >= 3 || Scene::new(memory, mine | others).any_can_walk(others - HIEROGLYPHS)
    }

    /// Whether this part can be made at all, in such a way that the turn can be completed.
    fn can_act(&self) -> bool {
        let memory = &reach::memory();
        let scene = Scene::new(memory, self.all());
        match self.part {
            Part::Own => {
                let completes = |from, to| self.completes(memory, Move { from, to });
                self.movable().iter().any(|from| self.targets(&scene, from).iter().any(|to| completes(from, to)))
            }
            Part::Other => scene.any_can_walk(self.movable()),
        }
    }

    /// Where each movable stone, in ascending order, can legally go, no side being crowned.
    #[inline(always)]
    fn legal(&self, memory: &Memory) -> [FieldSet; STONES] {
        let scene = Scene::new(memory, self.all());
        let mut targets = [FieldSet::EMPTY; STONES];
        let mut doubtful = FieldSet::EMPTY;
        for (from, targets) in self.movable().iter().zip(&mut targets) {
            *targets = self.targets(&scene, from);
            doubtful |= *targets;
        }
        if self.part == Part::Other {
            return targets;
        }
        // Hardly any target is left in doubt; only those are looked at singly.
        let doubtful = scene.doubtful(self.stones(self.side.other()) - HIEROGLYPHS, doubtful);
        for (from, targets) in self.movable().iter().zip(&mut targets) {
            for to in *targets & doubtful {
                if !self.completes(memory, Move { from, to }) {
                    *targets -= to.set();
                }
            }
        }
        targets
    }

    fn end(&self) -> Option<End> {
        if let Some(side) = self.crowned() {
            return Some(End::Hieroglyphs(side));
        }
        (!self.can_act()).then_some(End::NoTurn(self.side.other()))
    }
}

impl Game for Position {
    type Action = Move;

    const INFO: Info = Info {
        name: "ramses",
        title: "RAMSES",
        options: &[
            OptionInfo { name: "first", default: "light", help: "who opens: `light` or `dark`" },
            OptionInfo { name: "top", default: "light", help: "who has the upper row: `light` or `dark`" },
        ],
        players: (2, 2),
        num_actions: PLACES * PLACES,
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
        match self.end() {
            None => Turn::Player(self.side.player()),
            Some(_) => Turn::Over,
        }
    }

    fn turn_owner(&self) -> Option<Player> {
        self.end().is_none().then(|| self.side.player())
    }

    #[inline(always)]
    fn each_action(&self, mut visit: impl FnMut(Move)) {
        if self.crowned().is_some() {
            return;
        }
        for (from, targets) in self.movable().iter().zip(self.legal(&reach::memory())) {
            for to in targets {
                visit(Move { from, to });
            }
        }
    }

    fn is_legal(&self, action: Move) -> bool {
        let memory = &reach::memory();
        self.crowned().is_none()
            && self.movable().contains(action.from)
            && self.targets(&Scene::new(memory, self.all()), action.from).contains(action.to)
            && (self.part == Part::Other || self.completes(memory, action))
    }

    #[inline(always)]
    fn play(&self, action: Move) -> Self {
        let mut next = *self;
        let moved = self.moved_side() as usize;
        next.stones[moved] = self.stones[moved].moved(action.from, action.to);
        next.opening = false;
        match self.part {
            Part::Own => next.part = Part::Other,
            Part::Other => {
                next.part = Part::Own;
                next.side = self.side.other();
            }
        }
        next
    }

    fn returns(&self) -> Returns {
        match self.end() {
            None => Returns::default(),
            Some(End::Hieroglyphs(winner) | End::NoTurn(winner)) => game::shared_win(2, [winner.player()]),
        }
    }
}

impl Count for Position {
    const CANDIDATES_ARE_LEGAL: bool = false;

    #[inline(always)]
    fn each_candidate(&self, mut visit: impl FnMut(Move)) {
        if self.crowned().is_some() {
            return;
        }
        let memory = &reach::memory();
        let scene = Scene::new(memory, self.all());
        for from in self.movable() {
            for to in self.targets(&scene, from) {
                visit(Move { from, to });
            }
        }
    }

    #[inline(always)]
    fn count_actions(&self) -> u64 {
        if self.crowned().is_some() {
            return 0;
        }
        let memory = &reach::memory();
        let scene = Scene::new(memory, self.all());
        match self.part {
            Part::Own => self.count_own(&scene),
            Part::Other => self.movable().iter().map(|from| u64::from(scene.reach(from).len())).sum(),
        }
    }

    #[inline(always)]
    fn count_pairs(&self) -> u64 {
        if self.crowned().is_some() { 0 } else { self.count_two_plies(&reach::memory()) }
    }

    /// The second part of a turn and the first part of the next move stones of the same side, and many
    /// pairs of moves can be made in either order.
    #[inline(always)]
    fn each_merged_pair(&self, mut visit: impl FnMut(Self, u64)) -> bool {
        if self.part == Part::Own {
            return false;
        }
        let moved = self.moved_side();
        let mut results = Vec::with_capacity(512);
        self.each_candidate(|other| {
            let next = self.play(other);
            next.each_candidate(|own| results.push(next.play(own).stones(moved)));
        });
        results.sort_unstable();
        for same in results.chunk_by(PartialEq::eq) {
            let mut stones = self.stones;
            stones[moved as usize] = same[0];
            visit(Self::new(stones, moved, Part::Other, false), same.len() as u64);
        }
        true
    }
}

impl Describe for Position {
    fn walks(&self, action: Move) -> Vec<Vec<Field>> {
        let steps = board::steps(action.from, self.all());
        GRAPH.walks_to(action.from, action.to, steps, self.all()).collect()
    }

    fn path(&self, action: Move) -> Vec<Field> {
        let steps = board::steps(action.from, self.all());
        GRAPH.witness(action.from, action.to, steps, self.all()).unwrap_or_default()
    }

    fn field_name(field: Field) -> String {
        super::text::Place(field).to_string()
    }

    fn pieces(&self) -> Vec<(String, String)> {
        let piece = |place: Field| {
            let side = if self.stones(Side::Light).contains(place) { "light" } else { "dark" };
            (Self::field_name(place), side.to_string())
        };
        self.all().iter().map(piece).collect()
    }

    /// The phases are `opening`, `own`, `other` and `over`.
    fn state(&self) -> State {
        let phase = match self.part {
            _ if self.end().is_some() => "over",
            Part::Own if self.opening => "opening",
            Part::Own => "own",
            Part::Other => "other",
        };
        State { phase, ..State::default() }
    }

    fn player_name(&self, player: Player) -> String {
        [Side::Light, Side::Dark].map(Side::name)[player.index() & 1].to_string()
    }

    fn describe(&self) -> String {
        let (side, other) = (self.side.name(), self.side.other().name());
        match (self.end(), self.part) {
            (Some(End::Hieroglyphs(winner)), _) => {
                format!("{} has won: three stones on hieroglyph fields.", winner.name())
            }
            (Some(End::NoTurn(winner)), _) => {
                format!("{} has won: {} cannot complete a turn.", winner.name(), winner.other().name())
            }
            (None, Part::Own) if self.opening => {
                format!("{side} opens with one of its own stones, not onto a hieroglyph field.")
            }
            (None, Part::Own) => format!("{side} moves one of its own stones."),
            (None, Part::Other) => {
                format!("{side} moves one of the stones of {other}, none from a hieroglyph field.")
            }
        }
    }
}
