/// The entries of a table, each of its words: a line, with the lines after it that begin with a space. A line
/// that begins with `#` is a remark.
#[must_use]
pub fn entries(text: &str) -> Vec<Vec<&str>> {
    let mut entries: Vec<Vec<&str>> = Vec::new();
    for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let words = line.split_ascii_whitespace();
        match entries.last_mut() {
            Some(last) if line.starts_with(' ') => last.extend(words),
            _ => entries.push(words.collect()),
        }
    }
    entries
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_goes_on_where_the_next_begins_with_a_space() {
        let text = "# remark\nsimple A b\n  c\n\nroot  d\n# e\n f\n";
        assert_eq!(entries(text), [vec!["simple", "A", "b", "c"], vec!["root", "d", "f"]]);
        assert_eq!(entries(" a\n b"), [["a", "b"]]);
    }
}
