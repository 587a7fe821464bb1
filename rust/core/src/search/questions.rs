//! Leaves that wait for an evaluator: what it is shown of them, and what it answers.

use crate::error::{Error, ParseError};
use crate::game::{Game, GameAction, Returns};
use crate::observe::{self, Observe, Shown};

/// Takes what an evaluator says: logits, and values.
pub type Answer<'a> = &'a mut dyn FnMut(&[f32], &[f32]) -> Result<(), Error>;

/// What judges positions in place of a game's own evaluation, many at a time.
pub trait Evaluator {
    /// Judges so many positions. `observations` and `masks` have a row for each; `answer` is to be called once with
    /// a row of one number for each action (logits), and a row of one number for each player, who moves first.
    ///
    /// # Errors
    /// Whatever `answer` refuses, and whatever ends the search.
    fn evaluate(&mut self, rows: usize, observations: &[f32], masks: &[bool], answer: Answer<'_>) -> Result<(), Error>;
}

/// One leaf.
pub(crate) struct Inquiry<G> {
    pub(crate) position: G,
    /// Whose it is, where several trees ask at once.
    pub(crate) owner: usize,
    /// The way to it.
    pub(crate) path: Vec<u32>,
    /// The indices of the legal actions.
    pub(crate) legal: Vec<u16>,
    shown: Shown,
}

/// The leaves of one call of the evaluator.
pub(crate) struct Questions<G> {
    leaves: Vec<Inquiry<G>>,
    asked: usize,
    observations: Vec<f32>,
    masks: Vec<bool>,
    /// The probabilities of the legal actions of one row.
    shares: Vec<f32>,
}

impl<G: Observe> Questions<G> {
    pub(crate) fn new() -> Self {
        Self { leaves: Vec::new(), asked: 0, observations: Vec::new(), masks: Vec::new(), shares: Vec::new() }
    }

    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        self.asked
    }

    /// Adds a leaf where a player decides, and says so; not where nothing can be done.
    pub(crate) fn ask(&mut self, position: &G, owner: usize, path: &[u32]) -> bool {
        let (width, actions, row) = (G::OBSERVATION.len(), G::INFO.num_actions, self.asked);
        if row == self.leaves.len() {
            let (path, legal, shown) = (Vec::new(), Vec::new(), Shown::default());
            self.leaves.push(Inquiry { position: *position, owner, path, legal, shown });
            self.observations.resize((row + 1) * width, 0.0);
            self.masks.resize((row + 1) * actions, false);
        }
        let question = &mut self.leaves[row];
        let mask = &mut self.masks[row * actions..(row + 1) * actions];
        question.legal.drain(..).for_each(|index| mask[usize::from(index)] = false);
        let legal = &mut question.legal;
        position.each_action(|action| legal.push(action.index() as u16));
        if legal.is_empty() {
            return false;
        }
        for &index in legal.iter() {
            mask[usize::from(index)] = true;
        }
        let numbers = &mut self.observations[row * width..(row + 1) * width];
        question.shown.rewrite(position, numbers);
        (question.position, question.owner) = (*position, owner);
        question.path.clear();
        question.path.extend_from_slice(path);
        self.asked += 1;
        true
    }

    /// Asks the evaluator, and calls `learn` for each leaf with the shares of its legal actions and what it is worth
    /// to each player. All of them are forgotten then; after an error `forget` is called for each instead.
    pub(crate) fn answer(
        &mut self,
        evaluator: &mut dyn Evaluator,
        mut learn: impl FnMut(&Inquiry<G>, &[f32], Returns),
        mut forget: impl FnMut(&Inquiry<G>),
    ) -> Result<(), Error> {
        let rows = std::mem::take(&mut self.asked);
        if rows == 0 {
            return Ok(());
        }
        let (width, actions) = (G::OBSERVATION.len(), G::INFO.num_actions);
        let (questions, shares) = (&self.leaves[..rows], &mut self.shares);
        let (observations, masks) = (&self.observations[..rows * width], &self.masks[..rows * actions]);
        let mut answered = false;
        let result = evaluator.evaluate(rows, observations, masks, &mut |logits, values| {
            check(questions, logits, values)?;
            answered = true;
            let players = values.len() / rows;
            for (row, question) in questions.iter().enumerate() {
                softmax(&logits[row * actions..(row + 1) * actions], &question.legal, shares);
                let returns = turned(&question.position, &values[row * players..(row + 1) * players]);
                learn(question, shares, returns);
            }
            Ok(())
        });
        if !answered {
            questions.iter().for_each(&mut forget);
        }
        result
    }
}

/// Refuses answers that are not numbers, and too few of them.
fn check<G: Game>(questions: &[Inquiry<G>], logits: &[f32], values: &[f32]) -> Result<(), Error> {
    let (rows, actions) = (questions.len(), G::INFO.num_actions);
    let players = questions.first().map_or(0, |question| question.position.players());
    let refuse = |row: usize, value: f32, what: &str| {
        Err(Error::Argument(ParseError::new("evaluate", value, format!("{what} in row {row}"))))
    };
    if logits.len() != rows * actions || values.len() != rows * players {
        let reason = format!("expected {rows} rows of {actions} logits and {players} values");
        return Err(Error::Argument(ParseError::new("evaluate", logits.len(), reason)));
    }
    for (row, question) in questions.iter().enumerate() {
        let legal = || question.legal.iter().map(|&index| logits[row * actions + usize::from(index)]);
        if let Some(wrong) = legal().find(|logit| logit.is_nan() || *logit == f32::INFINITY) {
            return refuse(row, wrong, "a logit of a legal action is not a number");
        }
        if legal().all(|logit| logit == f32::NEG_INFINITY) {
            return refuse(row, f32::NEG_INFINITY, "the logits of all legal actions are minus infinity");
        }
        let own = &values[row * players..(row + 1) * players];
        if let Some(&wrong) = own.iter().find(|value| !value.is_finite()) {
            return refuse(row, wrong, "a value is not a finite number");
        }
    }
    Ok(())
}

/// The probabilities of the legal actions.
fn softmax(logits: &[f32], legal: &[u16], shares: &mut Vec<f32>) {
    let logit = |&index: &u16| logits[usize::from(index)];
    let highest = legal.iter().map(logit).fold(f32::NEG_INFINITY, f32::max);
    shares.clear();
    shares.extend(legal.iter().map(|index| (logit(index) - highest).exp()));
    let sum: f32 = shares.iter().sum();
    for share in shares {
        *share /= sum;
    }
}

/// Values by seat, the player to move first, become values by player, from −1 to 1.
fn turned<G: Observe>(position: &G, values: &[f32]) -> Returns {
    let mut returns = Returns::default();
    for ((_, player), &value) in observe::around(position.viewer(), position.players()).zip(values) {
        returns[player.index()] = f64::from(value.clamp(-1.0, 1.0));
    }
    returns
}
