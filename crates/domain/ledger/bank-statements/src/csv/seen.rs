//! What was seen in a column that may say whether money came or went.

use super::{
    direction::{Direction, direction, word},
    signs::Sign,
};
use std::collections::BTreeSet;

/// Different words of a column at most that may be directions.
const MAX_WORDS: usize = 40;

/// Characters of a cell at most that may be a direction.
const MAX_WORD: usize = 40;

/// Letters of a word at least that is a direction in a text: payers write single ones.
const MIN_IN_TEXT: usize = 3;

/// What a column is, beside the one that is chosen as the direction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    /// Named as the kind of movement.
    Kind,
    /// A text, which payers may have written.
    Text,
    /// Known to be of something else.
    Beside,
    /// Nobody knows what it is.
    Unknown,
}

/// What was seen in one column.
#[derive(Debug)]
pub(super) struct Seen {
    pub(super) role: Role,
    /// Of its short cells.
    pub(super) words: BTreeSet<String>,
    /// There are too many to be directions.
    is_varied: bool,
    /// Each of its cells is such a word.
    is_whole: bool,
    /// A cell is a direction for sure.
    pub(super) has_direction: bool,
    /// What went out has a minus.
    debit_with_minus: bool,
    /// What went out has none.
    debit_without: bool,
}

impl Seen {
    /// Nothing yet; `is_first` where no row stands above.
    pub(super) const fn nothing(role: Role, is_first: bool) -> Self {
        Self {
            role,
            words: BTreeSet::new(),
            is_varied: false,
            is_whole: is_first,
            has_direction: false,
            debit_with_minus: false,
            debit_without: false,
        }
    }

    /// Looks at a cell, beside an amount of this sign.
    pub(super) fn look(&mut self, text: &str, sign: Option<Sign>) {
        let length = text.chars().count();
        let is_word = length <= 2 || !text.chars().any(|c| c.is_ascii_digit());
        if !(1..=MAX_WORD).contains(&length) {
            self.is_whole = false;
            return;
        }
        if is_word && self.words.len() < MAX_WORDS {
            self.words.insert(word(text));
        } else {
            self.is_whole = false;
            self.is_varied |= is_word;
        }
        let said = said(self.role, text);
        self.has_direction |= said.is_some();
        if said == Some(Direction::Debit) {
            self.debit_with_minus |= sign == Some(Sign::Minus);
            self.debit_without |= matches!(sign, Some(Sign::Plus | Sign::None));
        }
    }

    /// Whether all of its cells are directions. A minus alone stands for an empty cell.
    pub(super) fn is_direction(&self, name: &str) -> bool {
        let all = || self.words.iter().all(|word| direction(word, name, &self.words).is_some());
        let is_minus = || self.words.len() == 1 && self.words.contains("minus");
        self.is_whole && !self.words.is_empty() && !is_minus() && all()
    }

    /// Whether it may say the direction.
    pub(super) fn may_tell(&self) -> bool {
        let is_open = matches!(self.role, Role::Kind | Role::Unknown);
        self.has_direction || (is_open && !self.is_varied && !self.words.is_empty())
    }

    /// Whether it says that signs are no directions: nothing that went out has a minus.
    pub(super) fn refutes_signs(&self) -> bool {
        self.role != Role::Text && self.debit_without && !self.debit_with_minus
    }

    /// Whether it contradicts the signs of some amounts.
    pub(super) const fn doubts_signs(&self) -> bool {
        self.debit_without
    }
}

/// The direction that a cell says for sure. A sign alone may stand for an empty cell.
pub(super) fn said(role: Role, text: &str) -> Option<Direction> {
    let letters = text.chars().filter(|c| c.is_alphanumeric()).count();
    let least = if role == Role::Text { MIN_IN_TEXT } else { 1 };
    if letters < least || text.chars().count() > MAX_WORD {
        return None;
    }
    direction(&word(text), "", &BTreeSet::new())
}
