//! Turns: what may be moved where, and when it ends.

#![allow(clippy::inline_always, reason = "what is inlined is compiled for the processor of its caller")]

use super::board::{self, GRAPH, HIEROGLYPHS, PLACES};
use super::reach::{self, Crowd, Memory};
use crate::error::ParseError;
use crate::field::{Field, FieldSet};
use crate::game::{self, Action, Game, Info, Player, Returns, Turn};
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

impl Action for Move {
    fn index(self) -> usize {
        self.from.index() * PLACES + self.to.index()
    }

    fn from_index(index: usize) -> Option<Self> {
        let (from, to) = (index / PLACES, index % PLACES);
        (from < PLACES && from != to).then(|| Self { from: Field::wrapping(from), to: Field::wrapping(to) })
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

/// What all walks of one part have in common.
struct Scene<'a> {
    memory: &'a Memory,
    stones: FieldSet,
    crowd: Crowd,
    forbidden: FieldSet,
}

impl Scene<'_> {
    /// Where the stone on `from` can walk, whole-turn legality aside.
    #[inline(always)]
    fn reach(&self, from: Field) -> FieldSet {
        self.memory.reach(from, board::steps(from, self.stones), self.crowd) - self.forbidden
    }
}

/// Whether any of these stones can walk as far as it has to, among all `stones`.
#[inline(always)]
fn any_can_walk(movable: FieldSet, stones: FieldSet) -> bool {
    let crowd = Crowd::new(stones);
    for from in movable {
        if crowd.allows_walk(from, board::steps(from, stones)) {
            return true;
        }
    }
    false
}

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

    fn all(&self) -> FieldSet {
        self.stones[0] | self.stones[1]
    }

    /// The side whose stones are moved in this part.
    fn moved_side(&self) -> Side {
        match self.part {
            Part::Own => self.side,
            Part::Other => self.side.other(),
        }
    }

    /// The stones that may be moved in this part if they can walk.
    fn movable(&self) -> FieldSet {
        let stones = self.stones(self.moved_side());
        match self.part {
            Part::Own => stones,
            Part::Other => stones - HIEROGLYPHS,
        }
    }

    /// What all walks of this part have in common.
    #[inline(always)]
    fn scene<'a>(&self, memory: &'a Memory) -> Scene<'a> {
        let stones = self.all();
        // RAMSES-R1: the opener's first own part does not end on a hieroglyph field.
        let forbidden = if self.opening { HIEROGLYPHS } else { FieldSet::EMPTY };
        Scene { memory, stones, crowd: Crowd::new(stones), forbidden }
    }

    /// The side with three stones on hieroglyph fields. There are five such fields, so one at most.
    fn crowned(&self) -> Option<Side> {
        let crowned = |side: &Side| (self.stones(*side) & HIEROGLYPHS).len() >= 3;
        [Side::Light, Side::Dark].into_iter().find(crowned)
    }

    /// RAMSES-R2, RAMSES-R4: an own part wins at once, or it leaves a second part to make.
    #[inline(always)]
    fn completes(&self, own: Move) -> bool {
        let mine = self.stones(self.side).moved(own.from, own.to);
        let others = self.stones(self.side.other());
        (mine & HIEROGLYPHS).len() >= 3 || any_can_walk(others - HIEROGLYPHS, mine | others)
    }

    /// Whether this part can be made at all, in such a way that the turn can be completed.
    fn can_act(&self) -> bool {
        match self.part {
            Part::Own => {
                let memory = &reach::memory();
                let scene = self.scene(memory);
                let completes = |from, to| self.completes(Move { from, to });
                self.movable().iter().any(|from| scene.reach(from).iter().any(|to| completes(from, to)))
            }
            Part::Other => any_can_walk(self.movable(), self.all()),
        }
    }

    /// Where each movable stone, in ascending order, can legally go, no side being crowned.
    #[inline(always)]
    fn legal(&self, memory: &Memory) -> [FieldSet; STONES] {
        let scene = self.scene(memory);
        let mut targets = [FieldSet::EMPTY; STONES];
        let mut doubtful = FieldSet::EMPTY;
        for (from, targets) in self.movable().iter().zip(&mut targets) {
            *targets = scene.reach(from);
            doubtful |= *targets;
        }
        if self.part == Part::Other {
            return targets;
        }
        // A target keeps the opponent's stones from moving only if it is a bottleneck for all of them.
        // Their steps may change by one: walks of one step more begin with walks of as many and of one
        // step fewer, so what is no bottleneck for those is none. Two or three stones leave hardly any
        // target in doubt; only those are looked at singly.
        for stone in self.stones(self.side.other()) - HIEROGLYPHS {
            if doubtful.is_empty() {
                return targets;
            }
            doubtful &= memory.bottleneck(stone, board::steps(stone, scene.stones) + 1, scene.crowd);
        }
        for (from, targets) in self.movable().iter().zip(&mut targets) {
            for to in *targets & doubtful {
                if !self.completes(Move { from, to }) {
                    *targets -= to.set();
                }
            }
        }
        targets
    }

    #[inline(always)]
    fn count(&self, memory: &Memory) -> u64 {
        if self.crowned().is_some() {
            return 0;
        }
        self.legal(memory).iter().map(|targets| u64::from(targets.len())).sum()
    }

    /// How many second parts follow the own part that moves the stone on `from` to one of `targets`.
    #[inline(always)]
    fn count_after_own(&self, scene: &Scene<'_>, from: Field, targets: FieldSet) -> u64 {
        let own = self.stones(self.side) - from.set();
        let others = self.stones(self.side.other());
        let movable = others - HIEROGLYPHS;
        let (stones, crowd) = (own | others, Crowd::new(own | others));
        // RAMSES-R2: nothing follows a third stone on a hieroglyph field.
        let wins = if (own & HIEROGLYPHS).len() == 2 { HIEROGLYPHS } else { FieldSet::EMPTY };
        let mut count = 0;
        for to in targets - wins {
            let (stones, crowd) = (stones | to.set(), crowd.with(to));
            for stone in movable {
                count += scene.memory.reach(stone, board::steps(stone, stones), crowd).len();
            }
        }
        count.into()
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

    const CANDIDATES_ARE_LEGAL: bool = false;

    #[inline(always)]
    fn each_candidate(&self, mut visit: impl FnMut(Move)) {
        if self.crowned().is_some() {
            return;
        }
        let memory = &reach::memory();
        let scene = self.scene(memory);
        for from in self.movable() {
            for to in scene.reach(from) {
                visit(Move { from, to });
            }
        }
    }

    #[inline(always)]
    fn count_actions(&self) -> u64 {
        self.count(&reach::memory())
    }

    #[inline(always)]
    fn count_pairs(&self) -> u64 {
        if self.crowned().is_some() {
            return 0;
        }
        let memory = &reach::memory();
        let scene = self.scene(memory);
        let mut count = 0;
        for from in self.movable() {
            let targets = scene.reach(from);
            if self.part == Part::Own {
                count += self.count_after_own(&scene, from, targets);
                continue;
            }
            for to in targets {
                count += self.play(Move { from, to }).count(memory);
            }
        }
        count
    }

    fn is_legal(&self, action: Move) -> bool {
        let walks = |memory: &Memory| self.scene(memory).reach(action.from).contains(action.to);
        self.crowned().is_none()
            && self.movable().contains(action.from)
            && walks(&reach::memory())
            && (self.part == Part::Other || self.completes(action))
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
