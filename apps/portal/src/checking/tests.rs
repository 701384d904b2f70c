use super::*;
use data_encoding::HEXLOWER;
use runtime::secrets::sha256;
use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

fn files(folder: &Path, found: &mut BTreeSet<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder of `sources`") {
        let path = entry.expect("an entry").path();
        if path.is_dir() { files(&path, found) } else { assert!(found.insert(path)) }
    }
}

/// Computes the same hash as `apps/validate-wasm/build`.
fn made_of() -> String {
    let folders = fs::read_to_string(Path::new(ROOT).join("apps/validate-wasm/sources"));
    let mut found = BTreeSet::new();
    for folder in folders.expect("the list of folders").lines() {
        files(&Path::new(ROOT).join(folder), &mut found);
    }
    // by their names as text, as `sort` has them
    let named = |path: &PathBuf| {
        let name = path.strip_prefix(ROOT).expect("below").to_str().expect("UTF-8").to_owned();
        let hash = HEXLOWER.encode(&sha256(&fs::read(path).expect("a file")));
        (name, hash)
    };
    let sorted: BTreeSet<_> = found.iter().map(named).collect();
    let list: String = sorted.iter().map(|(name, hash)| format!("{hash}  {name}\n")).collect();
    HEXLOWER.encode(&sha256(list.as_bytes()))
}

#[test]
fn the_module_is_made_of_the_rules_that_the_service_has() {
    let kept = include_str!("../../assets/validate/billing-rules.made-of").trim();
    assert!(kept == made_of(), "the rules have changed: run apps/validate-wasm/build");
}

#[test]
fn each_term_that_is_shown_has_a_name_in_each_language() {
    for language in Language::ALL {
        let words = words(Texts::of(language.written()));
        let names: BTreeSet<_> = words.iter().map(|(name, _)| *name).collect();
        assert_eq!(names.len(), words.len(), "a name twice");
        for term in verdicts::View::terms() {
            assert!(names.contains(term), "{term}");
        }
    }
}

#[test]
fn each_word_of_the_script_is_there() {
    let script = include_str!("../../assets/validate/validate.js");
    let names: BTreeSet<_> =
        words(Texts::of(Language::English.written())).into_iter().map(|it| it.0).collect();
    let asked: Vec<_> =
        script.split("say(\"").skip(1).filter_map(|it| it.split('"').next()).collect();
    assert!(asked.len() > 20, "{asked:?}");
    for name in asked {
        assert!(names.contains(name), "{name}");
    }
}

#[test]
fn the_page_may_fetch_the_module_and_nothing_else() {
    let policy = policy("https://billhook.example");
    let of = |name: &str| {
        policy.split("; ").find_map(|rule| rule.strip_prefix(name)).expect("a rule").trim()
    };
    assert_eq!(of("connect-src"), format!("https://billhook.example{}", ASSETS.rules.path));
    assert_eq!(of("default-src"), "'none'");
    assert!(of("script-src").ends_with("'wasm-unsafe-eval'"), "{policy}");
    assert!(!policy.contains("'unsafe-"), "{policy}");
}
