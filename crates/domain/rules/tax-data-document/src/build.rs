//! The tax data document of an invoice.

use xml::{Node, Parsed, Writer};

use crate::key::{DocumentKey, DocumentUuid};
use crate::mapping::{self, child, children, is_vat, text};
use crate::submission::{Participant, Role, Submission};
use crate::{PROCESS, SPECIFICATION};

/// The document is neither a UBL invoice nor a credit note.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("only UBL invoices and credit notes are reported")]
pub struct NoInvoice;

/// The namespaces of a tax data document.
const NAMESPACES: [(&str, &str); 3] = [
    ("pxs", "urn:peppol:schema:sk-taxdata:1.0"),
    ("cbc", "urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2"),
    ("cac", "urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2"),
];

/// The tax data document of a sent or received invoice. The same arguments give the same bytes. Whether
/// it has to be reported is what [`has_vat_number`] says; what comes out is checked against
/// [`TAX_DATA`](crate::TAX_DATA) before it is sent.
///
/// # Errors
/// [`NoInvoice`] where there is nothing to report.
pub fn build(
    document: &Parsed<'_>,
    submission: &Submission<'_>,
    uuid: DocumentUuid,
) -> Result<String, NoInvoice> {
    if !is_invoice(document.root()) {
        return Err(NoInvoice);
    }
    let uuid = uuid(&DocumentKey::of(document));
    let mut out = Writer::new();
    let root = out.open_with_namespaces(("pxs", "TaxData"), &NAMESPACES);
    head(&mut out, submission);
    out.group(("pxs", "ReportedTransaction"), &[], |out| {
        out.group(("pxs", "ReportedDocument"), &[], |out| {
            mapping::write(out, document.root(), uuid);
        });
    });
    out.close(root);
    Ok(out.finish())
}

/// Whether the seller or the buyer has a VAT number in the document: only such documents are reported.
#[must_use]
pub fn has_vat_number(document: &Parsed<'_>) -> bool {
    ["AccountingSupplierParty", "AccountingCustomerParty"].into_iter().any(|role| {
        let party = child(document.root(), role).and_then(|outer| child(outer, "Party"));
        party.is_some_and(|party| {
            children(party, "PartyTaxScheme").filter(|scheme| is_vat(*scheme)).any(|scheme| {
                child(scheme, "CompanyID").is_some_and(|number| !text(number).trim().is_empty())
            })
        })
    })
}

/// Whose tax data the provider of a role reports: scheme and value of the sender's electronic address for
/// C2, of the receiver's for C3. The seller sends, but a self-billed document is sent by the buyer.
#[must_use]
pub fn reporting_party(document: &Parsed<'_>, role: Role) -> Option<(String, String)> {
    let root = document.root();
    let process = child(root, "ProfileID").map(text).unwrap_or_default();
    let seller_sends = !process.contains(":poacc:selfbilling:");
    let party = if seller_sends == (role == Role::C2) {
        "AccountingSupplierParty"
    } else {
        "AccountingCustomerParty"
    };
    let endpoint = child(child(child(root, party)?, "Party")?, "EndpointID")?;
    Some((endpoint.attribute("schemeID")?.trim().to_owned(), text(endpoint).trim().to_owned()))
}

fn is_invoice(root: Node<'_, '_>) -> bool {
    let name = root.tag_name();
    let namespace = name.namespace().unwrap_or_default();
    namespace.strip_prefix("urn:oasis:names:specification:ubl:schema:xsd:").is_some_and(|kind| {
        matches!((kind, name.name()), ("Invoice-2", "Invoice") | ("CreditNote-2", "CreditNote"))
    })
}

fn head(out: &mut Writer, submission: &Submission<'_>) {
    let at = service_day::utc(submission.issued_at);
    let (year, month, day) = (at.year(), u8::from(at.month()), at.day());
    let (hour, minute, second) = (at.hour(), at.minute(), at.second());
    out.leaf(("cbc", "CustomizationID"), &[], SPECIFICATION);
    out.leaf(("cbc", "ProfileID"), &[], PROCESS);
    out.leaf(("cbc", "UUID"), &[], &submission.uuid.to_string());
    out.leaf(("cbc", "IssueDate"), &[], &format!("{year:04}-{month:02}-{day:02}"));
    out.leaf(("cbc", "IssueTime"), &[], &format!("{hour:02}:{minute:02}:{second:02}Z"));
    out.leaf(("pxs", "TaxDataTypeCode"), &[], submission.type_code.as_str());
    out.leaf(("pxs", "DocumentScope"), &[], submission.scope.as_str());
    out.leaf(("pxs", "ReporterRole"), &[], submission.role.as_str());
    out.group(("pxs", "TaxAuthority"), &[], |out| {
        out.leaf(("cbc", "ID"), &[], submission.authority);
    });
    out.group(("pxs", "ReportingParty"), &[], |out| {
        participant(out, "EndpointID", submission.reporting);
    });
    out.group(("pxs", "ReceivingParty"), &[], |out| {
        participant(out, "EndpointID", submission.receiving);
    });
    out.group(("pxs", "ReportersRepresentative"), &[], |out| {
        out.group(("cac", "PartyIdentification"), &[], |out| {
            participant(out, "ID", submission.representative);
        });
    });
}

fn participant(out: &mut Writer, name: &str, participant: Participant<'_>) {
    out.leaf(("cbc", name), &[("schemeID", participant.scheme)], participant.value);
}
