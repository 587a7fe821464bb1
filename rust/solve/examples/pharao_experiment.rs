//! experiment
use amduat_solve::pharao::*;
fn main() {
    let dir = std::env::args().nth(1).unwrap();
    let stones: usize = std::env::args().nth(2).unwrap().parse().unwrap();
    let tables = Tables::open(std::path::Path::new(&dir)).unwrap();
    for layer in tables.layers().filter(|l| l.own + l.other <= stones) {
        println!("{:?}", verify(&tables, layer, 1_000, 1, 2, &mut |_| false));
    }
}
