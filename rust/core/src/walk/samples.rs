//! Graphs for tests.

use super::graph::Graph;
use fastrand::Rng;

/// A graph of a few fields with edges in both directions or in one, and up to two whole fields.
pub(super) fn random_graph(random: &mut Rng) -> Graph {
    let fields = random.usize(3..=9);
    let one_way = random.bool();
    let mut edges = Vec::new();
    for (from, to) in (0..fields).flat_map(|from| (0..fields).map(move |to| (from, to))) {
        if from != to && random.u8(..3) == 0 {
            edges.push((from, to));
            if !one_way || random.bool() {
                edges.push((to, from));
            }
        }
    }
    let mut order: Vec<_> = (0..fields).collect();
    random.shuffle(&mut order);
    let sizes = [random.usize(0..=3), random.usize(0..=2)];
    let groups = sizes.map(|size| order.split_off(order.len() - size.min(order.len() - 1)));
    Graph::new(fields, edges, groups).expect("the graph is valid")
}

/// Fields in rows, each joined with its neighbours.
pub(super) fn grid(width: usize, height: usize) -> Graph {
    let fields = (0..width * height).map(|field| (field % width, field / width));
    fields.fold(Graph::empty(width * height), |graph, (x, y)| {
        let field = y * width + x;
        let graph = if x + 1 < width { graph.with_edges(field, field + 1) } else { graph };
        if y + 1 < height { graph.with_edges(field, field + width) } else { graph }
    })
}

/// Where no walk uses all 64 fields, which no bound tells: more than half of them are joined with the others only.
pub(super) fn hopeless() -> Graph {
    let pairs = (0..64).flat_map(|from| (0..64).map(move |to| (from, to)));
    let edges = pairs.filter(|&(from, to)| from != to && from.min(to) < 30);
    Graph::new(64, edges, []).expect("the graph is valid")
}
