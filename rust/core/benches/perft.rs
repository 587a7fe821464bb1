//! Counts lines and says how fast: `cargo bench -p amduat -- GAME DEPTH [POSITION [THREADS [MEMORY]]]`.
//!
//! With a memory in MiB, positions are merged within it. With `AMDUAT_BASELINE` set, the variant for old processors is measured.
//! Prints one line: game, depth, lines, seconds. Run under callgrind for instructions per line.

use amduat::AnyPosition;
use amduat::perft::Plan;
use std::time::Instant;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|argument| argument != "--bench").collect();
    let [game, depth, rest @ ..] = arguments.as_slice() else {
        return Err("expected GAME DEPTH [POSITION [THREADS [MEMORY]]]".into());
    };
    let position = match rest.first() {
        Some(text) if text != "start" => AnyPosition::parse(game, text)?,
        _ => AnyPosition::start(game, [])?,
    };
    amduat::processor::use_baseline_only(std::env::var_os("AMDUAT_BASELINE").is_some());
    let threads = rest.get(1).map_or(Ok(1), |text| text.parse())?;
    let memory = rest.get(2).map(|text| text.parse()).transpose()?;
    let plan = Plan { depth: depth.parse()?, threads };
    let began = Instant::now();
    let lines = match memory {
        Some(memory) => position.perft_merged(plan, memory, &mut || false)?,
        None => position.perft(plan, &mut || false)?,
    };
    println!("{game} {depth} {lines} {:.6}", began.elapsed().as_secs_f64());
    Ok(())
}
