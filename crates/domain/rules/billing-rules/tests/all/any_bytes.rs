//! Any bytes at all get a report, under every rule set, and the report can be explained.

use billing_rules::{RuleSet, report};
use proptest::prelude::*;
use std::sync::LazyLock;
use xml::Parsed;

static BASES: LazyLock<[String; 3]> = LazyLock::new(|| {
    ["ubl/invoice.xml", "ubl/credit-note.xml", "cii/invoice.xml"]
        .map(|name| fixtures::text(&format!("documents/{name}")))
});

fn look_at(bytes: &[u8]) {
    let document = Parsed::read(bytes);
    for rule_set in RuleSet::ALL {
        let report = report(&document, rule_set);
        assert_eq!(report.explain().len(), report.findings.len());
        assert!(report.schema_valid || !report.is_valid(), "refused documents have findings");
    }
}

/// A piece of XML or text to put into a document.
fn piece() -> impl Strategy<Value = String> {
    prop_oneof![
        "\\PC{0,20}",
        "[-+0-9.eE ]{0,12}",
        "[0-9]{4}-[0-9]{2}-[0-9]{2}[Z+:0-9-]{0,6}",
        Just("<!-- c -->".to_owned()),
        Just("<![CDATA[x]]>".to_owned()),
        Just("</cbc:ID>".to_owned()),
        Just("<cbc:ID>".to_owned()),
        Just("&#13;".to_owned()),
        Just("DE".to_owned()),
        Just("SE".to_owned()),
        Just("GR".to_owned()),
        Just("#a#\n".to_owned()),
        Just("1|2|3|4|5|6".to_owned()),
    ]
}

/// A document with texts between tags replaced and stretches copied or left out.
fn mutated() -> impl Strategy<Value = String> {
    let edits = prop::collection::vec((any::<prop::sample::Index>(), piece(), 0..4_u8), 1..12);
    (0..BASES.len(), edits).prop_map(|(base, edits)| {
        let mut parts: Vec<String> = BASES[base].split_inclusive('>').map(str::to_owned).collect();
        for (place, piece, kind) in edits {
            let at = place.index(parts.len());
            match kind {
                0 => parts[at] = format!("{piece}{}", parts[at].trim_start_matches(|c| c != '<')),
                1 => drop(parts.remove(at)),
                2 => parts.insert(at, parts[at].clone()),
                _ => parts[at].push_str(&piece),
            }
        }
        parts.concat()
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn random_bytes(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        look_at(&bytes);
    }

    #[test]
    fn random_bytes_in_a_document(
        base in 0..BASES.len(),
        at in any::<prop::sample::Index>(),
        bytes in prop::collection::vec(any::<u8>(), 0..8),
    ) {
        let document = BASES[base].as_bytes();
        let at = at.index(document.len());
        look_at(&[&document[..at], &bytes, &document[at..]].concat());
    }

    #[test]
    fn mutated_documents(document in mutated()) {
        look_at(document.as_bytes());
    }
}
