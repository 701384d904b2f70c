//! Notes (BG-1), and how many of them Peppol has room for.

use crate::Target;
use crate::conversion::Conversion;
use crate::loss::{LossKind, Reason};
use crate::parties::is_in_germany;
use crate::parts::Parts;
use crate::tree::{Element, children, own_text};
use xml::white_space::trimmed;

const NO_TEXT: Reason = Reason::new(LossKind::Homeless, "the note has a subject and no text");

/// The document's notes: `#SUBJECT#text`. Peppol takes one (PEPPOL-EN16931-R002), so several become
/// one with a line for each there, except between two German parties, who may have several.
pub(crate) fn write(c: &mut Conversion, parts: &Parts<'_>, target: &Target) {
    let mut all = Vec::new();
    for note in children(parts.head, "IncludedNote") {
        all.extend(pieces(c, note));
    }
    if all.len() > 1 && *target == Target::Peppol && !is_german(c, parts) {
        c.joined("Note", &texts(&all));
    } else {
        for piece in &all {
            c.joined("Note", &texts(std::slice::from_ref(piece)));
        }
    }
    for subject in all.into_iter().filter_map(|piece| piece.subject) {
        c.implied(subject);
    }
}

/// The note of a line: one, without a subject (BT-127).
pub(crate) fn write_of_line(c: &mut Conversion, line: Option<Element<'_>>) {
    let notes: Vec<_> = children(line, "IncludedNote").collect();
    let contents = notes.iter().flat_map(|note| children(Some(*note), "Content"));
    let parts: Vec<_> = contents.map(|content| (content, own_text(content))).collect();
    c.joined("Note", &non_empty(parts));
}

/// A text with the subject that is written before it.
struct Piece<'a> {
    subject: Option<Element<'a>>,
    content: Element<'a>,
    text: String,
}

fn pieces<'a>(c: &mut Conversion, note: Element<'a>) -> Vec<Piece<'a>> {
    let subject = c.first(Some(note), "SubjectCode");
    let mut pieces = Vec::new();
    for content in children(Some(note), "Content") {
        let text = own_text(content);
        if trimmed(&text).is_empty() {
            continue;
        }
        // the subject is said once
        let own = subject.filter(|_| pieces.is_empty());
        let text = match own.map(own_text) {
            Some(code) => format!("#{}#{text}", trimmed(&code)),
            None => text,
        };
        pieces.push(Piece { subject: own, content, text });
    }
    if pieces.is_empty() {
        c.note(subject, NO_TEXT);
    }
    pieces
}

fn texts<'a>(pieces: &[Piece<'a>]) -> Vec<(Element<'a>, String)> {
    pieces.iter().map(|piece| (piece.content, piece.text.clone())).collect()
}

/// The parts that say anything.
pub(crate) fn non_empty(mut parts: Vec<(Element<'_>, String)>) -> Vec<(Element<'_>, String)> {
    parts.retain(|(_, text)| !trimmed(text).is_empty());
    parts
}

fn is_german(c: &mut Conversion, parts: &Parts<'_>) -> bool {
    ["SellerTradeParty", "BuyerTradeParty"].into_iter().all(|name| {
        let party = c.first(parts.agreement, name);
        is_in_germany(c, party)
    })
}
