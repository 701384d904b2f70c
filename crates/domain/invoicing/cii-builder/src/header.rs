//! The document's context (BT-23, BT-24), number, type, day and notes.

use crate::{
    Context,
    conversion::Conversion,
    tree::{Element, children, own_text, value},
};
use xml::white_space::trimmed;

/// BT-24 is that of `context`, else the document's own. BT-23 is the document's own, because it says what the trade is
/// about and not how it is written; where it says none, it is what `context` asks for.
pub(crate) fn context(c: &mut Conversion, root: Element<'_>, context: Option<&Context>) {
    let own = |name| children(Some(root), name).next();
    let (process, guideline) = (own("ProfileID"), own("CustomizationID"));
    c.part("ExchangedDocumentContext", |c| {
        c.group("BusinessProcessSpecifiedDocumentContextParameter", |c| match process {
            Some(own) if !value(process).is_empty() => c.code("ID", Some(own), &[]),
            _ => c.fixed("ID", context.and_then(|it| it.process).unwrap_or_default()),
        });
        c.group("GuidelineSpecifiedDocumentContextParameter", |c| match context {
            Some(context) => c.fixed("ID", context.guideline),
            None => c.code("ID", guideline, &[]),
        });
    });
    // said by the one that it is written by
    guideline.into_iter().for_each(|own| c.carried(own));
}

/// BT-1, BT-3, BT-2, BG-1.
pub(crate) fn document(c: &mut Conversion, root: Element<'_>) {
    let own = |name| children(Some(root), name).next();
    c.part("ExchangedDocument", |c| {
        c.code("ID", own("ID"), &[]);
        c.code("TypeCode", own("InvoiceTypeCode").or(own("CreditNoteTypeCode")), &[]);
        c.day("IssueDateTime", "udt", own("IssueDate"));
        for note in children(Some(root), "Note") {
            c.group("IncludedNote", |c| write_note(c, note));
        }
    });
}

/// A note; UBL says its subject (BT-21) in front of it, `#REG#text`.
fn write_note(c: &mut Conversion, note: Element<'_>) {
    let text = own_text(note);
    match subject(&text) {
        Some((code, rest)) => {
            c.said_by("Content", rest, note);
            c.said_by("SubjectCode", code, note);
        }
        None => c.text("Content", Some(note)),
    }
}

/// The codes of UNTDID 4451 that the rules of CII know (BR-CL-08), behind a line that says so.
const SUBJECTS: &str = include_str!("../../../rules/billing-rules/src/cii/codes/note_subjects.txt");

/// The subject of UNTDID 4451 between hashes, and the text behind it. `#2026#` and the like are text.
fn subject(text: &str) -> Option<(&str, &str)> {
    let (code, rest) = trimmed(text).strip_prefix('#')?.split_once('#')?;
    let lines = SUBJECTS.lines().filter(|line| !line.starts_with('#'));
    let is_code = lines.flat_map(str::split_whitespace).any(|known| known == code);
    (is_code && !trimmed(rest).is_empty()).then_some((code, rest))
}

#[cfg(test)]
mod tests {
    use super::subject;

    #[test]
    fn a_subject_stands_between_hashes() {
        assert_eq!(subject("#REG#HRB 1"), Some(("REG", "HRB 1")));
        for none in ["", "#", "#REG#", "#reg#a", "#REGA#a", "REG#a", "#1A#", "#XYZ#a"] {
            assert_eq!(subject(none), None, "{none}");
        }
    }
}
