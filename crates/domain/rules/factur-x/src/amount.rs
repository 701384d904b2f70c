//! Whether an amount stands in a text by itself.

/// The fewest digits of a whole amount that is no accident without a currency beside it.
const FEWEST_DIGITS: usize = 4;

/// Names of currencies that are no three capital letters.
const CURRENCIES: [&str; 7] = ["€", "$", "£", "Kč", "Ft", "zł", "Eur"];

/// Whether an amount such as `1234.50` stands there: `1 234,50`, `1.234,50`, `1'234.50`, with a break of the text in it.
/// Cents that are zero may be left out beside a currency, or of a larger amount.
pub(crate) fn stands_in(text: &[char], amount: &str) -> bool {
    let amount = amount.trim_start_matches(['-', '+']);
    let (whole, cents) = amount.split_once('.').unwrap_or((amount, ""));
    if whole.is_empty() || !whole.bytes().chain(cents.bytes()).all(|byte| byte.is_ascii_digit()) {
        return false;
    }
    let cents = format!("{:0<2}", cents.trim_end_matches('0'));
    let (whole, cents): (Vec<char>, Vec<char>) = (whole.chars().collect(), cents.chars().collect());
    let round = cents.iter().all(|digit| *digit == '0');
    (0..text.len()).any(|start| {
        let Some(read) = Reading::of_whole(text, start, &whole) else { return false };
        is_begin(text, start, &whole)
            && (read.then_cents(&cents).is_some_and(|end| is_end(text, end))
                || round && is_round(text, (start, read.end), whole.len()))
    })
}

/// Digits that were read, up to where.
struct Reading<'a> {
    text: &'a [char],
    end: usize,
    /// Whether the digits were grouped.
    grouped: bool,
    /// How often there was a break within a group.
    breaks: usize,
    /// How many gaps between digits had white space, of how many.
    spaced: (usize, usize),
}

impl<'a> Reading<'a> {
    /// The digits before the decimal sign.
    fn of_whole(text: &'a [char], start: usize, digits: &[char]) -> Option<Self> {
        let mut read = Self { text, end: start, grouped: false, breaks: 0, spaced: (0, 0) };
        for (number, digit) in digits.iter().enumerate() {
            let left = digits.len() - number;
            if number > 0 {
                read.gap(left.is_multiple_of(3));
            }
            read.digit(*digit)?;
        }
        Some(read)
    }

    /// Where the amount ends, if its cents follow.
    fn then_cents(&self, cents: &[char]) -> Option<usize> {
        let Self { text, grouped, breaks, spaced, .. } = *self;
        let mut read = Self { text, end: self.end, grouped, breaks, spaced };
        let mut spaces = read.white_space();
        text.get(read.end).filter(|sign| matches!(sign, '.' | ','))?;
        read.end += 1;
        spaces += read.white_space();
        read.spaced = (spaced.0 + usize::from(spaces > 0), spaced.1 + 1);
        for (number, digit) in cents.iter().enumerate() {
            if number > 0 {
                // behind the decimal sign a break is no new number
                read.grouped = true;
                read.gap(false);
            }
            read.digit(*digit)?;
        }
        read.is_one().then_some(read.end)
    }

    fn digit(&mut self, digit: char) -> Option<()> {
        let is_it = self.text.get(self.end) == Some(&digit);
        self.end += usize::from(is_it);
        is_it.then_some(())
    }

    /// What is between two digits: white space, or between groups a sign as well.
    fn gap(&mut self, of_groups: bool) {
        let spaces = self.white_space();
        self.spaced = (self.spaced.0 + usize::from(spaces > 0), self.spaced.1 + 1);
        let is_sign = matches!(self.text.get(self.end), Some('.' | ',' | '\'' | '’'));
        if of_groups && spaces == 0 && is_sign {
            self.end += 1;
            self.grouped = true;
        } else if of_groups {
            self.grouped |= spaces > 0;
        } else if spaces > 0 {
            // a break before any grouping may be the end of another number
            self.breaks += if self.grouped { 1 } else { 2 };
        }
    }

    fn white_space(&mut self) -> usize {
        let spaces = self.text[self.end..].iter().take(2).take_while(|c| c.is_whitespace()).count();
        self.end += spaces;
        spaces
    }

    /// Whether it reads as one number: at most one break, or all digits set apart.
    fn is_one(&self) -> bool {
        let (spaced, gaps) = self.spaced;
        self.breaks <= 1 || (spaced == gaps && gaps > 2)
    }
}

