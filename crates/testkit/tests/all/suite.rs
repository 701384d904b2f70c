//! A function that is not in the suite's list would never run.

use std::{
    fs,
    path::{Path, PathBuf},
};

/// The files of a folder, and of the folders in it.
fn files(folder: &Path) -> Vec<PathBuf> {
    let paths = fs::read_dir(folder).expect("the folder").map(|file| file.expect("a file").path());
    let (folders, mut files): (Vec<_>, Vec<_>) = paths.partition(|path| path.is_dir());
    files.extend(folders.iter().flat_map(|folder| self::files(folder)));
    files
}

#[test]
fn every_function_of_the_contract_is_in_the_suite() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/contract");
    let lists = ["suite.rs", "network_suite.rs", "people_suite.rs"];
    let suite = lists.map(|list| fs::read_to_string(folder.join(list)).expect("a list")).concat();
    let mut found = 0;
    for path in files(&folder) {
        let text = fs::read_to_string(&path).expect("text");
        for line in text.lines().filter_map(|line| line.strip_prefix("pub async fn ")) {
            let name = line.split('(').next().expect("a name");
            let listed = suite.split([' ', '\n', ';']).any(|word| word == name);
            assert!(listed, "{name} of {} is not in {lists:?}", path.display());
            found += 1;
        }
    }
    assert!(found > 40, "only {found} functions");
}

#[test]
fn every_function_of_a_network_contract_is_in_its_list() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/network_contract");
    let mut found = 0;
    for path in files(&folder) {
        let text = fs::read_to_string(&path).expect("text");
        let (functions, list) = text.split_once("macro_rules!").expect("a list in the same file");
        for line in functions.lines().filter_map(|line| line.strip_prefix("pub async fn ")) {
            let name = line.split(['(', '<']).next().expect("a name");
            let listed = list.split_whitespace().any(|word| word == name);
            assert!(listed, "{name} is not in the list of {}", path.display());
            found += 1;
        }
    }
    assert!(found > 30, "only {found} functions");
}
