//! Documents that are referred to (BT-11 to BT-18, BG-3, BG-24).

use crate::{
    conversion::Conversion,
    tree::{Element, at, children, value},
};

/// The name that CII wants of a project, for which EN 16931 has no term.
const PROJECT_NAME: &str = "Project reference";

/// Tender (BT-17), invoiced object (BT-18) and supporting documents (BG-24).
pub(crate) fn additional(c: &mut Conversion, root: Element<'_>) {
    let tender = at(Some(root), &["OriginatorDocumentReference", "ID"]);
    c.group("AdditionalReferencedDocument", |c| {
        if tender.is_some() {
            c.code("IssuerAssignedID", tender, &[]);
            c.fixed("TypeCode", "50");
        }
    });
    for document in children(Some(root), "AdditionalDocumentReference") {
        let code = at(Some(document), &["DocumentTypeCode"]);
        match &*value(code) {
            "130" => invoiced_object(c, Some(document)),
            "50" => {}
            _ => c.group("AdditionalReferencedDocument", |c| supporting(c, document)),
        }
    }
}

/// BT-18 and BT-128: an identifier, and the scheme that it is of.
pub(crate) fn invoiced_object(c: &mut Conversion, document: Option<Element<'_>>) {
    let Some(id) = at(document, &["ID"]) else { return };
    c.group("AdditionalReferencedDocument", |c| {
        c.code("IssuerAssignedID", Some(id), &[]);
        c.fixed("TypeCode", "130");
        c.of_attribute("ReferenceTypeCode", id, "schemeID");
    });
    at(document, &["DocumentTypeCode"]).into_iter().for_each(|code| c.carried(code));
}

/// The reference of a line that is its invoiced object: type 130, which is often left out. Another type has no term.
pub(crate) fn of_line(line: Option<Element<'_>>) -> Option<Element<'_>> {
    children(line, "DocumentReference").find(|reference| {
        matches!(&*value(at(Some(*reference), &["DocumentTypeCode"])), "" | "130")
    })
}

/// BG-24: type 916.
fn supporting(c: &mut Conversion, document: Element<'_>) {
    let (document, file) = (Some(document), at(Some(document), &["Attachment"]));
    c.code("IssuerAssignedID", at(document, &["ID"]), &[]);
    c.code("URIID", at(file, &["ExternalReference", "URI"]), &[]);
    c.fixed("TypeCode", "916");
    c.text("Name", at(document, &["DocumentDescription"]));
    let embedded = at(file, &["EmbeddedDocumentBinaryObject"]);
    c.code("AttachmentBinaryObject", embedded, &["mimeCode", "filename"]);
}

/// BT-11: of a credit note it is a reference to a document of type 50.
pub(crate) fn project(c: &mut Conversion, root: Element<'_>) {
    let of_note = || {
        let mut all = children(Some(root), "AdditionalDocumentReference");
        all.find(|one| value(at(Some(*one), &["DocumentTypeCode"])) == "50")
    };
    let project = at(Some(root), &["ProjectReference"]).or_else(of_note);
    let Some(id) = at(project, &["ID"]) else { return };
    c.group("SpecifiedProcuringProject", |c| {
        c.code("ID", Some(id), &[]);
        c.fixed("Name", PROJECT_NAME);
    });
    at(project, &["DocumentTypeCode"]).into_iter().for_each(|code| c.carried(code));
}

/// BG-3: the invoices before this one.
pub(crate) fn preceding(c: &mut Conversion, root: Element<'_>) {
    for reference in children(Some(root), "BillingReference") {
        let document = at(Some(reference), &["InvoiceDocumentReference"]);
        c.group("InvoiceReferencedDocument", |c| {
            c.code("IssuerAssignedID", at(document, &["ID"]), &[]);
            c.day("FormattedIssueDateTime", "qdt", at(document, &["IssueDate"]));
        });
    }
}
