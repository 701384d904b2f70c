//! Where the references of a movement stand.

use super::at::At;
use crate::{Line, references::Found};

/// Where payers' programs write `/VS…/SS…/KS…`, beside what the payer wrote.
const LABELLED: [&str; 4] = ["Refs/EndToEndId", "Refs/InstrId", "Refs/PmtInfId", "Refs/Prtry/Ref"];

/// Reads them; `written` is what the payer wrote, and stands in the message.
pub(super) fn read(details: &At<'_, '_>, written: &str, line: &mut Line) {
    let mut found = Found::default();
    for path in LABELLED {
        if let Some(text) = details.text(path) {
            found.labelled(&text, path == "Refs/EndToEndId");
        }
    }
    for structured in details.one("RmtInf").map(|at| at.all("Strd")).unwrap_or_default() {
        of_structured(&structured, &mut found);
    }
    found.labels(written);
    found.into_line(line);
}

fn of_structured(structured: &At<'_, '_>, found: &mut Found) {
    for reference in structured.all("CdtrRefInf") {
        let kind = reference.first(&["Tp/CdOrPrtry/Prtry", "Tp/CdOrPrtry/Cd"]);
        if let Some(text) = reference.text("Ref") {
            found.reference(&kind.unwrap_or_default().to_uppercase(), &text);
        }
    }
    for document in structured.all("RfrdDocInf") {
        document.text("Nb").iter().for_each(|number| found.other(number));
    }
    for text in structured.all("AddtlRmtInf") {
        found.labelled(&text.own_text(), true);
    }
}
