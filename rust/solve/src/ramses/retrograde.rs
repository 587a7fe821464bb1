//! Retrograde analysis: who wins each placement, and in how many turns.
//!
//! The value of a placement is that for the player to move at the start of a turn, and turns of both
//! sides are counted:
//!
//! - a player who cannot complete a turn has lost in 0;
//! - a turn that puts three own stones on hieroglyph fields wins in 1 (RAMSES-R2);
//! - a turn that gives the opponent a third such stone loses in 1 (RAMSES-R3): the placement after
//!   it is finished, won in 0 by the player who would be to move;
//! - otherwise a placement is won in one more than the quickest loss, or lost in one more than the
//!   slowest win, that a turn can give the opponent;
//! - and what is neither is a draw: both can play on for ever.
//!
//! The analysis goes by distance. Everything lost in `n − 1` makes placements before it won in `n`;
//! everything won in `n − 1` may rob placements before it of their last way out, so that they are
//! lost in `n`. Which of them is lost is then looked up forwards. Each turn is taken in its two
//! parts, through the *halfway* placements, at which the own stone is moved and the other is not. Of
//! two placements that are mirror images only one is looked at.

use super::classes::MAX_DISTANCE;
use super::colours::Colours;
use super::index::{COLOURINGS, PLACEMENTS, places};
use super::mirror::MirrorImage;
use super::moves::{GROUPS, MOVES_BYTES, Moves, shapes_of};
use super::sets::{GroupedPlacements, Placements, SET_BYTES};
use super::value::Score;
use crate::memory::reserved;
use amduat::Error;
use amduat::FieldSet;
use amduat::games::ramses::Part;
use amduat::games::ramses::board::HIEROGLYPHS;
use amduat::run::Workers;
use std::sync::atomic::{AtomicU8, Ordering};

/// The most memory the analysis takes, with something to spare for the small things.
pub(super) const BYTES: usize = MOVES_BYTES + 9 * SET_BYTES + PLACEMENTS + 100_000_000;

/// The work it takes, in units of the [`Workers`]: it is the same on every machine.
pub(super) const WORK: usize = 64_718_436;

/// How many groups a thread takes at a time.
const PORTION: usize = 16;

/// For each group the colourings in which own has three stones on hieroglyph fields.
pub(super) struct ThreeOnHieroglyphs {
    /// For each group, which of the eight stones stand on hieroglyph fields.
    hieroglyphs: Vec<u8>,
    colours: Vec<Colours>,
}

impl ThreeOnHieroglyphs {
    fn new() -> Result<Self, Error> {
        let mut group = 0;
        let hieroglyphs = reserved(GROUPS, || {
            let all = places(shapes_of(group).start);
            group += 1;
            (0..).zip(all).map(|(nth, place)| u8::from(HIEROGLYPHS.contains(place)) << nth).sum()
        })?;
        let colours = (0..=255).map(|on: u8| Colours::all_with(|own| (own & on).count_ones() >= 3)).collect();
        Ok(Self { hieroglyphs, colours })
    }

    /// The own side has three.
    pub(super) fn own(&self, group: usize) -> Colours {
        self.colours[self.hieroglyphs[group] as usize]
    }

    /// Neither side has three: the game goes on.
    pub(super) fn neither(&self, group: usize) -> Colours {
        let own = self.own(group);
        own.or(own.swapped()).not()
    }
}

/// What the analysis finds: the score of each placement.
pub(super) struct ScoreTable {
    pub(super) moves: Moves,
    pub(super) three: ThreeOnHieroglyphs,
    scores: Vec<AtomicU8>,
}

impl ScoreTable {
    /// The score of the placement with this number, for the player to move.
    #[inline]
    pub(super) fn score(&self, index: usize) -> Score {
        Score(self.scores[index].load(Ordering::Relaxed))
    }

    fn record(&self, shape: usize, colours: Colours, score: Score) {
        for colouring in colours.iter() {
            self.scores[shape * COLOURINGS + colouring].store(score.0, Ordering::Relaxed);
        }
    }
}

