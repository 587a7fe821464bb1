//! The board of PHARAO as data.
//!
//! ```text
//! 3 | .  U  U  U  U  .  .  .  .  . |
//! 2 | L  .  .  .  .  *  .  .  .  . |   * luck
//! 1 | L  L  L  .  .  R  W  .  .  . |   R rescue  W water
//!     a  b  c  d  e  f  g  h  i  j
//! ```
//!
//! Fields are numbered by file and then by rank, the order of the notation: a1 is 0, a2 is 1, j3 is
//! 29. The marked fields and the start come from descriptions of the game (PHARAO-R1).

use crate::field::{Field, FieldSet};
use crate::walk::Graph;

/// How many files there are, `a` to `j`.
const FILES: usize = 10;

/// How many ranks there are, `1` to `3`.
pub(super) const RANKS: usize = 3;

/// How many fields there are.
pub const FIELDS: usize = FILES * RANKS;

/// All fields of the board.
pub const BOARD: FieldSet = FieldSet::first(FIELDS);

/// A stone here when its owner's turn begins is drowning.
pub const WATER: Field = at(*b"g1");

/// An own stone here can pull a drowning one out.
pub const RESCUE: Field = at(*b"f1");

/// A last stone that its owner moves here wins.
pub const LUCK: Field = at(*b"f2");

/// How many steps a drowning stone is pulled.
pub const PULL: u32 = 3;

/// The most stones a side has.
pub const STONES: usize = 4;

/// Where the stones of Lower and of Upper Egypt start, unless the options say otherwise.
pub const START: [FieldSet; 2] = [
    FieldSet(at(*b"a1").set().0 | at(*b"a2").set().0 | at(*b"b1").set().0 | at(*b"c1").set().0),
    FieldSet(at(*b"b3").set().0 | at(*b"c3").set().0 | at(*b"d3").set().0 | at(*b"e3").set().0),
];

/// The field with a name that is known to be right.
const fn at(name: [u8; 2]) -> Field {
    Field::wrapping((name[0] - b'a') as usize * RANKS + (name[1] - b'1') as usize)
}

/// The field with this name, if there is one.
pub fn named(name: &str) -> Option<Field> {
    match name.as_bytes() {
        &[file @ b'a'..=b'j', rank @ b'1'..=b'3'] => Some(at([file, rank])),
        _ => None,
    }
}

/// The file and the rank of a field, as they are written.
pub const fn name(field: Field) -> (char, char) {
    let (file, rank) = (field.index() / RANKS, field.index() % RANKS);
    ((b'a' + file as u8) as char, (b'1' + rank as u8) as char)
}

/// The board for the walk search: steps between orthogonal neighbours, without exception.
pub static GRAPH: Graph = {
    let mut graph = Graph::empty(FIELDS);
    let mut field = 0;
    while field < FIELDS {
        if field % RANKS + 1 < RANKS {
            graph = graph.with_edges(field, field + 1);
        }
        if field + RANKS < FIELDS {
            graph = graph.with_edges(field, field + RANKS);
        }
        field += 1;
    }
    graph
};
