//! The answer of Pohoda (`responsePack`).

use crate::{Answered, ItemAnswer, PostingId};
use xml::{Node, Parsed};

/// Why an answer cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BadAnswer {
    /// The answer is not XML, for example a page of HTML.
    #[error("the answer is no XML of Pohoda: {0}")]
    Unreadable(String),
    /// The answer is another document.
    #[error("the answer is a <{0}>, not a <responsePack>")]
    OtherDocument(String),
    /// Pohoda refused the whole request, for a reason in its words, for example because the books of another company
    /// are open.
    #[error("Pohoda refuses the request: {0}")]
    Refused(String),
    /// The answer lacks a part of what was requested.
    #[error("the answer says nothing about {0}")]
    Incomplete(String),
}

/// The maximum number of answers that are read from one pack.
const MAX_ITEMS: usize = 10 * crate::MAX_BATCH;

/// Pohoda's answers, at most one for each posting. If there are two for one posting, the one that reports its
/// creation counts. An item that names no posting, or reports nothing about it, is left out.
///
/// # Errors
/// [`BadAnswer`].
pub fn answers(answer: &[u8]) -> Result<Vec<Answered>, BadAnswer> {
    answer_pack(answer, |items| {
        let mut all: Vec<Answered> = Vec::new();
        for item in items.iter().take(MAX_ITEMS) {
            let Some((posting, answer)) = posting(*item).zip(item_answer(*item)) else { continue };
            match all.iter_mut().find(|known| known.posting == posting) {
                None => all.push(Answered { posting, answer }),
                Some(known) if is_created(&answer) && !is_created(&known.answer) => {
                    known.answer = answer;
                }
                Some(_) => {}
            }
        }
        Ok(all)
    })
}

/// The posting whose id the item carries.
fn posting(item: Node<'_, '_>) -> Option<PostingId> {
    item.attribute("id")?.parse().ok().map(PostingId)
}

fn is_created(answer: &ItemAnswer) -> bool {
    matches!(answer, ItemAnswer::Created { .. })
}

/// Reads the items of an answer, unless Pohoda refused the whole request.
pub(super) fn answer_pack<T>(
    answer: &[u8],
    read: impl FnOnce(&[Node<'_, '_>]) -> Result<T, BadAnswer>,
) -> Result<T, BadAnswer> {
    let answer = xml::utf8(answer);
    let unreadable = |error: xml::Unreadable| BadAnswer::Unreadable(error.to_string());
    let parsed = Parsed::read(&answer).map_err(unreadable)?;
    let root = parsed.root();
    if root.tag_name().name() != "responsePack" {
        return Err(BadAnswer::OtherDocument(root.tag_name().name().to_owned()));
    }
    let items: Vec<_> =
        root.children().filter(|node| node.tag_name().name() == "responsePackItem").collect();
    if items.is_empty() && root.attribute("state") != Some("ok") {
        return Err(BadAnswer::Refused(root.attribute("note").unwrap_or("no reason").to_owned()));
    }
    read(&items)
}

/// The answer in an item. The document counts as created when the item and the document in it are `ok` or have
/// warnings and Pohoda names what it produced, or when it existed before.
fn item_answer(item: Node<'_, '_>) -> Option<ItemAnswer> {
    let response = item.children().find(Node::is_element);
    let states = [item.attribute("state"), response.and_then(|node| node.attribute("state"))];
    let produced = descendant(item, "producedDetails");
    let id = produced.and_then(|node| text_of(node, "id"));
    let is_error = states.contains(&Some("error"));
    match (is_error, id) {
        (false, Some(id)) => Some(ItemAnswer::Created {
            id: Some(id),
            number: produced.and_then(|node| text_of(node, "number")),
            note: Some(notes_of(item)).filter(|note| !note.is_empty()),
        }),
        // without an error and without a document, the item reports nothing
        (false, None) => None,
        (true, _) => Some(ItemAnswer::Refused { reason: reason(item) }),
    }
}

fn reason(item: Node<'_, '_>) -> String {
    let said = notes_of(item);
    if said.is_empty() { "Pohoda gives no reason".to_owned() } else { said }
}

/// The notes of an item: its own, and each detail with its number.
fn notes_of(item: Node<'_, '_>) -> String {
    let own = item.attribute("note").map(str::to_owned);
    let details = item.descendants().filter(|node| node.tag_name().name() == "detail");
    let detail = |node: Node<'_, '_>| {
        let (number, note) = (text_of(node, "errno"), text_of(node, "note"));
        Some([number, note].into_iter().flatten().collect::<Vec<_>>().join(" "))
    };
    let all: Vec<_> = own.into_iter().chain(details.filter_map(detail)).collect();
    all.iter()
        .map(|note| note.trim())
        .filter(|note| !note.is_empty())
        .collect::<Vec<_>>()
        .join("; ")
}

fn descendant<'a>(of: Node<'a, 'a>, name: &str) -> Option<Node<'a, 'a>> {
    of.descendants().find(|node| node.tag_name().name() == name)
}

/// The text of the child of this name, unless it is empty.
pub(super) fn text_of(of: Node<'_, '_>, name: &str) -> Option<String> {
    let child = of.children().find(|node| node.tag_name().name() == name)?;
    child.text().map(|text| text.trim().to_owned()).filter(|text| !text.is_empty())
}
