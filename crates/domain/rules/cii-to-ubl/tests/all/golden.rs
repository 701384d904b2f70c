//! What our own documents are converted to, byte for byte: `fixtures/golden/cii-to-ubl`.
//!
//! `UPDATE_GOLDEN=1 cargo test -p cii-to-ubl golden` rewrites them; then read the diff.

use crate::corpus::{self, convert};
use cii_to_ubl::{Loss, LossKind};

#[test]
fn our_documents_are_converted_as_before() {
    for sample in corpus::written() {
        let done = convert(&sample.bytes).expect("convertible");
        let name = sample.name.trim_end_matches(".xml");
        let ubl = String::from_utf8(done.ubl).expect("UTF-8");
        let losses: String = done.losses.iter().map(described).collect();
        fixtures::assert_golden(&format!("cii-to-ubl/{name}.ubl.xml"), &ubl);
        fixtures::assert_golden(&format!("cii-to-ubl/{name}.losses.txt"), &losses);
    }
}

fn described(loss: &Loss) -> String {
    format!("{}\n  {:?}: {:?}\n  {}\n", loss.path, loss.kind, loss.value, loss.message)
}

#[test]
fn everything_that_has_a_term_is_carried() {
    for sample in corpus::written() {
        let losses = convert(&sample.bytes).expect("convertible").losses;
        let none_expected = sample.name != "extended.xml";
        assert_eq!(losses.is_empty(), none_expected, "{}: {losses:#?}", sample.name);
    }
}

#[test]
fn each_kind_of_loss_has_an_example() {
    let extended = corpus::written().into_iter().find(|sample| sample.name == "extended.xml");
    let losses = convert(&extended.expect("extended.xml").bytes).expect("convertible").losses;
    for kind in [
        LossKind::NoTerm,
        LossKind::NoTermAttribute,
        LossKind::Repeated,
        LossKind::Contradicts,
        LossKind::Homeless,
        LossKind::NoValue,
    ] {
        assert!(losses.iter().any(|loss| loss.kind == kind), "{kind:?}");
    }
}
