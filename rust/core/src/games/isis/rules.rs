//! Turns: what a player may do, what follows from it, and when it ends.

use super::act::{ACTS, Act, Move};
use super::board::{THRONES, UNDERWORLD};
use super::moves::{Kind, Mobility};
use super::position::{End, Personal, Position};
use super::reach;
use crate::count::Count;
use crate::describe::{Describe, State};
use crate::error::ParseError;
use crate::field::{Field, FieldSet};
use crate::game::{self, Game, Info, MAX_PLAYERS, Player, Returns, Turn};
use crate::options::{OptionInfo, Options};

/// The words for the end of the game, in options and notation.
pub(super) const ENDS: [(&str, End); 2] = [("first", End::First), ("all", End::All)];

impl Position {
    #[inline(always)]
    pub(super) fn sources(&self) -> [(Kind, FieldSet); 2] {
        [(Kind::Neutral, self.neutral_sources()), (Kind::Personal, self.personal_source())]
    }

    fn can_move(&self, kind: Kind, sources: FieldSet) -> bool {
        let memory = &reach::memory();
        let mobility = Mobility::new(self, memory);
        sources.iter().any(|from| !mobility.targets(kind, from).is_empty())
    }

    /// Whether the player can neither move nor flip a stone.
    fn is_blocked(&self) -> bool {
        self.flippable().is_empty() && !self.sources().into_iter().any(|(kind, from)| self.can_move(kind, from))
    }

    fn allows_move(&self, kind: Kind, sources: FieldSet, moved: Move) -> bool {
        let memory = &reach::memory();
        sources.contains(moved.from) && Mobility::new(self, memory).targets(kind, moved.from).contains(moved.to)
    }

    fn move_neutral(&mut self, moved: Move) {
        self.neutrals = self.neutrals.moved(moved.from, moved.to) - UNDERWORLD.set();
        let trapped = self.trapped(&reach::memory());
        self.send_down(trapped);
        // ISIS-R2: a stone that is trapped counts as not moved. (It never is: it could walk back.)
        self.ban = (!trapped.contains(moved.to)).then_some(moved.to);
    }

    fn move_personal(&mut self, moved: Move) {
        let enthroned = THRONES.contains(moved.to);
        // ISIS-R5, ISIS-R7: a player who goes on to play for places is out, and the stone is below as
        // a neutral one, without a ban, before anything is trapped.
        let finished = enthroned && self.end == End::All;
        self.set_own(if finished { Personal::Finished(self.finished() + 1) } else { Personal::On(moved.to) });
        if finished || !enthroned {
            self.send_down(self.trapped(&reach::memory()));
        }
    }

    /// What the player to move can do, and what the ban forbids.
    fn duties(&self) -> String {
        let duties = [
            (self.can_move(Kind::Neutral, self.neutral_sources()), "moves a neutral stone"),
            (self.can_move(Kind::Personal, self.personal_source()), "moves the own personal stone"),
            (!self.flippable().is_empty(), "flips a neutral stone in the heavenly fields"),
        ];
        let duties: Vec<_> = duties.into_iter().filter_map(|(possible, duty)| possible.then_some(duty)).collect();
        let duties = if duties.is_empty() { "has to pass".to_string() } else { duties.join(" or ") };
        let ban = match self.ban {
            None => String::new(),
            Some(UNDERWORLD) => "; no neutral stone may leave the underworld".to_string(),
            Some(field) => format!("; the neutral stone on {} is banned", field.index()),
        };
        format!("{} {duties}{ban}.", self.player_name(self.side()))
    }
}

impl Game for Position {
    type Action = Act;

    const INFO: Info = Info {
        name: "isis",
        title: "ISIS",
        options: &[
            OptionInfo { name: "players", default: "2", help: "how many take part: 2, 3 or 4" },
            OptionInfo {
                name: "end",
                default: "first",
                help: "when the game is over: with the `first` throne, or when `all` places are known",
            },
            OptionInfo { name: "first", default: "1", help: "which player begins, counted from 1" },
        ],
        players: (2, MAX_PLAYERS),
        num_actions: ACTS,
        has_chance: false,
    };

    fn start(options: &Options) -> Result<Self, ParseError> {
        let players = options.number("players", 2, 2..=MAX_PLAYERS)?;
        let end = options.choice("end", End::First, &ENDS)?;
        let first = options.number("first", 1, 1..=players)?;
        Ok(Self {
            neutrals: FieldSet::EMPTY,
            personals: [Personal::Unclaimed; MAX_PLAYERS],
            players: players as u8,
            side: first as u8 - 1,
            ban: None,
            end,
        })
    }

    fn players(&self) -> usize {
        usize::from(self.players)
    }

    fn turn(&self) -> Turn {
        if self.is_over() { Turn::Over } else { Turn::Player(self.side()) }
    }

    fn turn_owner(&self) -> Option<Player> {
        (!self.is_over()).then(|| self.side())
    }

