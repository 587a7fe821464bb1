//! What both searches that look ahead work with: the limits, what is known, the actions of each node on
//! the path in the order in which they are tried, and the best lines.

use super::knowledge::Judgement;
use super::table::{Entry, TranspositionTable};
use crate::evaluate::Evaluate;
use crate::game::{Game, GameAction, Player};
use crate::run::{Ended, Watch};

/// One thread's tools.
pub(super) struct Lookahead<'a, 'w, G: Evaluate> {
    pub(super) watch: Watch<'w>,
    pub(super) table: &'a TranspositionTable,
    pub(super) judgement: Judgement<'a, G>,
    /// How many positions were known without a search.
    pub(super) table_hits: u64,
    pub(super) order: Order<G>,
    /// For each ply the best line from there.
    pub(super) pvs: Pvs<G::Action>,
}

impl<'a, 'w, G: Evaluate> Lookahead<'a, 'w, G> {
    /// For lines of at most so many plies.
    pub(super) fn new(
        watch: Watch<'w>,
        table: &'a TranspositionTable,
        judgement: Judgement<'a, G>,
        plies: usize,
    ) -> Self {
        Self { watch, table, judgement, table_hits: 0, order: Order::new(), pvs: Pvs::new(plies) }
    }

    /// Begins with a node: counts it, and knows no line from there yet.
    #[inline]
    pub(super) fn enter(&mut self, ply: usize) -> Result<(), Ended> {
        self.watch.node()?;
        self.pvs.clear(ply);
        Ok(())
    }

    /// Lists the actions of a node, the one that the table knows first, then the `preferred` ones; says
    /// where they begin.
    pub(super) fn rank(
        &mut self,
        position: &G,
        mover: Player,
        known: Option<Entry>,
        preferred: impl Fn(G::Action) -> Option<i32>,
    ) -> usize {
        let hashed = known.map(|entry| usize::from(entry.action));
        self.order.list(position, mover, |action| {
            if Some(action.index()) == hashed { Some(i32::MAX) } else { preferred(action) }
        })
    }

    /// The best line after the action of the root that was searched last.
    pub(super) fn pv(&self) -> &[G::Action] {
        self.pvs.from(1)
    }
}

/// The actions of all nodes on the path, with their rank, and how well actions did elsewhere.
pub(super) struct Order<G: Game> {
    actions: Vec<(i32, G::Action)>,
    /// For each player and action, how often it was good enough elsewhere.
    history: Vec<i32>,
}

/// No merit grows beyond this.
const HIGHEST_MERIT: i32 = 1 << 28;

impl<G: Game> Order<G> {
    pub(super) fn new() -> Self {
        Self { actions: Vec::with_capacity(1024), history: vec![0; 2 * G::INFO.num_actions] }
    }

    /// Lists the actions of a node behind those of its ancestors; says where they begin. Their rank is
    /// the `preferred` one, or how well they did elsewhere.
    pub(super) fn list(&mut self, position: &G, mover: Player, preferred: impl Fn(G::Action) -> Option<i32>) -> usize {
        let first = self.actions.len();
        let (actions, history) = (&mut self.actions, &self.history);
        let row = row::<G>(mover);
        position.each_action(|action| {
            let rank = preferred(action).unwrap_or_else(|| history[row + action.index()]);
            actions.push((rank, action));
        });
        first
    }

    /// Brings the highest rank to this place; equal ranks keep their order as far as swaps allow.
    pub(super) fn pick(&mut self, place: usize) -> Option<G::Action> {
        let rest = self.actions.get_mut(place..)?;
        let best = (0..rest.len()).reduce(|best, other| if rest[other].0 > rest[best].0 { other } else { best })?;
        rest.swap(0, best);
        Some(rest[0].1)
    }

    /// Whether all actions of the last node are picked.
    pub(super) fn is_exhausted(&self, place: usize) -> bool {
        place == self.actions.len()
    }

    /// Forgets the actions of the last node, which begin here.
    pub(super) fn leave(&mut self, first: usize) {
        self.actions.truncate(first);
    }

    /// Remembers that an action did well.
    pub(super) fn reward(&mut self, mover: Player, action: G::Action, merit: u32) {
        let sum = &mut self.history[row::<G>(mover) + action.index()];
        *sum += merit as i32;
        if *sum > HIGHEST_MERIT {
            self.history.iter_mut().for_each(|sum| *sum /= 2);
        }
    }
}

/// Where the history of a player begins.
fn row<G: Game>(mover: Player) -> usize {
    mover.index() % 2 * G::INFO.num_actions
}

/// For each ply the best line from there.
pub(super) struct Pvs<A>(Vec<Vec<A>>);

impl<A: Copy> Pvs<A> {
    /// Room for lines of so many plies.
    pub(super) fn new(plies: usize) -> Self {
        Self(vec![Vec::new(); plies + 2])
    }

    pub(super) fn from(&self, ply: usize) -> &[A] {
        &self.0[ply]
    }

    pub(super) fn clear(&mut self, ply: usize) {
        self.0[ply].clear();
    }

    /// The best line from here is this action and the best line after it.
    pub(super) fn extend(&mut self, ply: usize, action: A) {
        let (upper, lower) = self.0.split_at_mut(ply + 1);
        if let (Some(pv), Some(rest)) = (upper.last_mut(), lower.first()) {
            pv.clear();
            pv.push(action);
            pv.extend_from_slice(rest);
        }
    }
}
