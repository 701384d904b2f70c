use super::{BANK, DATA, FILTER, INTERNAL, INVOICE, LIST, TYPE, VOUCHER, payment, set_off};
use crate::{Account, Content, Document};
use accounting_export::pohoda::{MAX_ICO, write_invoice};
use uuid::Uuid;
use xml::Writer;

/// The request that asks Pohoda to create the documents, in this order. `request` identifies it.
#[must_use]
pub fn data_pack(account: Account<'_>, documents: &[Document]) -> String {
    pack(account, |writer| {
        for document in documents {
            item(writer, document, |writer| write(writer, account, document));
        }
    })
}

fn write(writer: &mut Writer, account: Account<'_>, document: &Document) {
    let id = &document.external_id;
    match &document.content {
        Content::Invoice(entry) => write_invoice(writer, entry, account.firm, Some(id)),
        Content::Payment(of) if of.is_cash => payment::voucher(writer, account, id, of),
        Content::Payment(of) => payment::bank(writer, account, id, of),
        Content::SetOff(of) => set_off::internal(writer, account, id, of),
    }
}

/// One item of a request; the answer about it carries the id of its posting.
pub(super) fn item(writer: &mut Writer, document: &Document, write: impl FnOnce(&mut Writer)) {
    let id = document.posting.to_string();
    writer.group("dat:dataPackItem", &[("version", "2.0"), ("id", &id)], write);
}

/// A request. Pohoda compares the IČO with that of the firm whose books are open.
pub(super) fn pack(account: Account<'_>, items: impl FnOnce(&mut Writer)) -> String {
    let Account { firm, request, .. } = account;
    let id = Uuid::to_string(&request);
    let mut attributes = vec![
        ("xmlns:dat", DATA),
        ("xmlns:inv", INVOICE),
        ("xmlns:bnk", BANK),
        ("xmlns:vch", VOUCHER),
        ("xmlns:int", INTERNAL),
        ("xmlns:lst", LIST),
        ("xmlns:ftr", FILTER),
        ("xmlns:typ", TYPE),
        ("version", "2.0"),
        ("id", &id),
    ];
    if !firm.ico.is_empty() && firm.ico.chars().count() <= MAX_ICO {
        attributes.push(("ico", &firm.ico));
    }
    attributes.extend([("application", "Billhook"), ("note", "Billhook")]);
    let mut writer = Writer::new();
    writer.group("dat:dataPack", &attributes, items);
    writer.finish()
}
