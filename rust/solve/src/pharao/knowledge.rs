//! What the tables tell a search.

use super::tables::{Chance, Tables, Unknown};
use amduat::games::pharao::{Dice, Position, Side};
use amduat::search::{AfterEach, Knowledge};
use amduat::{Error, Game, Returns};

/// What both players can expect if one of them has this chance.
fn returns(side: Side, chance: Chance) -> Returns {
    let mut returns = Returns::default();
    let value = 2.0 * chance.win - 1.0;
    (returns[side as usize], returns[side.other() as usize]) = (value, -value);
    returns
}

impl Knowledge<Position> for Tables {
    /// A block that is damaged tells nothing; who looks a position up by [`Tables::value`] is told.
    fn values(&self, position: &Position) -> Option<Returns> {
        self.before_roll(position).ok().map(|chance| returns(position.side(), chance))
    }

    fn after_each(&self, position: &Position) -> Result<Option<AfterEach<Position>>, Error> {
        if position.dice() != Dice::DEFAULT {
            return Ok(None);
        }
        let mut found = Vec::new();
        position.each_action(|action| {
            let next = position.play(action);
            found.push(self.value(&next).map(|chance| (action, returns(next.side(), chance))));
        });
        match found.into_iter().collect() {
            Ok(found) => Ok(Some(found)),
            Err(Unknown::Missing(_)) => Ok(None),
            Err(Unknown::Failed(error)) => Err(error),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use amduat::games::pharao::Action;
    use amduat::search::{Limits, Method, Report, Request, Searcher, Settings};
    use std::path::Path;
    use std::sync::Arc;
    use std::sync::atomic::AtomicBool;

    fn tables() -> Tables {
        Tables::open(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../python/amduat/data"))).unwrap()
    }

    /// What a method finds, knowing the tables at its leaves but not at its root.
    fn search(position: &Position, method: Method, nodes: u64, knows: bool) -> Report<Action> {
        struct Leaves(Tables);
        impl Knowledge<Position> for Leaves {
            fn values(&self, position: &Position) -> Option<Returns> {
                Knowledge::values(&self.0, position)
            }

            fn after_each(&self, _: &Position) -> Result<Option<AfterEach<Position>>, Error> {
                Ok(None)
            }
        }
        let mut searcher = Searcher::new(Settings { method, ..Settings::default() }).unwrap();
        if knows {
            searcher = searcher.knowing(Arc::new(Leaves(tables())));
        }
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let request = Request { limits, lines: 1, played: &[], stop: &AtomicBool::new(false) };
        searcher.search(position, &request, &mut || false, &mut |_| ()).unwrap()
    }

    #[test]
    fn the_root_is_looked_up_where_all_is_known() {
        let position: Position = "e3 h1,h2 L roll -".parse().unwrap();
        let mut searcher = Searcher::new(Settings::default()).unwrap().knowing(Arc::new(tables()));
        let request = Request { limits: Limits::default(), lines: 99, played: &[], stop: &AtomicBool::new(false) };
        let mut find = |position: &Position| searcher.search(position, &request, &mut || false, &mut |_| ()).unwrap();
        let report = find(&position);
        assert!(report.exact && report.action.is_none() && report.nodes == 0);
        assert_eq!(report.table_hits, 15);
        let chance = tables().value(&position).unwrap();
        assert!((report.values[0] - (2.0 * chance.win - 1.0)).abs() < 4.0 * chance.error);
        let rolled: Position = "a1,e3 h1,h2 U own 2,1".parse().unwrap();
        let report = find(&rolled);
        let values = tables().values(&rolled).unwrap();
        assert!(report.exact && report.action == Some(values[0].0));
        assert_eq!(report.choices.len(), values.len());
        assert_eq!(report.pv.len(), 2);
        for choice in &report.choices {
            let (_, chance) = values.iter().find(|(action, _)| *action == choice.action).unwrap();
            assert!((choice.values[1] - (2.0 * chance.win - 1.0)).abs() < 1e-12);
        }
        // Other dice, and more stones than the tables have, are searched.
        let other: Position = "e3 h1,h2 L roll - dice=0,0,1,2,3,4/0,0,0,0,1,2".parse().unwrap();
        assert_eq!(tables().after_each(&other), Ok(None));
        let more: Position = "a1,a2,e3 h1,h2 L roll -".parse().unwrap();
        assert_eq!(tables().after_each(&more), Ok(None));
    }

    #[test]
    fn searches_find_at_their_leaves_what_the_tables_say() {
        let position: Position = "e3,j3 h1,h2 L own 2,1".parse().unwrap();
        let expected = tables().value(&position).unwrap();
        for (method, nodes) in [(Method::Mcts, 20_000), (Method::Deepening, 20_000)] {
            let report = search(&position, method, nodes, true);
            assert!(report.exact && report.table_hits > 20, "{method:?} {report:?}");
            assert!((report.values[0] - (2.0 * expected.win - 1.0)).abs() < 4.0 * expected.error, "{method:?}");
            assert!(tables().best(&position).unwrap().contains(&report.action.unwrap()));
            let report = search(&position, method, 500, false);
            assert!(!report.exact && report.table_hits == 0);
        }
    }
}