/// Whether no other digits belong to what begins here: not the `1` of `1.656,25`, nor that of `1 656,25`.
fn is_begin(text: &[char], start: usize, whole: &[char]) -> bool {
    let before = |back: usize| start.checked_sub(back).and_then(|place| text.get(place));
    let is_digit = |back| before(back).is_some_and(char::is_ascii_digit);
    match before(1) {
        Some(one) if one.is_ascii_digit() => false,
        Some('.' | ',' | '\'' | '’') => !is_digit(2),
        Some(' ' | '\u{a0}' | '\u{202f}' | '\u{2009}') => {
            !(whole.len() >= 3 && starts_with_group(text, start) && is_digit(2))
        }
        _ => true,
    }
}

/// Whether exactly three digits begin here, as behind the thousands.
fn starts_with_group(text: &[char], start: usize) -> bool {
    text[start..].iter().take_while(|c| c.is_ascii_digit()).count() == 3
}

fn is_end(text: &[char], end: usize) -> bool {
    let is_digit = |place: usize| text.get(place).is_some_and(char::is_ascii_digit);
    match text.get(end) {
        Some('.' | ',' | '\'' | '’') => !is_digit(end + 1),
        _ => !is_digit(end),
    }
}

/// Whether what was read is an amount without cents: nothing that could be its continuation, and a currency, or the dash
/// that stands for cents, beside it, or digits enough.
fn is_round(text: &[char], (start, end): (usize, usize), digits: usize) -> bool {
    let after: String = text[end..].iter().take(8).collect();
    let rest = after.trim_start_matches([' ', '\u{a0}', '\u{202f}', '.', ',', '\'']);
    if rest.starts_with(|c: char| c.is_ascii_digit()) {
        return false;
    }
    let from = start.saturating_sub(5);
    let before: String = text[from..start].iter().collect();
    let dash = [",-", ".-", ",–", ".–"].iter().any(|sign| after.starts_with(sign));
    dash || digits >= FEWEST_DIGITS
        || is_currency(after.trim_start(), true)
        || is_currency(before.trim_end(), false)
}

fn is_currency(text: &str, at_begin: bool) -> bool {
    let letters = |c: &char| c.is_alphabetic();
    let word: String = match at_begin {
        true => text.chars().take_while(letters).collect(),
        false => text.chars().rev().take_while(letters).collect(),
    };
    let is_code = word.chars().count() == 3 && word.chars().all(|c| c.is_ascii_uppercase());
    let is_named =
        |name: &&str| if at_begin { text.starts_with(*name) } else { text.ends_with(*name) };
    is_code || CURRENCIES.iter().any(is_named)
}

#[cfg(test)]
mod tests {
    use super::stands_in;

    fn has(text: &str, amount: &str) -> bool {
        stands_in(&text.chars().collect::<Vec<_>>(), amount)
    }

    #[test]
    fn an_amount_is_written_in_many_ways() {
        for text in [
            "1656.25",
            "Total 1 656,25 EUR",
            "Total:1.656,25€",
            "1'656.25",
            "1\u{202f}656,25",
            "1,656.25",
            "1 65\n6,25",
            "1.656,2 5",
            "1656 ,25",
            "1 6 5 6 , 2 5",
            "20 x 1656,25",
            "3\n1656,25\n7",
        ] {
            assert!(has(text, "1656.25"), "{text}");
        }
        for (text, amount) in [
            ("Total 1 190,- Kč", "1190.00"),
            ("EUR 20", "20.00"),
            ("12 700 Ft", "12700"),
            ("Total 1190", "1190.00"),
            ("qty 3\n656,25", "656.25"),
        ] {
            assert!(has(text, amount), "{text}");
        }
    }

    #[test]
    fn a_part_of_another_amount_is_none() {
        for text in [
            "1656.25",
            "Summe 1 656,25 EUR",
            "1.656,25",
            "EUR 1,656.25",
            "1 656.25, 20 % VAT, 20 1.00",
        ] {
            for amount in [
                "20.00", "201.00", "656.25", "656.00", "56.25", "1656.00", "1656.20", "165.00",
                "6.25", "16562.50",
            ] {
                assert!(!has(text, amount), "{amount} in {text}");
            }
        }
        for text in [
            "1656.25",
            "Summe 1 656,25 EUR",
            "1.656,25",
            "EUR 1,656.25",
            "Position 1, 11.00, 1.001,00",
        ] {
            assert!(!has(text, "1.00"), "{text}");
        }
    }
}