/// The analysis in progress.
struct Analysis {
    table: ScoreTable,
    won: Placements,
    lost: Placements,
    /// Halfway placements that are not lost as far as is known: own has three stones on hieroglyph
    /// fields, or a second part leads to a placement that is not won.
    open: Placements,
    /// What was found in the last round, and what is found in this one.
    last: Decided,
    now: Decided,
    /// Halfway placements, and placements before them, that have to be looked at.
    halfway: GroupedPlacements,
    before: GroupedPlacements,
}

/// Placements of one distance.
struct Decided {
    won: GroupedPlacements,
    lost: GroupedPlacements,
}

impl Decided {
    fn new() -> Result<Self, Error> {
        Ok(Self { won: GroupedPlacements::new()?, lost: GroupedPlacements::new()? })
    }

    fn is_empty(&self) -> bool {
        self.won.groups.list().is_empty() && self.lost.groups.list().is_empty()
    }
}

/// Solves the game.
///
/// # Errors
/// Too little memory, or the watch said to stop.
pub(super) fn solve(workers: &mut Workers<'_>) -> Result<ScoreTable, Error> {
    // All memory is taken before the work begins, that for the walks last.
    let scores = reserved(PLACEMENTS, || AtomicU8::new(Score::DRAW.0))?;
    workers.announce("walks", None);
    let mut analysis = Analysis {
        won: Placements::new()?,
        lost: Placements::new()?,
        open: Placements::new()?,
        last: Decided::new()?,
        now: Decided::new()?,
        halfway: GroupedPlacements::new()?,
        before: GroupedPlacements::new()?,
        table: ScoreTable { three: ThreeOnHieroglyphs::new()?, scores, moves: Moves::new(workers)? },
    };
    workers.announce("distance", Some(0));
    analysis.begin(workers)?;
    // It ends long before a distance would not fit into a score.
    for distance in 1..MAX_DISTANCE {
        workers.announce("distance", Some(distance.into()));
        analysis.keep(workers, distance - 1)?;
        analysis.wins(workers, distance == 1)?;
        analysis.losses(workers)?;
        if analysis.now.is_empty() {
            break;
        }
    }
    Ok(analysis.table)
}

impl Analysis {
    /// Finds what is decided without a turn: finished games, and players who have no turn.
    fn begin(&mut self, workers: &mut Workers<'_>) -> Result<(), Error> {
        let Self { table: ScoreTable { moves, three, .. }, open, now, .. } = self;
        let all = Colours::NONE.not();
        let groups: Vec<_> = (0..GROUPS as u32).collect();
        each_pair(workers, &groups, |group, shape, places, image| {
            let own = three.own(group);
            open.set_both(shape, image, own.or(moves.leading(Part::Other, places, all, |_| all)));
            if !own.is_empty() {
                now.won.add_both(group, shape, image, own);
            }
            true
        })?;
        each_pair(workers, &groups, |group, shape, places, image| {
            let asked = three.neither(group);
            let lost = asked.and(moves.leading(Part::Own, places, asked, |halfway| open.get(halfway)).not());
            if !lost.is_empty() {
                now.lost.add_both(group, shape, image, lost);
            }
            true
        })
    }

    /// Puts what was found at a distance into the table, and makes room for the next.
    fn keep(&mut self, workers: &mut Workers<'_>, distance: u8) -> Result<(), Error> {
        std::mem::swap(&mut self.last, &mut self.now);
        self.now.won.clear();
        self.now.lost.clear();
        let Self { table, won, lost, last, .. } = self;
        each_shape(workers, &last.won.groups.list(), |_, shape| {
            let colours = last.won.placements.get(shape);
            won.add(shape, colours);
            table.record(shape, colours, Score::win(distance));
            if distance == 0 {
                // The other side of a finished game; no game leads there, but it has a value.
                table.record(shape, colours.swapped(), Score::loss(0));
            }
            0
        })?;
        each_shape(workers, &last.lost.groups.list(), |_, shape| {
            let colours = last.lost.placements.get(shape);
            lost.add(shape, colours);
            table.record(shape, colours, Score::loss(distance));
            0
        })
    }