    fn each_action(&self, mut visit: impl FnMut(Act)) {
        if self.is_over() {
            return;
        }
        let memory = &reach::memory();
        let mobility = Mobility::new(self, memory);
        let mut blocked = true;
        for (kind, sources) in self.sources() {
            for from in sources {
                for to in mobility.targets(kind, from) {
                    blocked = false;
                    visit(kind.act(Move { from, to }));
                }
            }
        }
        for field in self.flippable() {
            blocked = false;
            visit(Act::Flip(field));
        }
        if blocked {
            visit(Act::Pass);
        }
    }

    fn is_legal(&self, action: Act) -> bool {
        !self.is_over()
            && match action {
                Act::Neutral(moved) => self.allows_move(Kind::Neutral, self.neutral_sources(), moved),
                Act::Personal(moved) => self.allows_move(Kind::Personal, self.personal_source(), moved),
                Act::Flip(field) => self.flippable().contains(field),
                Act::Pass => self.is_blocked(),
            }
    }

    fn play(&self, action: Act) -> Self {
        // ISIS-R2: only the move of a neutral stone causes a ban; whatever is done ends the old one.
        let mut next = Self { ban: None, ..*self };
        match action {
            Act::Neutral(moved) => next.move_neutral(moved),
            Act::Personal(moved) => next.move_personal(moved),
            Act::Flip(field) => {
                next.neutrals -= field.set();
                next.set_own(Personal::On(field));
            }
            Act::Pass => {}
        }
        next.side = next.next_side();
        next
    }

    fn returns(&self) -> Returns {
        match (self.end, self.enthroned()) {
            (End::First, Some((winner, _))) => game::shared_win(self.players(), [winner]),
            (End::All, _) if self.is_over() => game::placed(&self.order()),
            _ => Returns::default(),
        }
    }
}

impl Count for Position {
    const SAMPLES: bool = true;

    #[inline(always)]
    fn sample_action(&self, draw: impl FnOnce(usize) -> usize) -> Option<Act> {
        self.draw(&reach::memory(), draw)
    }

    #[inline(always)]
    fn count_actions(&self) -> u64 {
        self.count(&reach::memory())
    }

    #[inline(always)]
    fn count_pairs(&self) -> u64 {
        self.count_two_plies(&reach::memory())
    }
}

impl Describe for Position {
    fn walks(&self, action: Act) -> Vec<Vec<Field>> {
        match action {
            Act::Neutral(moved) => Mobility::new(self, &reach::memory()).walks(Kind::Neutral, moved).collect(),
            Act::Personal(moved) => Mobility::new(self, &reach::memory()).walks(Kind::Personal, moved).collect(),
            Act::Flip(_) | Act::Pass => Vec::new(),
        }
    }

    fn path(&self, action: Act) -> Vec<Field> {
        match action {
            Act::Neutral(moved) => Mobility::new(self, &reach::memory()).walks(Kind::Neutral, moved).next(),
            Act::Personal(moved) => Mobility::new(self, &reach::memory()).walks(Kind::Personal, moved).next(),
            Act::Flip(_) | Act::Pass => None,
        }
        .unwrap_or_default()
    }

    fn field_name(field: Field) -> String {
        field.index().to_string()
    }

    fn pieces(&self) -> Vec<(String, String)> {
        let below = (0..self.neutrals_in_underworld()).map(|_| UNDERWORLD);
        let neutrals = below.chain(self.neutrals).map(|field| (field, "neutral".to_string()));
        let personals = self.personals().iter().zip(1..).filter_map(|(personal, player)| match personal {
            Personal::On(field) => Some((*field, format!("personal {player}"))),
            _ => None,
        });
        let mut pieces: Vec<_> = neutrals.chain(personals).collect();
        pieces.sort_by_key(|&(field, _)| field);
        pieces.into_iter().map(|(field, piece)| (Self::field_name(field), piece)).collect()
    }

    /// The phases are `move`, also where only a flip or the pass is left, and `over`. A place is that of a
    /// player who has finished; in a game for the first throne it is the winner's.
    fn state(&self) -> State {
        let enthroned = self.enthroned().map(|(winner, _)| winner);
        let finished = self.order().into_iter().take(self.finished().into());
        let mut places: Vec<_> = enthroned.into_iter().chain(finished).collect();
        if self.end == End::All && self.is_over() {
            places = self.order();
        }
        let phase = if self.is_over() { "over" } else { "move" };
        State { phase, ban: self.ban, places, ..State::default() }
    }

    fn describe(&self) -> String {
        if let (End::First, Some((winner, throne))) = (self.end, self.enthroned()) {
            let winner = self.player_name(winner);
            return format!("{winner} has won: the personal stone is on throne {}.", throne.index());
        }
        if !self.is_over() {
            return self.duties();
        }
        let mut names = self.order().into_iter().map(|player| self.player_name(player));
        let (winner, others) = (names.next().unwrap_or_default(), names.collect::<Vec<_>>());
        let come = if others.len() == 1 { "comes" } else { "come" };
        format!("{winner} has won: the first on a throne; then {come} {}.", others.join(", "))
    }
}
