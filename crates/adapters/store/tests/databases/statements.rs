//! No statement reaches a user untried: each is prepared, and run, against both migrated schemas.
//!
//! Statements are put together of parts, so that no text can be prepared by itself. The contract of the ports runs them
//! all; this test runs it once more in a process that notes which `sql!` of the sources a database was given, and
//! compares them with those that there are.

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
    process::Command,
};
use test_databases::has_postgres;

/// Where a statement is written: `src/sqlite/transaction.rs:12:9`. One of `shared/` has two: it is compiled for each
/// database.
type Places = BTreeSet<String>;

#[test]
fn every_statement_is_prepared_for_both_databases() {
    let (written, prepared) = (written(), prepared());
    let untried: Vec<_> = written.difference(&prepared).collect();
    assert!(written.len() > 1000, "the sources are not read: {}", written.len());
    assert!(untried.is_empty(), "no test gives these to a database: {untried:#?}");
}

/// What a run of the contract gave to databases.
fn prepared() -> Places {
    let folder = std::env::temp_dir().join(format!("statements-{}", std::process::id()));
    let run = Command::new(std::env::current_exe().expect("this test"))
        .args(["--skip", "every_statement_is_prepared", "--quiet"])
        .env("STORE_STATEMENTS", &folder)
        .output()
        .expect("the contract");
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stdout));
    let noted = fs::read_to_string(&folder).expect("notes");
    fs::remove_file(&folder).expect("removed");
    let from_here =
        |place: &str| place.split_once("store/").map_or(place, |(_, rest)| rest).to_owned();
    noted.lines().map(from_here).collect()
}

/// Every `sql!` of the sources, but those of tests.
fn written() -> Places {
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut places = Places::new();
    for engine in ["sqlite", "postgres"] {
        if engine == "postgres" && !has_postgres() {
            continue;
        }
        for (folder, seen_as) in [
            (engine.to_owned(), format!("src/{engine}")),
            ("shared".to_owned(), format!("src/{engine}/../shared")),
        ] {
            for file in files(&sources.join(&folder)) {
                let path = file.strip_prefix(sources.join(&folder)).expect("a path below it");
                let text = fs::read_to_string(&file).expect("a source");
                let at = |(line, column)| format!("{seen_as}/{}:{line}:{column}", path.display());
                places.extend(places_of(&text).into_iter().map(at));
            }
        }
    }
    places
}

/// The sources below a folder, without modules that are compiled for tests alone.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let entries = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry"));
    let paths: Vec<_> = entries.map(|entry| entry.path()).collect();
    let of_tests: BTreeSet<_> = paths.iter().flat_map(|path| modules_of_tests(path)).collect();
    for path in paths {
        let name = path.file_stem().and_then(|name| name.to_str()).unwrap_or_default();
        if of_tests.contains(name) {
            continue;
        }
        if path.is_dir() {
            found.extend(files(&path));
        } else {
            found.push(path);
        }
    }
    found
}

/// The names after `#[cfg(test)] mod`.
fn modules_of_tests(path: &Path) -> Vec<String> {
    let Ok(text) = fs::read_to_string(path) else { return Vec::new() };
    let lines: Vec<_> = text.lines().collect();
    let is_test = |pair: &[&str]| pair[0] == "#[cfg(test)]";
    let declared = lines.windows(2).filter(|pair| is_test(pair)).filter_map(|pair| {
        let (_, name) = pair[1].split_once("mod ")?;
        name.strip_suffix(';').map(str::to_owned)
    });
    declared.collect()
}

/// Line and column of each `sql!` in a text, before its tests.
fn places_of(text: &str) -> Vec<(usize, usize)> {
    let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    let lines = code.lines().enumerate().filter(|(_, line)| !line.trim_start().starts_with("//"));
    let in_line = |(number, line): (usize, &str)| {
        let columns = line.match_indices("sql!(").map(|(at, _)| line[..at].chars().count() + 1);
        columns.map(|column| (number + 1, column)).collect::<Vec<_>>()
    };
    lines.flat_map(in_line).collect()
}
