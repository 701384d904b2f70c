//! What our own documents are converted to, byte for byte: `fixtures/golden`.
//!
//! `GOLDEN_UPDATE=1 cargo test -p cii-to-ubl --test golden` writes them anew; look at the difference.

#[path = "corpus/mod.rs"]
#[allow(dead_code)]
mod corpus;

use std::fs;

use cii_to_ubl::{Loss, LossKind};
use corpus::convert;

#[test]
fn our_documents_are_converted_as_before() {
    let update = std::env::var_os("GOLDEN_UPDATE").is_some();
    let fixtures = corpus::fixtures();
    assert_eq!(fixtures.len(), 4);
    for sample in fixtures {
        let done = convert(&sample.bytes).expect("convertible");
        let name = sample.name.trim_end_matches(".xml");
        let ubl = String::from_utf8(done.ubl).expect("UTF-8");
        let losses: String = done.losses.iter().map(described).collect();
        for (file, now) in
            [(format!("{name}.ubl.xml"), ubl), (format!("{name}.losses.txt"), losses)]
        {
            let path = corpus::manifest("fixtures/golden").join(&file);
            if update {
                fs::write(&path, &now).expect("written");
            }
            let before = fs::read_to_string(&path).unwrap_or_default();
            assert!(before == now, "{file} differs; GOLDEN_UPDATE=1 writes it anew\n{now}");
        }
    }
}

fn described(loss: &Loss) -> String {
    format!("{}\n  {:?}: {:?}\n  {}\n", loss.path, loss.kind, loss.value, loss.message)
}

#[test]
fn everything_that_has_a_term_is_carried() {
    for sample in corpus::fixtures() {
        let losses = convert(&sample.bytes).expect("convertible").losses;
        let none_expected = sample.name != "extended.xml";
        assert_eq!(losses.is_empty(), none_expected, "{}: {losses:#?}", sample.name);
    }
}

#[test]
fn each_kind_of_loss_has_an_example() {
    let extended = corpus::fixtures().into_iter().find(|sample| sample.name == "extended.xml");
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
