//! Any bytes as a source of choices.

use amduat::{AnyPosition, GAMES, Info, OptionValue, Registered, Turn, Visitor};

/// Bytes that are used up one after the other; zeros follow.
#[derive(Clone, Copy)]
pub struct Source<'a>(&'a [u8]);

/// What a start is made with, if it is taken: numbers of players, who begins, how it ends, faces, fields.
const VALUES: [&str; 16] = [
    "2",
    "3",
    "4",
    "1",
    "first",
    "all",
    "true",
    "false",
    "light",
    "dark",
    "1,1,2,2,3,3",
    "0,0,0,0,0,9",
    "9,8,7,6,5,4",
    "a1,a2",
    "e3",
    "j1,j2,j3,h3",
];

impl<'a> Source<'a> {
    /// These bytes.
    #[must_use]
    pub const fn new(bytes: &'a [u8]) -> Self {
        Self(bytes)
    }

    /// Whether they are used up.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// All that are left.
    #[must_use]
    pub const fn rest(&self) -> &'a [u8] {
        self.0
    }

    /// So many of them, or fewer if there are not as many.
    pub fn take(&mut self, count: usize) -> &'a [u8] {
        let (taken, rest) = self.0.split_at(count.min(self.0.len()));
        self.0 = rest;
        taken
    }

    fn array<const N: usize>(&mut self) -> [u8; N] {
        let (mut array, taken) = ([0; N], self.take(N));
        array[..taken.len()].copy_from_slice(taken);
        array
    }

    /// The next byte.
    pub fn byte(&mut self) -> u8 {
        self.array::<1>()[0]
    }

    /// A number of 16 bits.
    pub fn u16(&mut self) -> u16 {
        u16::from_le_bytes(self.array())
    }

    /// A number of 32 bits.
    pub fn u32(&mut self) -> u32 {
        u32::from_le_bytes(self.array())
    }

    /// A number of 64 bits.
    pub fn u64(&mut self) -> u64 {
        u64::from_le_bytes(self.array())
    }

    /// Any number, small ones more often than others.
    pub fn number(&mut self) -> u64 {
        match self.byte() {
            255 => self.u64(),
            254 => self.u32().into(),
            253 => self.u16().into(),
            252 => u64::MAX - u64::from(self.byte()),
            small => small.into(),
        }
    }

    /// A floating-point number of any kind, plain ones more often than others.
    pub fn float(&mut self) -> f32 {
        match self.byte() {
            255 => f32::from_bits(self.u32()),
            254 => f32::NAN,
            253 => f32::INFINITY,
            252 => f32::NEG_INFINITY,
            251 => f32::MAX,
            250 => f32::MIN,
            249 => f32::MIN_POSITIVE,
            248 => 1e9,
            plain => (f32::from(plain) - 100.0) / 64.0,
        }
    }

    /// A number below `bound`, which is not 0.
    pub fn below(&mut self, bound: usize) -> usize {
        let number = if bound <= 256 { self.byte().into() } else { usize::from(self.u16()) };
        number % bound
    }

    /// One of several things, of which there is at least one.
    pub fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }

    /// A game.
    pub fn game(&mut self) -> &'static Info {
        &GAMES[self.below(GAMES.len())]
    }

    /// The start of a game, with options that it takes.
    pub fn start(&mut self) -> AnyPosition {
        let info = self.game();
        let mut given: Vec<(String, OptionValue)> = Vec::new();
        let chosen = self.byte();
        for (number, option) in info.options.iter().enumerate() {
            if chosen >> number & 1 == 1 {
                let value = OptionValue::Text(self.pick(&VALUES).to_string());
                given.push((option.name.to_string(), value));
                if AnyPosition::start(info.name, given.clone()).is_err() {
                    given.pop();
                }
            }
        }
        AnyPosition::start(info.name, given).expect("all of these options are taken")
    }

    /// Some position: after as many plies as the bytes say, from such a start.
    pub fn position(&mut self) -> AnyPosition {
        let start = self.start();
        // Few plies more often than many, which take long.
        let (plies, seed) = (usize::from(self.byte()), self.u16());
        let plies = plies * plies / 256;
        start.accept(Line { plies, seed: seed.into() })
    }
}

/// Plays so many plies, which depend on the seed alone; fewer where the game ends.
struct Line {
    plies: usize,
    seed: u64,
}

impl Visitor for Line {
    type Output = AnyPosition;

    fn visit<G: Registered>(mut self, start: &G) -> AnyPosition {
        let mut position = *start;
        for _ in 0..self.plies {
            // A generator of Knuth's; the upper bits are good enough to choose by.
            self.seed = self.seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let chosen = (self.seed >> 33) as u32;
            let action = match position.turn() {
                Turn::Chance => position.sample_outcome(|parts| chosen % parts),
                _ => position.sample_action(|count| chosen as usize % count),
            };
            let Some(action) = action else { break };
            position = position.play(action);
        }
        position.wrap()
    }
}
