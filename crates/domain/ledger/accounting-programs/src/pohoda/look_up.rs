//! Finds out which documents Pohoda has, by their external ids, after a request whose answer was lost.

use super::{
    pack::{item, pack},
    response::{BadAnswer, answer_pack, text_of},
    write_external_id,
};
use crate::{Account, Answered, Content, Document, ItemAnswer};
use accounting_export::pohoda::invoice_type;
use xml::{Node, Writer};

/// A list that Pohoda exports: the element of the request, its version attribute, and the element of its filter.
struct List {
    request: &'static str,
    version: &'static str,
    kind: Option<(&'static str, &'static str)>,
    filter: &'static str,
}

/// The request that lists the documents with these external ids.
#[must_use]
pub fn look_up(account: Account<'_>, documents: &[Document]) -> String {
    pack(account, |writer| {
        for document in documents {
            item(writer, document, |writer| ask(writer, &list(&document.content), document));
        }
    })
}

fn list(content: &Content) -> List {
    let of = |request, version, kind, filter| List { request, version, kind, filter };
    match content {
        Content::Invoice(entry) => of(
            "lst:listInvoiceRequest",
            "invoiceVersion",
            Some(("invoiceType", invoice_type(entry))),
            "lst:requestInvoice",
        ),
        Content::Payment(of_cash) if of_cash.is_cash => {
            of("lst:listVoucherRequest", "voucherVersion", None, "lst:requestVoucher")
        }
        Content::Payment(_) => of("lst:listBankRequest", "bankVersion", None, "lst:requestBank"),
        Content::SetOff(_) => {
            of("lst:listIntDocRequest", "intDocVersion", None, "lst:requestIntDoc")
        }
    }
}

fn ask(writer: &mut Writer, list: &List, document: &Document) {
    let mut attributes = vec![("version", "2.0")];
    attributes.extend(list.kind);
    attributes.push((list.version, "2.0"));
    writer.group(list.request, &attributes, |writer| {
        writer.group(list.filter, &[], |writer| {
            writer.group("ftr:filter", &[], |writer| {
                write_external_id(writer, "ftr:extId", &document.external_id);
            });
        });
    });
}

/// The documents that the answer to [`look_up`] lists under their external ids, with Pohoda's ids. A document that
/// Pohoda cannot search for counts as missing: when it is sent again, Pohoda recognizes it by its external id.
///
/// # Errors
/// [`BadAnswer`] when it cannot be told whether Pohoda has them.
pub fn found(answer: &[u8], documents: &[Document]) -> Result<Vec<Answered>, BadAnswer> {
    let read = answer_pack(answer, |items| {
        let mut found = Vec::new();
        for document in documents {
            let id = document.posting.to_string();
            let item = items.iter().find(|item| item.attribute("id") == Some(&*id));
            let item = item.ok_or(BadAnswer::Incomplete(id))?;
            found.extend(header(*item, document).map(|header| there(document, header)));
        }
        Ok(found)
    });
    match read {
        Err(BadAnswer::Refused(_)) => Ok(Vec::new()),
        read => read,
    }
}

fn there(document: &Document, header: Node<'_, '_>) -> Answered {
    let (id, number) = (text_of(header, "id"), number(header));
    Answered { posting: document.posting, answer: ItemAnswer::Created { id, number, note: None } }
}

/// The header of the listed document with our external id. A list may contain others, if Pohoda filters by something
/// else.
fn header<'a>(item: Node<'a, 'a>, document: &Document) -> Option<Node<'a, 'a>> {
    let is_header = |node: &Node<'_, '_>| node.tag_name().name().ends_with("Header");
    let has_id = |node: &Node<'_, '_>| {
        let mut children = node.children();
        let of_ours = children.find(|child| child.tag_name().name() == "extId");
        of_ours.and_then(|id| text_of(id, "ids")).as_ref() == Some(&document.external_id)
    };
    item.descendants().find(|node| is_header(node) && has_id(node))
}

/// The number, which is the text of the element or of a child.
fn number(header: Node<'_, '_>) -> Option<String> {
    let number = header.children().find(|node| node.tag_name().name() == "number")?;
    text_of(number, "numberRequested").or_else(|| text_of(header, "number"))
}
