//! What a citation of the law says about a supply.
//!
//! Sections (§) of the Slovak Act 222/2004, the Czech Act 235/2004 and the German UStG, and
//! articles of Directive 2006/112/EC. The same number means different things in different
//! acts (Slovak § 66 is the margin scheme, Czech § 66 is export), so the act is found first.

use super::evidence::{Evidence, taken_back};
use crate::TaxTreatment::{
    self, ExportGoods, IntraEuGoods, IntraEuTransfer, IntraEuTriangulation, ReverseChargeService,
};
use crate::citations::{Act, Citation, Kind, act_of, citations};
use crate::words::{Word, fits_any};

/// The first citation that means a cross-border supply and is not taken back.
pub(super) fn find(words: &[Word]) -> Option<Evidence> {
    let act = act_of(words);
    if act == Act::Other {
        return None;
    }
    citations(words).iter().filter(|citation| !taken_back(words, citation.first)).find_map(
        |citation| {
            let treatment = match citation.kind {
                Kind::Section => section_meaning(act, citation),
                Kind::Article => article_meaning(citation),
            }?;
            let count = citation.last - citation.first + 1;
            Some(Evidence { treatment, first: citation.first, count })
        },
    )
}

fn section_meaning(act: Act, citation: &Citation) -> Option<TaxTreatment> {
    let parts = citation.parts.as_slice();
    match (act, citation.number) {
        (Act::Slovak, "43") if parts.first() == Some(&"4") => Some(IntraEuTransfer),
        (Act::Slovak, "43") => Some(IntraEuGoods),
        (Act::Slovak, "45") => Some(IntraEuTriangulation),
        (Act::Slovak, "47") => Some(ExportGoods),
        (Act::Slovak, "69") => slovak_debtor(parts),
        (Act::Czech, "64") => Some(IntraEuGoods),
        (Act::Czech, "66") => Some(ExportGoods),
        (Act::Czech, "17") => Some(IntraEuTriangulation),
        (Act::Czech | Act::Slovak, number)
            if fits_any("92a|92b|92c|92d|92e|92f|92g|92i", number) =>
        {
            Some(ReverseChargeService)
        }
        (Act::German, "4") => german_exemption(parts),
        (Act::German, "6a") => Some(IntraEuGoods),
        (Act::German, "25b") => Some(IntraEuTriangulation),
        (Act::German | Act::Slovak, "13b") => Some(ReverseChargeService),
        _ => None,
    }
}

/// Slovak § 69, persons liable to pay VAT: paragraphs 1 and 5 are the supplier itself,
/// paragraph 7 is the second customer of a triangular trade.
fn slovak_debtor(parts: &[&str]) -> Option<TaxTreatment> {
    match parts.first() {
        Some(&("1" | "5")) => None,
        Some(&"7") => Some(IntraEuTriangulation),
        _ => Some(ReverseChargeService),
    }
}

/// German § 4 Nr. 1: letter a is export, letter b intra-EU supply; the other numbers are
/// ordinary exemptions.
fn german_exemption(parts: &[&str]) -> Option<TaxTreatment> {
    match parts {
        ["1a", ..] | ["1", "a", ..] => Some(ExportGoods),
        ["1b", ..] | ["1", "b", ..] => Some(IntraEuGoods),
        _ => None,
    }
}

/// Articles of Directive 2006/112/EC. Article 146(1)(e), services around an export, is an
/// ordinary exemption with a code of its own (VATEX-EU-146-1E).
fn article_meaning(citation: &Citation) -> Option<TaxTreatment> {
    let parts = citation.parts.as_slice();
    match citation.number {
        "138" if matches!(parts, ["2", "c", ..]) => Some(IntraEuTransfer),
        "138" => Some(IntraEuGoods),
        "141" | "197" => Some(IntraEuTriangulation),
        "146" if matches!(parts, ["1", "e", ..]) => None,
        "146" | "147" => Some(ExportGoods),
        "194" | "195" | "196" | "198" | "199" | "199a" | "199b" | "202" => {
            Some(ReverseChargeService)
        }
        _ => None,
    }
}
