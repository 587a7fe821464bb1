//! What holds of every position, of every action and of every refusal; as far as it is found out quickly.

use amduat::notation::MAX_TEXT;
use amduat::{AnyPosition, Error, Game, GameAction, ParseError, Player, Registered, Turn, Visitor, observe, pack};

/// No reason is longer, in characters.
const LONGEST_REASON: usize = 1000;

/// The parts of an error that has any.
pub(crate) fn parts(error: &Error) -> &ParseError {
    match error {
        Error::Game(parts)
        | Error::Argument(parts)
        | Error::Position(_, parts)
        | Error::Action(_, parts)
        | Error::Option(_, parts)
        | Error::Illegal(_, parts) => parts,
        other => panic!("has no parts: {other}"),
    }
}

/// An error names the part, quotes some of the input, and gives a reason, all of it in bounds.
pub(crate) fn explains(error: &Error) {
    let parts = parts(error);
    assert!(!parts.field.is_empty(), "no part is named: {error}");
    assert!(parts.input.chars().count() <= 81, "too much is quoted: {error}");
    assert!(!parts.reason.is_empty() && parts.reason.chars().count() <= LONGEST_REASON, "no reason: {error}");
}

/// The error quotes what stands in this text.
pub(crate) fn quotes(error: &Error, text: &str) {
    explains(error);
    let input = &parts(error).input;
    assert!(text.contains(input.strip_suffix('…').unwrap_or(input)) || text.contains(input), "{text:?}: {error}");
}

/// Asks to stop after so many questions.
pub(crate) fn patience(mut questions: u32) -> impl FnMut() -> bool {
    move || {
        questions = questions.saturating_sub(1);
        questions == 0
    }
}

/// The legal actions.
pub(crate) fn actions<G: Game>(position: &G) -> Vec<G::Action> {
    let mut actions = Vec::new();
    position.each_action(|action| actions.push(action));
    actions
}

/// Everything that is soon found out of a position: that its text reads back; that actions are legal and counted, in
/// ascending order, with indices and texts that read back; that probabilities add up to 1; that it is packed and
/// unpacked; that observations are in bounds; and that another action is refused with a reason. That other action is
/// the one with the number `strange`, as far as there is one.
pub(crate) fn hold<G: Registered>(position: &G, strange: usize) -> Vec<G::Action> {
    let text = position.to_string();
    assert!(text.len() <= MAX_TEXT, "is longer than texts are: {text}");
    assert_eq!(text.parse().as_ref(), Ok(position), "the text of a position reads back");
    let legal = actions(position);
    turns(position, &legal);
    assert_eq!(position.count_actions(), legal.len() as u64, "actions are counted as listed: {text}");
    let ascending = legal.is_sorted_by(|a, b| a.index() < b.index() && a < b);
    assert!(ascending, "actions are in ascending order, each once: {text}");
    for &action in &legal {
        assert!(
            action.index() < G::INFO.num_actions && G::Action::from_index(action.index()) == Some(action),
            "{text}"
        );
    }
    if !legal.is_empty() {
        let some = legal[strange % legal.len()];
        assert!(position.is_legal(some) && position.refusal(some).is_none(), "what is listed is legal: {text}: {some}");
        assert_eq!(some.to_string().parse(), Ok(some), "the text of an action reads back: {text}");
    }
    if let Some(other) = G::Action::from_index(strange % G::INFO.num_actions)
        && !legal.contains(&other)
    {
        assert!(!position.is_legal(other), "what is not listed is not legal: {text}: {other}");
        let reason = position.refusal(other).unwrap_or_default();
        assert!(!reason.is_empty() && reason.chars().count() <= LONGEST_REASON, "is refused: {text}: {other}");
    }
    chances(position, &legal);
    packed(position);
    observed(position, &legal, strange);
    legal
}

fn turns<G: Registered>(position: &G, legal: &[G::Action]) {
    let (turn, owner, players) = (position.turn(), position.turn_owner(), position.players());
    let (least, most) = G::INFO.players;
    assert!((least..=most).contains(&players), "the number of players is in range: {position}");
    assert_eq!(turn == Turn::Over, legal.is_empty(), "a game is over where nothing can be done: {position}");
    assert_eq!(turn == Turn::Over, owner.is_none(), "while the game runs it is somebody's turn: {position}");
    if let Turn::Player(player) = turn {
        assert!(owner == Some(player) && player.index() < players, "who decides takes part: {position}");
    }
    let returns = position.returns();
    let running = turn != Turn::Over;
    let right = |(player, value): (usize, &f64)| {
        if running || player >= players { *value == 0.0 } else { (-1.0..=1.0).contains(value) }
    };
    assert!(returns.iter().enumerate().all(right), "results are from -1 to 1: {position}: {returns:?}");
}

fn chances<G: Registered>(position: &G, legal: &[G::Action]) {
    let acts = position.turn() == Turn::Chance;
    let (mut sum, mut total) = (0, 1);
    for &action in legal {
        let (weight, all) = position.probability(action);
        assert_eq!(weight > 0, acts, "outcomes have a probability, and nothing else has: {position}");
        assert_eq!(action.is_chance(), acts, "an outcome says that chance brings it about: {position}");
        (sum, total) = (sum + weight, all);
    }
    assert!(!acts || sum == total, "the probabilities add up to 1: {position}");
}

fn packed<G: Registered>(position: &G) {
    let words = position.pack();
    assert_eq!(position.unpack(words), *position, "what is packed is unpacked");
    let used = position.words();
    assert!(used <= pack::MOST_WORDS && words[used..].iter().all(|&word| word == 0), "as few words: {position}");
    for image in 0..G::IMAGES {
        let turned = position.turned(image);
        assert_eq!(turned.count_actions(), position.count_actions(), "images have as many actions: {position}");
    }
}

fn observed<G: Registered>(position: &G, legal: &[G::Action], strange: usize) {
    let seat = Player::new(strange % position.players());
    let mut seen = vec![false; G::OBSERVATION.len()];
    position.observe(seat, |place: usize, value: f32| {
        assert!(value > 0.0 && value <= 1.0, "numbers are above 0 and up to 1: {position}: {value}");
        assert!(!std::mem::replace(&mut seen[place], true), "each number is written once: {position}: {place}");
    });
    assert!(position.viewer().index() < position.players(), "who looks takes part: {position}");
    let masked = observe::mask(position).into_iter().filter(|&legal| legal).count();
    let decided = if position.turn() == Turn::Chance { 0 } else { legal.len() };
    assert_eq!(masked, decided, "the mask shows what a player may do: {position}");
}

/// Checks a position of any game in its own type.
pub(crate) struct Hold(pub(crate) usize);

impl Visitor for Hold {
    type Output = ();

    fn visit<G: Registered>(self, position: &G) {
        hold(position, self.0);
    }
}

/// As [`hold`], for a position of any game.
pub(crate) fn any_hold(position: &AnyPosition, strange: usize) {
    position.accept(Hold(strange));
}
