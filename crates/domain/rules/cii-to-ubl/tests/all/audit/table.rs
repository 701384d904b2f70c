//! The table `mapping.txt`.

use std::collections::HashMap;
use std::sync::LazyLock;

/// How a value gets from one syntax to the other.
#[derive(Debug, Clone, PartialEq)]
pub enum How {
    Once,
    EachTime,
    Echo,
    Elsewhere,
    Part,
    Subject,
    Is(String),
    Like,
    Tax,
    VatPoint,
}

pub struct Row {
    pub how: How,
    pub ubl: String,
}

/// The rows by path in the CII.
pub static TABLE: LazyLock<HashMap<String, Vec<Row>>> =
    LazyLock::new(|| read(include_str!("mapping.txt")));

fn read(text: &str) -> HashMap<String, Vec<Row>> {
    let mut short: Vec<(&str, &str)> = Vec::new();
    let mut table: HashMap<String, Vec<Row>> = HashMap::new();
    for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        if let Some(definition) = line.strip_prefix("let ") {
            short.push(definition.split_once(' ').expect("a name and a path"));
            // longer names first: $LINE is not $L
            short.sort_by_key(|(name, _)| std::cmp::Reverse(name.len()));
            continue;
        }
        let long = |part: &str| {
            short.iter().fold(part.trim().to_owned(), |part, (name, path)| part.replace(name, path))
        };
        let mut parts = line.split('|');
        let mut next = || long(parts.next().unwrap_or_default());
        let (cii, how, ubl) = (next(), next(), next());
        let how = match how.as_str() {
            "=" => How::Once,
            "=*" => How::EachTime,
            "echo" => How::Echo,
            "elsewhere" => How::Elsewhere,
            "part" => How::Part,
            "subject" => How::Subject,
            "like" => How::Like,
            "tax" => How::Tax,
            "vatpoint" => How::VatPoint,
            other => How::Is(other.strip_prefix("is ").expect("a way").to_owned()),
        };
        table.entry(cii).or_default().push(Row { how, ubl });
    }
    table
}
