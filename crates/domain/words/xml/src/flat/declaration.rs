//! The XML declaration of a plain document.

/// What comes after the declaration, or all of it where there is none; nothing where the declaration is not written
/// as it nearly always is. The guard has seen that the encoding is UTF-8, or as good as it.
pub(super) fn after_declaration(text: &str) -> Option<&str> {
    let Some(declared) = text.strip_prefix("<?xml ") else { return Some(text) };
    let (inside, rest) = declared.split_once("?>")?;
    let mut words = inside.trim_end_matches(' ').split(' ').peekable();
    if !declares(words.next()?, "version") {
        return None;
    }
    let _ = words.next_if(|word| declares(word, "encoding"));
    let _ = words.next_if(|word| declares(word, "standalone"));
    words.next().is_none().then_some(rest)
}

/// Whether the word is the name with a value in quotes.
fn declares(word: &str, name: &str) -> bool {
    let value = word.strip_prefix(name).and_then(|rest| rest.strip_prefix('='));
    let inside = value.and_then(|value| {
        let quoted = |quote| value.strip_prefix(quote)?.strip_suffix(quote);
        quoted('"').or_else(|| quoted('\''))
    });
    inside.is_some_and(|inside| inside.bytes().all(super::plain::is_in_name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn usual_declarations_are_passed_over() {
        for declaration in [
            "",
            "<?xml version=\"1.0\"?>",
            "<?xml version='1.0' encoding=\"utf-8\" ?>",
            "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>",
            "<?xml version='1.0' standalone='no'?>",
        ] {
            assert_eq!(after_declaration(&format!("{declaration}<a/>")), Some("<a/>"));
        }
        for declaration in [
            "<?xml version=\"1.0'?>",
            "<?xml version=1.0?>",
            "<?xml version=\"1.0\"",
            "<?xml  version=\"1.0\"?>",
            "<?xml version = \"1.0\"?>",
            "<?xml encoding=\"UTF-8\" version=\"1.0\"?>",
            "<?xml version=\"1.0\" standalone=\"yes\" encoding=\"UTF-8\"?>",
            "<?xml version=\"1.0\" encoding=\"<\"?>",
            "<?xml ?>",
        ] {
            assert_eq!(after_declaration(&format!("{declaration}<a/>")), None, "{declaration}");
        }
        // what is no declaration is for the next step to see
        assert_eq!(after_declaration("<?xml\tversion='1.0'?>"), Some("<?xml\tversion='1.0'?>"));
    }
}
