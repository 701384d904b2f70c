//! Which documents Pohoda has, by their external ids: a request after one whose answer was lost.

use super::{
    pack::{item, pack},
    response::{BadAnswer, answer_pack},
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

/// The request for the documents that Pohoda has under these external ids.
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

/// Which of the documents the answer to [`look_up`] has, with Pohoda's own ids. One that Pohoda will not look for is not
/// found: when it is sent again, its external id tells Pohoda that it was there.
///
/// # Errors
/// [`BadAnswer`]: whether Pohoda has them is not known.
pub fn found(answer: &[u8], documents: &[Document]) -> Result<Vec<Answered>, BadAnswer> {
    let read = answer_pack(answer, |items| {
        let mut found = Vec::new();
        for document in documents.iter().filter(|_| !items.is_empty()) {
            let id = document.posting.to_string();
            let item = items.iter().find(|item| item.attribute("id") == Some(&*id));
            let item = item.ok_or(BadAnswer::Incomplete(id))?;
            found.extend(header(*item).map(|header| there(document, header)));
        }
        Ok(found)
    });
    match read {
        Err(BadAnswer::Refused(_)) => Ok(Vec::new()),
        read => read,
    }
}

fn there(document: &Document, header: Node<'_, '_>) -> Answered {
    let (id, number) = (child(header, "id"), number(header));
    Answered { posting: document.posting, answer: ItemAnswer::Created { id, number, note: None } }
}

/// The header of the first document of a list.
fn header<'a>(item: Node<'a, 'a>) -> Option<Node<'a, 'a>> {
    item.descendants().find(|node| node.is_element() && node.tag_name().name().ends_with("Header"))
}

fn child(of: Node<'_, '_>, name: &str) -> Option<String> {
    let child = of.children().find(|node| node.tag_name().name() == name)?;
    child.text().map(|text| text.trim().to_owned()).filter(|text| !text.is_empty())
}

/// The number stands in the element, or in one within it.
fn number(header: Node<'_, '_>) -> Option<String> {
    let number = header.children().find(|node| node.tag_name().name() == "number")?;
    child(number, "numberRequested").or_else(|| child(header, "number"))
}
