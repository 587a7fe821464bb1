//! The Python module `amduat._core`: unwrap, release the interpreter lock, call, wrap.

mod action;
mod bridge;
mod evaluator;
mod found;
mod guided;
mod info;
mod learn;
mod perft;
mod pharao;
mod playout;
mod position;
mod search;
mod selfplay;
mod solve;
mod walk;

use pyo3::prelude::*;

/// The compiled core of amduat.
#[pymodule]
mod _core {
    #[pymodule_export]
    use super::action::Action;
    #[pymodule_export]
    use super::found::{Choice, SearchResult};
    #[pymodule_export]
    use super::info::{GameInfo, ObservationSlice, OptionInfo, info};
    #[pymodule_export]
    use super::learn::{Batch, mask, observe, symmetries};
    #[pymodule_export]
    use super::perft::{distinct, divide, frontier, perft};
    #[pymodule_export]
    use super::pharao::{PharaoTables, solve_pharao};
    #[pymodule_export]
    use super::playout::{Playouts, playouts};
    #[pymodule_export]
    use super::position::{Position, ScoredPiece, parse, start};
    #[pymodule_export]
    use super::search::{Searcher, estimate, features, weights};
    #[pymodule_export]
    use super::selfplay::SelfPlay;
    #[pymodule_export]
    use super::solve::{Solution, Solved, Value, ramses_index, ramses_position, solve_ramses};
    #[pymodule_export]
    use super::walk::{Graph, Walks};
    use pyo3::prelude::*;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        let games = pyo3::types::PyTuple::new(module.py(), amduat::GAMES.iter().map(|info| info.name))?;
        module.add("GAMES", games)?;
        module.add("CHANCE", super::position::CHANCE)?;
        module.add("OVER", super::position::OVER)?;
        module.add("MAX_DEPTH", amduat::perft::MAX_DEPTH)?;
        module.add("__version__", env!("CARGO_PKG_VERSION"))?;
        // Not a module to import everything from; the package says what is public.
        module.delattr("__all__")
    }
}
