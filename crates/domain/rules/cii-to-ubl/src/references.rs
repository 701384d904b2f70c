//! References to other documents (BT-11 to BT-18, BG-3, BG-24).

use crate::conversion::Conversion;
use crate::document_kind::DocumentKind;
use crate::loss::{LossKind, REPEATED, Reason};
use crate::parts::Parts;
use crate::tree::{Element, children, own_text};
use xml::white_space::trimmed;

const NO_TYPE: Reason = Reason::new(
    LossKind::NoTerm,
    "a supporting document has no type in Peppol BIS Billing 3.0; only 50, 130 and 916 have a place",
);

const ONE_PROJECT_NAME: &str = "Project reference";

/// From OrderReference to ProjectReference. Invoice and credit note differ in their order.
pub(crate) fn write(c: &mut Conversion, parts: &Parts<'_>) {
    order(c, parts.agreement);
    preceding(c, parts.settlement);
    advices(c, parts.delivery);
    let additional = Additional::sorted(c, parts.agreement);
    let contract = c.first(parts.agreement, "ContractReferencedDocument");
    let project = c.first(parts.agreement, "SpecifiedProcuringProject");
    match c.kind {
        DocumentKind::Invoice => {
            c.group("OriginatorDocumentReference", |c| additional.write_tender(c));
            c.group("ContractDocumentReference", |c| number(c, contract));
            additional.write(c);
            c.group("ProjectReference", |c| _ = write_project(c, project));
        }
        DocumentKind::CreditNote => {
            c.group("ContractDocumentReference", |c| number(c, contract));
            additional.write(c);
            c.group("AdditionalDocumentReference", |c| {
                if write_project(c, project) {
                    c.fixed("DocumentTypeCode", "50");
                }
            });
            c.group("OriginatorDocumentReference", |c| additional.write_tender(c));
        }
    }
}

/// BT-13 and BT-14. UBL wants an order's number; `NA` stands for none, as BIS Billing 3.0 says.
fn order(c: &mut Conversion, agreement: Option<Element<'_>>) {
    let buyers = c.at(agreement, &["BuyerOrderReferencedDocument", "IssuerAssignedID"]);
    let sellers = c.at(agreement, &["SellerOrderReferencedDocument", "IssuerAssignedID"]);
    c.group("OrderReference", |c| {
        if buyers.is_none() && sellers.is_some() {
            c.fixed("ID", "NA");
        }
        c.code("ID", buyers);
        c.code("SalesOrderID", sellers);
    });
}

/// BG-3: the invoices before this one.
fn preceding(c: &mut Conversion, settlement: Option<Element<'_>>) {
    for preceding in children(settlement, "InvoiceReferencedDocument") {
        c.group("BillingReference", |c| {
            c.group("InvoiceDocumentReference", |c| {
                number(c, Some(preceding));
                let day = c.first(Some(preceding), "FormattedIssueDateTime");
                c.day("IssueDate", day);
            });
        });
    }
}

/// BT-16 and BT-15: what went out, and what came in.
fn advices(c: &mut Conversion, delivery: Option<Element<'_>>) {
    let despatch = c.first(delivery, "DespatchAdviceReferencedDocument");
    c.group("DespatchDocumentReference", |c| number(c, despatch));
    let receipt = c.first(delivery, "ReceivingAdviceReferencedDocument");
    c.group("ReceiptDocumentReference", |c| number(c, receipt));
}

fn number(c: &mut Conversion, document: Option<Element<'_>>) {
    let id = c.first(document, "IssuerAssignedID");
    c.code("ID", id);
}

/// BT-11. CII wants a name as well, for which EN 16931 has no term: the binding prescribes one.
fn write_project(c: &mut Conversion, project: Option<Element<'_>>) -> bool {
    let Some(id) = c.first(project, "ID") else { return false };
    c.code("ID", Some(id));
    if let Some(name) = c.first(project, "Name") {
        let text = own_text(name);
        let says_nothing = trimmed(&text).eq_ignore_ascii_case(ONE_PROJECT_NAME)
            || trimmed(&text) == trimmed(&own_text(id));
        if says_nothing {
            c.implied(name);
        }
    }
    true
}

/// The additional documents by their type code.
struct Additional<'a> {
    /// 50, BT-17.
    tender: Option<Element<'a>>,
    /// 130 (BT-18), 916 and others (BG-24), in their order.
    others: Vec<(Element<'a>, Option<Element<'a>>)>,
}

impl<'a> Additional<'a> {
    fn sorted(c: &mut Conversion, agreement: Option<Element<'a>>) -> Self {
        let mut sorted = Self { tender: None, others: Vec::new() };
        let mut object = None;
        for document in children(agreement, "AdditionalReferencedDocument") {
            let code = c.first(Some(document), "TypeCode");
            let text = code.map(own_text).unwrap_or_default();
            match trimmed(&text) {
                "50" if sorted.tender.is_none() => sorted.tender = Some(document),
                "130" if object.is_none() => {
                    object = Some(document);
                    sorted.others.push((document, code));
                }
                "50" | "130" => c.note(Some(document), REPEATED),
                _ => sorted.others.push((document, code)),
            }
        }
        sorted
    }

    fn write_tender(&self, c: &mut Conversion) {
        let Some(tender) = self.tender else { return };
        let Some(id) = c.first(Some(tender), "IssuerAssignedID") else { return };
        c.code("ID", Some(id));
        if let Some(code) = c.first(Some(tender), "TypeCode") {
            c.implied(code);
        }
    }

    fn write(&self, c: &mut Conversion) {
        for (document, code) in &self.others {
            let text = code.map(own_text).unwrap_or_default();
            c.group("AdditionalDocumentReference", |c| match trimmed(&text) {
                "130" => invoiced_object(c, *document, *code),
                "916" => supporting(c, *document, *code),
                _ => {
                    c.note(*code, NO_TYPE);
                    supporting(c, *document, None);
                }
            });
        }
    }
}

/// BT-18 and BT-128: an identifier, and the scheme that it is of.
pub(crate) fn invoiced_object(
    c: &mut Conversion,
    document: Element<'_>,
    code: Option<Element<'_>>,
) {
    let id = c.first(Some(document), "IssuerAssignedID");
    let scheme = c.first(Some(document), "ReferenceTypeCode");
    c.code_and("ID", id, "schemeID", scheme);
    c.code("DocumentTypeCode", code);
}

/// BG-24. The code 916 is said by there being none.
fn supporting(c: &mut Conversion, document: Element<'_>, code: Option<Element<'_>>) {
    let document = Some(document);
    number(c, document);
    let name = c.first(document, "Name");
    c.text("DocumentDescription", name);
    c.group("Attachment", |c| {
        let embedded = c.first(document, "AttachmentBinaryObject");
        c.code_with("EmbeddedDocumentBinaryObject", embedded, &["mimeCode", "filename"]);
        c.group("ExternalReference", |c| {
            let address = c.first(document, "URIID");
            c.code("URI", address);
        });
    });
    if let Some(code) = code {
        c.implied(code);
    }
}