    /// Finds the placements before those that were lost in the last round.
    fn wins(&mut self, workers: &mut Workers<'_>, first: bool) -> Result<(), Error> {
        let Self { table: ScoreTable { moves, three, .. }, won, last, now, halfway, before, .. } = self;
        halfway.clear();
        before.clear();
        moves.before(workers, Part::Other, &last.lost, halfway)?;
        each_pair(workers, &halfway.groups_once(), |group, shape, _, image| {
            halfway.add_both(group, shape, image, halfway.get_both(shape, image));
            false
        })?;
        if first {
            // RAMSES-R2: three own stones on hieroglyph fields win in the middle of the turn.
            each_shape(workers, &last.won.groups.list(), |group, shape| {
                halfway.add(group, shape, three.own(group));
                0
            })?;
        }
        moves.before(workers, Part::Own, halfway, before)?;
        each_pair(workers, &before.groups_once(), |group, shape, _, image| {
            let found = before.get_both(shape, image).and(three.neither(group)).and(won.get(shape).not());
            if !found.is_empty() {
                now.won.add_both(group, shape, image, found);
            }
            false
        })
    }

    /// Finds the placements whose last way out was won by the opponent in the last round.
    fn losses(&mut self, workers: &mut Workers<'_>) -> Result<(), Error> {
        let Self { table: ScoreTable { moves, three, .. }, won, lost, open, last, now, halfway, before } = self;
        halfway.clear();
        before.clear();
        moves.before(workers, Part::Other, &last.won, halfway)?;
        each_pair(workers, &halfway.groups_once(), |group, shape, places, image| {
            let asked = halfway.get_both(shape, image).and(open.get(shape)).and(three.own(group).not());
            let mut shut = Colours::NONE;
            if !asked.is_empty() {
                let still = moves.leading(Part::Other, places, asked, |next| won.get(next).not());
                shut = asked.and(still.not());
                open.set_both(shape, image, open.get(shape).and(shut.not()));
            }
            halfway.placements.set_both(shape, image, shut);
            halfway.groups.set(image.group);
            halfway.groups.set(group);
            !asked.is_empty()
        })?;
        moves.before(workers, Part::Own, halfway, before)?;
        each_pair(workers, &before.groups_once(), |group, shape, places, image| {
            let decided = won.get(shape).or(lost.get(shape));
            let asked = before.get_both(shape, image).and(three.neither(group)).and(decided.not());
            if !asked.is_empty() {
                let still = moves.leading(Part::Own, places, asked, |halfway| open.get(halfway));
                let found = asked.and(still.not());
                if !found.is_empty() {
                    now.lost.add_both(group, shape, image, found);
                }
            }
            !asked.is_empty()
        })
    }
}

/// Does something with each shape of some groups, which returns how many units of work it was.
pub(super) fn each_shape(
    workers: &mut Workers<'_>,
    groups: &[u32],
    work: impl Fn(usize, usize) -> usize + Sync,
) -> Result<(), Error> {
    workers.run(groups.len(), PORTION, |nth| {
        let group = groups[nth] as usize;
        shapes_of(group).map(|shape| work(group, shape)).sum()
    })
}

/// The same for each shape that has not the higher number of two mirror images, given its group, its
/// number, its places and its image. The work returns whether it was any to speak of.
fn each_pair(
    workers: &mut Workers<'_>,
    groups: &[u32],
    work: impl Fn(usize, usize, FieldSet, &MirrorImage) -> bool + Sync,
) -> Result<(), Error> {
    workers.run(groups.len(), PORTION, |nth| {
        let (group, mut units) = (groups[nth] as usize, 0);
        MirrorImage::each(group, |shape, places, image| units += usize::from(work(group, shape, places, image)));
        units
    })
}
