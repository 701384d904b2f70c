//! Every message of the log reads on its own, and what a person must act on says how (docs/logging.md).

use crate::service::error_codes::{root, sources};
use std::{collections::BTreeSet, fs};

/// A call that logs: its level, its message, and where it stands.
struct Logged {
    level: String,
    message: Option<String>,
    place: String,
}

fn all_logged() -> Vec<Logged> {
    let mut files = Vec::new();
    ["apps", "crates"].iter().for_each(|folder| sources(&root().join(folder), &mut files));
    let mut found = Vec::new();
    for path in files {
        let text = fs::read_to_string(&path).expect("a source");
        let product = text.split("#[cfg(test)]").next().unwrap_or_default();
        let place = path.display().to_string();
        let begun = product.match_indices("tracing::");
        found.extend(begun.filter_map(|(at, name)| logged(&product[at + name.len()..], &place)));
    }
    found
}

fn logged(rest: &str, place: &str) -> Option<Logged> {
    let (level, arguments) = rest.split_once("!(")?;
    let is_level = ["error", "warn", "info", "debug", "trace"].contains(&level);
    is_level.then(|| Logged {
        level: level.to_owned(),
        message: last_text(arguments),
        place: place.to_owned(),
    })
}

/// The last text of a call whose arguments begin here, as the compiler reads it.
fn last_text(arguments: &str) -> Option<String> {
    let (mut depth, mut open, mut last) = (1, None::<String>, None);
    let mut characters = arguments.chars().peekable();
    while let Some(c) = characters.next() {
        match (&mut open, c) {
            (Some(text), '\\') => match characters.next() {
                Some('\n') => while characters.next_if(|c| c.is_whitespace()).is_some() {},
                escaped => text.extend(escaped),
            },
            (Some(_), '"') => last = open.take(),
            (Some(text), c) => text.push(c),
            (None, '"') => open = Some(String::new()),
            (None, '(') => depth += 1,
            (None, ')') => depth -= 1,
            (None, _) => {}
        }
        if depth == 0 {
            return last;
        }
    }
    last
}

/// What is wrong with a message, if anything.
fn fault(message: &str) -> Option<&'static str> {
    let words = message.split_whitespace().count();
    // acronyms and names keep their capitals
    let first = message.split_whitespace().next().unwrap_or_default();
    let is_name = first == "Peppol" || first.chars().filter(|c| c.is_uppercase()).count() > 1;
    let lower = message.starts_with(char::is_lowercase);
    [
        (message.contains(['{', '}']), "is not constant"),
        (words < 2, "does not stand alone"),
        (message.ends_with('.'), "ends with a full stop"),
        (words > 24, "is longer than a line"),
        (!lower && !is_name, "begins with a capital"),
    ]
    .into_iter()
    .find_map(|(is_wrong, why)| is_wrong.then_some(why))
}

#[test]
fn messages_are_constant_and_stand_alone() {
    let all = all_logged();
    assert!(all.len() > 150, "{}", all.len());
    let faults: Vec<_> = all
        .iter()
        .filter_map(|Logged { level, message, place }| {
            let why = message.as_deref().map_or(Some("has no message"), fault)?;
            Some(format!("{place}: {level}! {message:?} {why}"))
        })
        .collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// The messages of the table in the page: `error!` is what a person must act on, so the page says how.
#[test]
fn every_error_says_what_to_do() {
    let page = fs::read_to_string(root().join("docs/logging.md")).expect("the page");
    let rows = page.lines().filter_map(|line| line.strip_prefix("| `")?.split_once("` |"));
    let explained: BTreeSet<_> =
        rows.map(|(message, _)| message.to_owned()).filter(|it| it.contains(' ')).collect();
    let logged: BTreeSet<_> = all_logged()
        .into_iter()
        .filter(|it| it.level == "error")
        .filter_map(|it| it.message)
        .collect();
    assert_eq!(logged, explained);
}

#[test]
fn texts_and_faults_are_told_apart() {
    let nested = "tracing::info!(key.id = by.map(tracing::field::display), \"key made\");";
    let found: Vec<_> = nested.match_indices("tracing::").collect();
    let found: Vec<_> =
        found.iter().filter_map(|(at, it)| logged(&nested[at + it.len()..], "here")).collect();
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].message.as_deref(), Some("key made"));
    let read = last_text("org.id = %id(\"x\"), \"one \\\n    two\", \"job (a) done\"); \"not\"");
    assert_eq!(read.as_deref(), Some("job (a) done"));
    assert_eq!(last_text("id = %it, \"one \\\n   two\");").as_deref(), Some("one two"));
    for (message, expected) in [
        ("claim", Some("does not stand alone")),
        ("{lost} is lost", Some("is not constant")),
        ("job failed.", Some("ends with a full stop")),
        ("Job failed", Some("begins with a capital")),
        ("SML entry made", None),
        ("OAuth request failed", None),
        ("job failed: trying again", None),
    ] {
        assert_eq!(fault(message), expected, "{message}");
    }
}
