//! Each text is read by a page. The texts are a crate of their own, so the compiler does not say which nobody reads.

use crate::texts::ALL;
use invoicing::terms::Term;
use std::{collections::BTreeSet, fs, path::Path};

/// The members that files below a folder name: `.name`.
fn members_named(folder: &Path) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for entry in fs::read_dir(folder).expect("a folder of the portal") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            found.extend(members_named(&path));
            continue;
        }
        let text = fs::read_to_string(&path).expect("text");
        let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let name = |rest: &str| rest.split(|c| !is_name(c)).next().map(str::to_owned);
        found.extend(text.split('.').skip(1).filter_map(name));
    }
    found
}

#[test]
fn each_text_is_read_by_a_page() {
    let portal = Path::new(env!("CARGO_MANIFEST_DIR"));
    let read: BTreeSet<_> =
        ["src", "templates"].iter().flat_map(|it| members_named(&portal.join(it))).collect();
    let by_its_term = |name: &str| Term::ALL.iter().any(|term| term.name() == name);
    for (name, _, _) in ALL {
        assert!(read.contains(*name) || by_its_term(name), "no page reads {name}");
    }
}
