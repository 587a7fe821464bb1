//! The arrays that a batch writes, one row for each game.

/// One row or many of all arrays.
pub struct Arrays<'a> {
    /// The observations of the players to move, all numbers of one row after the other.
    pub observations: &'a mut [f32],
    /// Which actions are legal.
    pub masks: &'a mut [bool],
    /// The player to move, or [`OVER`](super::OVER).
    pub players: &'a mut [i32],
    /// The results for each player, in the step that ends a game.
    pub rewards: &'a mut [f32],
    /// Whether the last step has ended a game, or cut it off.
    pub over: &'a mut [bool],
    /// Whether the last step has cut a game off for its length.
    pub truncated: &'a mut [bool],
    /// What the last position of the game before looked like, where games begin anew in the step that ends them.
    pub finals: &'a mut [f32],
}

/// How many numbers a row of each array has.
#[derive(Clone, Copy)]
pub(super) struct Widths {
    pub(super) observation: usize,
    pub(super) actions: usize,
    pub(super) players: usize,
}

impl Arrays<'_> {
    /// Whether all arrays have so many rows.
    pub(super) fn fit(&self, rows: usize, widths: Widths) -> bool {
        self.observations.len() == rows * widths.observation
            && self.finals.len() == rows * widths.observation
            && self.masks.len() == rows * widths.actions
            && self.rewards.len() == rows * widths.players
            && [self.players.len(), self.over.len(), self.truncated.len()] == [rows; 3]
    }

    /// The first so many rows, and the others.
    pub(super) fn split(self, rows: usize, widths: Widths) -> (Self, Self) {
        let (observations, more_observations) = self.observations.split_at_mut(rows * widths.observation);
        let (masks, more_masks) = self.masks.split_at_mut(rows * widths.actions);
        let (players, more_players) = self.players.split_at_mut(rows);
        let (rewards, more_rewards) = self.rewards.split_at_mut(rows * widths.players);
        let (over, more_over) = self.over.split_at_mut(rows);
        let (truncated, more_truncated) = self.truncated.split_at_mut(rows);
        let (finals, more_finals) = self.finals.split_at_mut(rows * widths.observation);
        let first = Arrays { observations, masks, players, rewards, over, truncated, finals };
        let rest = Arrays {
            observations: more_observations,
            masks: more_masks,
            players: more_players,
            rewards: more_rewards,
            over: more_over,
            truncated: more_truncated,
            finals: more_finals,
        };
        (first, rest)
    }

    /// One row of all arrays.
    #[inline(always)]
    pub(super) fn row(&mut self, row: usize, widths: Widths) -> Arrays<'_> {
        let part = |width: usize| row * width..(row + 1) * width;
        Arrays {
            observations: &mut self.observations[part(widths.observation)],
            masks: &mut self.masks[part(widths.actions)],
            players: &mut self.players[row..=row],
            rewards: &mut self.rewards[part(widths.players)],
            over: &mut self.over[row..=row],
            truncated: &mut self.truncated[row..=row],
            finals: &mut self.finals[part(widths.observation)],
        }
    }
}
