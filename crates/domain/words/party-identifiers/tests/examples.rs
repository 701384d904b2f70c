//! Whoever copies an identifier from a page gets one that passes its own check.

use party_identifiers::{
    fits_code_list, iban, ico_checks, national_account_checks, slovak_tax_number_checks,
};
use std::{
    fs,
    path::{Path, PathBuf},
};

fn files(folder: &Path, extension: &str, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        match path.extension() {
            _ if path.is_dir() => files(&path, extension, found),
            Some(kind) if kind == extension => found.push(path),
            _ => {}
        }
    }
}

/// Where the examples stand: pages, and the requests that the reference shows.
fn sources() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../..");
    let mut found = vec![root.join("README.md")];
    files(&root.join("docs"), "md", &mut found);
    files(&root.join("apps/agent-requests/src"), "rs", &mut found);
    found
}

/// What may be a participant.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_ascii_alphanumeric() && c != ':')
}

/// The texts that stand as a member, in JSON as it is or within a text: `"dic": "…"`.
fn values<'t>(text: &'t str, name: &str) -> Vec<&'t str> {
    let value = |(at, _): (usize, &str)| {
        let rest = &text[at + name.len()..];
        let (between, rest) = rest.split_at(rest.find(char::is_alphanumeric)?);
        let is_member =
            text[..at].ends_with('"') && between.contains(':') && between.ends_with('"');
        is_member.then(|| rest.split(['"', '\\']).next()).flatten()
    };
    text.match_indices(name).filter_map(value).collect()
}

/// The participants of the sandbox (`9915:…`) are no numbers of an office, and its scripted ones end in a small number.
fn is_of_the_sandbox(value: &str) -> bool {
    value.len() == 10 && value.starts_with("00000000")
}

fn faults(text: &str) -> Vec<String> {
    let mut faults = Vec::new();
    let mut check = |what: &str, value: &str, passes: bool| {
        let value_alone = value.rsplit(':').next().unwrap_or(value);
        if !passes && !is_of_the_sandbox(value_alone) {
            faults.push(format!("{what} {value}"));
        }
    };
    let is_one = |word: &&str| !word.starts_with("9915:") && !word.ends_with(':');
    for word in words(text).filter(is_one) {
        check("participant", word, fits_code_list(word) != Some(false));
    }
    let is_number = |value: &str, digits: usize| {
        value.len() == digits && value.bytes().all(|byte| byte.is_ascii_digit())
    };
    for value in values(text, "ico").into_iter().filter(|value| is_number(value, 8)) {
        check("ico", value, ico_checks(value));
    }
    for name in ["dic", "ic_dph", "icDph"] {
        let slovak = |value: &&str| is_number(value.strip_prefix("SK").unwrap_or(value), 10);
        for value in values(text, name).into_iter().filter(slovak) {
            check(name, value, slovak_tax_number_checks(value));
        }
    }
    for value in values(text, "iban") {
        let read = iban(value);
        check("iban", value, value.len() < 15 || read.is_ok_and(|it| national_account_checks(&it)));
    }
    faults
}

#[test]
fn identifiers_of_the_examples_pass_their_checks() {
    let mut seen = 0;
    let found: Vec<_> = sources()
        .iter()
        .flat_map(|file| {
            let text = fs::read_to_string(file).expect("a text");
            seen += values(&text, "dic").len() + text.matches("0245:").count();
            let name = file.display().to_string();
            faults(&text).into_iter().map(move |fault| format!("{name}: {fault}"))
        })
        .collect();
    assert!(found.is_empty(), "{}", found.join("\n"));
    assert!(seen > 20, "the examples are found: {seen}");
}

#[test]
fn wrong_identifiers_are_seen() {
    for (text, expected) in [
        ("`0088:5798000000005`", &["participant 0088:5798000000005"][..]),
        ("0088:5798000000001 and 0245:2020876550", &[]),
        ("9915:2023456789, 0245:0000000001", &[]),
        (r#"{"ico": "50000003", "dic": "2023456789"}"#, &["ico 50000003", "dic 2023456789"]),
        (r#"{\"ic_dph\": \"SK2023456789\"}"#, &["ic_dph SK2023456789"]),
        (r#"{"iban": "SK3212000000198742637541"}"#, &["iban SK3212000000198742637541"]),
        (r#"{"iban": "SK31 1200 0000 1987 4263 7541", "dic": "ATU12345678"}"#, &[]),
    ] {
        assert_eq!(faults(text), expected, "{text}");
    }
}
