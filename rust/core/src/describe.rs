//! Words for people, and what boards show: names, sentences, walks, and what stands where.

use crate::field::Field;
use crate::game::{Game, Player, Turn};

/// What is off the board or in the middle of a turn, the same way for all games. What a game does not
/// have is `None` or empty.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct State {
    /// What comes next, in one word of the game: `own`, `roll`, `place`, … `over` when the game is.
    pub phase: &'static str,
    /// The field whose stone may not be moved.
    pub ban: Option<Field>,
    /// What the dice show, from the roll to the end of the turn.
    pub dice: Vec<u8>,
    /// The faces of each die.
    pub faces: Vec<Vec<u8>>,
    /// The tile in hand, `?` while nobody has seen it.
    pub hand: Option<String>,
    /// The players who have taken a place, the first first.
    pub places: Vec<Player>,
    /// What is off the board, by kind: one number for each player, or a single one for a common pile.
    pub reserves: Vec<(&'static str, Vec<u8>)>,
}

/// What one piece adds to the total of its player in a game played for points, and why.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ScoredPiece {
    /// Whose total it adds to.
    pub player: Player,
    /// Where it stands.
    pub field: Field,
    /// What is counted for it: the field of each thing, and its points.
    pub counted: Vec<(Field, i32)>,
}

impl ScoredPiece {
    /// The sum of all that is counted for it.
    pub fn points(&self) -> i32 {
        self.counted.iter().map(|&(_, points)| points).sum()
    }
}

/// What a game may add to its rules for those who show it to people. All of it has defaults.
pub trait Describe: Game {
    /// How a field is written in the notation.
    fn field_name(field: Field) -> String {
        field.index().to_string()
    }

    /// What a player is called: `Light`, `Player 2`.
    fn player_name(&self, player: Player) -> String {
        format!("Player {}", player.index() + 1)
    }

    /// One sentence for people: who has to do what, or who has won and why.
    fn describe(&self) -> String {
        match self.turn() {
            Turn::Player(player) => format!("{} is to act.", self.player_name(player)),
            Turn::Chance => "Chance is to act.".to_string(),
            Turn::Over => "The game is over.".to_string(),
        }
    }

    /// What stands on the board, as pairs of field and piece in the words of the notation, in
    /// ascending order of the fields. For drawing.
    fn pieces(&self) -> Vec<(String, String)> {
        Vec::new()
    }

    /// How the [scores](Game::scores) come about, piece by piece, in ascending order of the fields;
    /// empty where nothing is played for points.
    fn scored_pieces(&self) -> Vec<ScoredPiece> {
        Vec::new()
    }

    /// What is off the board or in the middle of a turn.
    fn state(&self) -> State {
        State::default()
    }

    /// What an action brings about besides itself, one sentence each: stones that are hit, trapped or lost,
    /// parts of a turn that are skipped. Empty where it does only what it says.
    fn events(&self, action: Self::Action) -> Vec<String> {
        let _ = action;
        Vec::new()
    }

    /// All walks that make this move, each with its start first; none when the action moves no stone
    /// from field to field.
    fn walks(&self, action: Self::Action) -> Vec<Vec<Field>> {
        let _ = action;
        Vec::new()
    }

    /// One of the [`walks`](Self::walks), or empty.
    fn path(&self, action: Self::Action) -> Vec<Field> {
        self.walks(action).into_iter().next().unwrap_or_default()
    }
}
