//! Mirror images: half of the work.
//!
//! The upper and the lower row can be exchanged without any change to the game. So everything that
//! holds for a shape holds for its image, with the colours carried over; each pair of images is looked
//! at once, from the shape with the lower number.

use super::colours::Colours;
use super::index::{COLOURINGS, OWN_STONES, colouring, join, mirror, places, shape, split};
use super::moves::{group_of, shapes_of};
use amduat::FieldSet;

/// The most stones that can stand in the upper or in the lower row.
const ROW: usize = 5;

/// By the stones in the upper and in the lower row: the colouring of the image for each colouring.
static TURNED: [[[u8; COLOURINGS]; ROW + 1]; ROW + 1] = {
    let mut table = [[[0; COLOURINGS]; ROW + 1]; ROW + 1];
    let mut case = 0;
    while case < (ROW + 1) * (ROW + 1) {
        let (upper, lower) = (case / (ROW + 1), case % (ROW + 1));
        let mut c = 0;
        while c < COLOURINGS && upper + lower <= 8 {
            let mut own = 0;
            let mut nth = 0;
            while nth < 8 {
                // The stones of the lower row come first now, then those of the middle row.
                let to = if nth < upper {
                    8 - upper + nth
                } else if nth < 8 - lower {
                    lower + nth - upper
                } else {
                    nth + lower - 8
                };
                own |= (OWN_STONES[c] >> nth & 1) << to;
                nth += 1;
            }
            table[upper][lower][c] = colouring(own) as u8;
            c += 1;
        }
        case += 1;
    }
    table
};

/// The mirror image of a shape.
#[derive(Clone, Copy)]
pub(super) struct MirrorImage {
    /// The image, and its group.
    pub(super) shape: usize,
    pub(super) group: usize,
    /// How many stones the shape, not its image, has in the upper and in the lower row.
    rows: (usize, usize),
}

impl MirrorImage {
    /// The image of the first shape of a group.
    pub(super) fn of_group(group: usize) -> Self {
        const UPPER_ROW: FieldSet = FieldSet::first(12);
        let all = places(shapes_of(group).start);
        let image = shape(mirror(all));
        let rows = ((all & UPPER_ROW).len() as usize, (mirror(all) & UPPER_ROW).len() as usize);
        Self { shape: image, group: group_of(image), rows }
    }

    /// Calls `work` for each shape of a group that has not the higher number of two images, with its
    /// number, its places and its image.
    pub(super) fn each(group: usize, mut work: impl FnMut(usize, FieldSet, &Self)) {
        let first = Self::of_group(group);
        if first.group < group {
            return;
        }
        let shapes = shapes_of(group);
        let (ordinary, upper, lower) = split(places(shapes.start));
        for choice in 0..shapes.len() {
            // On one long field the choice is the place; on two it has both, upper before lower.
            let (up, low) = if shapes.len() == 64 { (choice / 8, choice % 8) } else { (choice, choice) };
            let image = if shapes.len() == 64 { low * 8 + up } else { choice };
            let image = Self { shape: first.shape + image, ..first };
            if shapes.start + choice <= image.shape {
                work(shapes.start + choice, join(ordinary, upper << up, lower << low), &image);
            }
        }
    }

    /// Colourings of the shape as they are in the image.
    pub(super) fn there(&self, colours: Colours) -> Colours {
        turned(colours, self.rows.0, self.rows.1)
    }

    /// Colourings of the image as they are in the shape.
    pub(super) fn here(&self, colours: Colours) -> Colours {
        turned(colours, self.rows.1, self.rows.0)
    }
}

fn turned(colours: Colours, upper: usize, lower: usize) -> Colours {
    let table = &TURNED[upper.min(ROW)][lower.min(ROW)];
    let each = |colours: Colours| {
        colours.iter().fold(Colours::NONE, |all, colouring| all.or(Colours::one(table[colouring] as usize)))
    };
    // Few colourings are quicker to turn than many.
    if colours.len() as usize > COLOURINGS / 2 { each(colours.not()).not() } else { each(colours) }
}

#[cfg(test)]
mod tests {
    use super::super::index::{SHAPES, coloured, index};
    use super::super::moves::GROUPS;
    use super::*;

    #[test]
    fn images_carry_the_colours_over() {
        let mut seen = 0;
        for group in (0..GROUPS).step_by(7) {
            MirrorImage::each(group, |number, all, image| {
                seen += 1;
                assert_eq!(shape(all), number);
                assert_eq!(image.group, group_of(image.shape));
                for c in 0..COLOURINGS {
                    let (own, other) = coloured(all, c);
                    let there = image.there(Colours::one(c));
                    let expected = index(mirror(own), mirror(other));
                    assert_eq!(there, Colours::one(expected % COLOURINGS));
                    assert_eq!(image.shape, expected / COLOURINGS);
                    assert_eq!(image.here(there), Colours::one(c));
                    assert_eq!(image.there(Colours::one(c).not()), there.not());
                }
            });
        }
        assert!(seen > 100_000);
    }

    #[test]
    fn every_shape_or_its_image_is_looked_at() {
        let mut seen = vec![0u8; SHAPES];
        for group in 0..GROUPS {
            MirrorImage::each(group, |number, _, image| {
                seen[number] += 1;
                seen[image.shape] += u8::from(image.shape != number);
            });
        }
        assert!(seen.iter().all(|&times| times == 1));
    }
}
