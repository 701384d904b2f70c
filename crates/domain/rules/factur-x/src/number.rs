//! Whether a document's number stands in a text by itself.

/// The fewest letters and digits of a number that is no accident where it is joined to a word, or broken.
const FEWEST: usize = 5;

/// The most signs between two letters or digits of a number, which pages set and break otherwise.
const MOST_SIGNS: usize = 3;

/// Whether a number stands there: not as a part of another one, and with its letters and digits in their order. Of a short
/// one nothing else may be between them than what the number has.
pub(crate) fn stands_in(text: &[char], number: &str) -> bool {
    let (signs, gaps) = taken_apart(number);
    if signs.is_empty() {
        return false;
    }
    let is_long = signs.len() >= FEWEST;
    (0..text.len()).any(|start| {
        let Some(end) = end_of(text, start, (&signs, &gaps), is_long) else { return false };
        let before = text[..start].iter().rev().copied();
        let after = text[end..].iter().copied();
        is_bounded(before, text[start], is_long)
            && is_bounded(after, text[end - 1], is_long)
            && (is_long || !is_thousands(text, start, end))
    })
}

/// The letters and digits, and whether anything stands before each.
fn taken_apart(number: &str) -> (Vec<char>, Vec<bool>) {
    let (mut signs, mut gaps, mut gap) = (Vec::new(), Vec::new(), false);
    for c in number.chars() {
        if c.is_alphanumeric() {
            signs.push(c);
            gaps.push(gap);
        }
        gap = !c.is_alphanumeric();
    }
    (signs, gaps)
}

fn end_of(
    text: &[char],
    start: usize,
    (signs, gaps): (&[char], &[bool]),
    is_long: bool,
) -> Option<usize> {
    let mut place = start;
    for (number, (sign, gap)) in signs.iter().zip(gaps).enumerate() {
        if number > 0 && (is_long || *gap) {
            let others = text[place..].iter().take_while(|c| !c.is_alphanumeric());
            place += others.take(MOST_SIGNS).count();
        }
        let here = text.get(place)?;
        if !here.to_lowercase().eq(sign.to_lowercase()) {
            return None;
        }
        place += 1;
    }
    Some(place)
}

/// Whether what is beside the number, from it on, is no more of it.
fn is_bounded(mut beside: impl Iterator<Item = char>, last: char, is_long: bool) -> bool {
    let Some(first) = beside.next() else { return true };
    let next = beside.next();
    if first.is_alphanumeric() {
        return first.is_ascii_digit() != last.is_ascii_digit() && is_long;
    }
    match next {
        Some(next) if next.is_ascii_digit() => !matches!(first, '-' | '/' | '_' | '.' | ','),
        Some(next) if next.is_alphanumeric() => !matches!(first, '-' | '/' | '_') || is_long,
        _ => true,
    }
}

/// Whether it is the first group of an amount: `1` of `1 656,25`.
fn is_thousands(text: &[char], start: usize, end: usize) -> bool {
    let is_space = text.get(end).is_some_and(|c| c.is_whitespace() && *c != '\n');
    let behind = text[end..].iter().skip(1).take_while(|c| c.is_ascii_digit()).count();
    is_space && behind == 3 && text[start..end].iter().all(char::is_ascii_digit)
}

#[cfg(test)]
mod tests {
    use super::stands_in;

    fn has(text: &str, number: &str) -> bool {
        stands_in(&text.chars().collect::<Vec<_>>(), number)
    }

    #[test]
    fn a_number_stands_by_itself() {
        for (text, number) in [
            ("Rechnung Nr. 1 vom 2.3.2026", "1"),
            ("Invoice No.1", "1"),
            ("FA-2026 / 42,", "fa-2026/42"),
            ("RE-20\n26", "RE-2026"),
            ("RE-1/2026Datum", "RE-1/2026"),
            ("Faktura 20260042.", "20260042"),
            ("RE 1", "RE-1"),
        ] {
            assert!(has(text, number), "{number} in {text}");
        }
    }

    #[test]
    fn a_part_of_another_one_is_none() {
        for (text, number) in [
            ("Rechnung 21, 1.656,25 EUR, 1 656,25 EUR, 13.1.2026, RE-1", "1"),
            ("1,00", "1"),
            ("B1", "1"),
            ("1 2", "12"),
            ("RE-12", "RE-1"),
            ("120260042", "20260042"),
            ("20260042-2", "20260042"),
            ("FA-2026/43", "FA-2026/42"),
        ] {
            assert!(!has(text, number), "{number} in {text}");
        }
    }
}
