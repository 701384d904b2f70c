//! Agreement with the official engine over the whole corpus. Ignored where the corpus is not on this machine.
//!
//! - `CONFORMANCE_DIR`: where the corpus lies.
//! - `CONFORMANCE_RELEASE`: the release of Peppol's rules whose verdicts it holds, `3.0.22` (default: the oldest). The page
//!   and the ratchet are those of the oldest; of another each difference is printed, and none may be there.
//! - `CONFORMANCE_RULESET`, `CONFORMANCE_ID`: look at one rule set, or at ids with this prefix; each
//!   difference is printed and the ratchet is left alone. `CONFORMANCE_PART=peppol` or `cen` keeps
//!   the ids of that stylesheet.
//! - `CONFORMANCE_UPDATE=1`: shrink `known-differences.txt` and write `docs/conformance.md`;
//!   `CONFORMANCE_UPDATE=grow` lets the known differences grow as well.

pub mod corpus;
pub mod difference;
mod page;
mod ratchet;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use billing_rules::Release;

use corpus::Document;
use difference::Difference;

/// Which part of the corpus a run looks at.
struct Restriction {
    rule_set: Option<String>,
    id: Option<String>,
    part: Option<String>,
    release: Release,
}

impl Restriction {
    fn from_env() -> Self {
        let read = |name| std::env::var(name).ok();
        Self {
            rule_set: read("CONFORMANCE_RULESET"),
            id: read("CONFORMANCE_ID"),
            part: read("CONFORMANCE_PART"),
            release: read("CONFORMANCE_RELEASE").map_or_else(Release::default, |name| {
                Release::parse(&name).expect("CONFORMANCE_RELEASE names a release")
            }),
        }
    }

    fn is_whole(&self) -> bool {
        let all = self.rule_set.is_none() && self.id.is_none() && self.part.is_none();
        all && self.release == Release::default()
    }

    fn wants_rule_set(&self, rule_set: &str) -> bool {
        self.rule_set.as_deref().is_none_or(|wanted| wanted == rule_set)
    }

    fn wants(&self, inventory: &Inventory, one: &Difference) -> bool {
        let by_id = self.id.as_deref().is_none_or(|prefix| one.id.starts_with(prefix));
        by_id && self.part.as_deref().is_none_or(|part| part == part_of(inventory, one))
    }
}

type Inventory = BTreeMap<String, BTreeMap<String, String>>;

/// Whether a difference is about Peppol's stylesheet, CEN's, or neither (schema, aborted stylesheets).
fn part_of(inventory: &Inventory, one: &Difference) -> &'static str {
    let stylesheet = inventory.get(&one.rule_set).and_then(|ids| ids.get(&one.id));
    match stylesheet {
        Some(name) if name.contains("PEPPOL-EN16931") => "peppol",
        Some(_) => "cen",
        None if one.id == "aborted" => "aborted",
        None => "schema",
    }
}

#[test_needs::with_corpus]
#[test]
fn agrees_with_the_official_engine() {
    let folder = fixtures::conformance_corpus().expect("the corpus at CONFORMANCE_DIR");
    let only = Restriction::from_env();
    let inventory = corpus::inventory(&folder);
    let documents = corpus::read(&folder);
    let mut differences = all_differences(&folder, &documents, &only);
    differences.retain(|one| only.wants(&inventory, one));
    differences.sort();
    print!("{}", page::summary(&documents, &differences));
    if only.is_whole() {
        check(&page::render(&documents, &inventory, &differences), &differences);
    } else {
        for one in &differences {
            println!("{}\t{}\t{}\t{}", one.rule_set, one.id, one.detail, one.document);
        }
        let of_another = only.release != Release::default();
        assert!(!of_another || differences.is_empty(), "{} differences", differences.len());
    }
}

fn all_differences(folder: &Path, documents: &[Document], only: &Restriction) -> Vec<Difference> {
    let next = AtomicUsize::new(0);
    let work = || {
        let mut found = Vec::new();
        while let Some(document) = documents.get(next.fetch_add(1, Ordering::Relaxed)) {
            let bytes = fs::read(folder.join(&document.name)).expect("a document of the corpus");
            let wanted = |rule_set: &str| only.wants_rule_set(rule_set);
            found.extend(difference::on_document(&bytes, document, only.release, wanted));
        }
        found
    };
    let threads = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| {
        let running: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        running
            .into_iter()
            .flat_map(|thread| thread.join().expect("no panic on any document"))
            .collect()
    })
}

/// Holds the differences found against the known ones, or rewrites the known ones when asked to.
fn check(page: &str, differences: &[Difference]) {
    let file = manifest_path("tests/known-differences.txt");
    let known = ratchet::lines(&fs::read_to_string(&file).unwrap_or_default());
    let found = ratchet::describe(differences);
    let update = std::env::var("CONFORMANCE_UPDATE").unwrap_or_default();
    let may_write = match update.as_str() {
        "grow" => true,
        "" => false,
        _ => found.is_subset(&known),
    };
    if may_write {
        let head = "# Known differences from the official engine. This file may only shrink.\n";
        let lines: String = found.iter().map(|line| format!("{line}\n")).collect();
        fs::write(&file, format!("{head}{lines}")).expect("known differences written");
        fs::write(manifest_path("../../../../docs/conformance.md"), page).expect("page written");
        return;
    }
    let violations = ratchet::violations(&known, &found);
    let shown = violations.iter().take(50).map(|line| format!("\n  {line}")).collect::<String>();
    assert!(violations.is_empty(), "{} lines off:{shown}", violations.len());
}

fn manifest_path(relative: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(relative)
}
