//! The holes of a statement's text.

use super::super::super::DIALECT;

/// The holes where the row of the previous mutation is joined: see [`super::Mutation`].
pub(super) const FROM_BEFORE: &str = "from before";
pub(super) const USING_BEFORE: &str = "using before";

/// The text before the first hole, the hole's name, and the text after it.
pub(super) const fn next_hole(text: &str) -> Option<(&str, &str, &str)> {
    let Some(open) = find(text, b'{') else { return None };
    let (before, rest) = text.split_at(open);
    let (_, rest) = rest.split_at(1);
    let Some(close) = find(rest, b'}') else { return None };
    let (name, rest) = rest.split_at(close);
    let (_, after) = rest.split_at(1);
    Some((before, name, after))
}

/// Whether `count` values fill the unnamed holes, and each other hole has one of `names` or is the backend's.
pub(super) const fn fits(text: &str, count: usize, names: &[&str]) -> bool {
    let (mut rest, mut unnamed) = (text, 0);
    while let Some((_, name, after)) = next_hole(rest) {
        if name.is_empty() {
            unnamed += 1;
        } else if !is_among(name, names) && !is_given(name) {
            return false;
        }
        rest = after;
    }
    unnamed == count
}

/// The text that the backend fills a hole with.
pub(super) fn dialect(name: &str) -> Option<&'static str> {
    DIALECT.iter().find(|(known, _)| *known == name).map(|(_, text)| *text)
}

const fn is_given(name: &str) -> bool {
    let mut i = 0;
    while i < DIALECT.len() {
        if is_same(DIALECT[i].0, name) {
            return true;
        }
        i += 1;
    }
    is_same(name, FROM_BEFORE) || is_same(name, USING_BEFORE)
}

const fn is_among(name: &str, names: &[&str]) -> bool {
    let mut i = 0;
    while i < names.len() {
        if is_same(names[i], name) {
            return true;
        }
        i += 1;
    }
    false
}

const fn is_same(one: &str, other: &str) -> bool {
    let (one, other) = (one.as_bytes(), other.as_bytes());
    if one.len() != other.len() {
        return false;
    }
    let mut i = 0;
    while i < one.len() {
        if one[i] != other[i] {
            return false;
        }
        i += 1;
    }
    true
}

const fn find(text: &str, byte: u8) -> Option<usize> {
    let bytes = text.as_bytes();
    let mut i = 0;
    while i < bytes.len() {
        if bytes[i] == byte {
            return Some(i);
        }
        i += 1;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_hole_needs_its_value() {
        for (text, count, names, expected) in [
            ("SELECT 1", 0, &[][..], true),
            ("SELECT {}, {}", 2, &[], true),
            ("SELECT {}, {}", 1, &[], false),
            ("SELECT {}", 2, &[], false),
            ("SELECT {now}, {now}", 0, &["now"], true),
            ("SELECT {now}, {then}", 0, &["now"], false),
            ("SELECT {} {for_update}", 1, &[], true),
            ("DELETE FROM t {using before} WHERE a = {}", 1, &[], true),
        ] {
            assert_eq!(fits(text, count, names), expected, "{text} {count} {names:?}");
        }
    }

    #[test]
    fn a_hole_is_cut_out_with_its_name() {
        assert_eq!(next_hole("a {b} c {d}"), Some(("a ", "b", " c {d}")));
        assert_eq!(next_hole("a"), None);
    }
}
