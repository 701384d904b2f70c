//! Expenses that are made of documents received over the network.

use crate::{ExpenseContent, ExpenseStatus, ExpenseType, ExpenseVat};
use access::OrganizationId;
use invoicing::{
    Contact, Firm, InvoiceType, Organization, Party, SameFirm, recording::RecordedDocument,
};
use money::{Decimal, MAX_AMOUNT};
use peppol_connector::{
    documents::{DocumentContent, DocumentFacts, PartyFacts, Validation},
    repair::Severity,
    sending::{Refusal, contact_of, recorded_document},
};

/// The longest number that is taken from a document, in characters.
const MAX_NUMBER: usize = 200;

/// Why a document does not become an expense.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error, refusals::Refusal)]
pub enum NotAnExpense {
    /// The organization is the document's supplier: it is the organization's own invoice, written by its customer.
    #[error("is a self-billed invoice, which your customer wrote for you: you owe nothing by it")]
    SelfBilled,
    /// It has no number (BT-1), or too long a one.
    #[error("has no number (BT-1) of 1 to {most} characters", most = MAX_NUMBER)]
    NoNumber,
    /// It has amounts or dates that cannot be stored.
    #[error("{0}")]
    Incomplete(Refusal),
}

/// An expense as it is read from a document.
#[derive(Debug, Clone, PartialEq)]
pub struct ReadExpense {
    /// The content to store. Its supplier is `contact`, unless the organization has a contact with the same numbers.
    pub content: ExpenseContent,
    /// The supplier. The same party always becomes the same contact.
    pub contact: Contact,
    /// `pending_approval`, or `needs_review` when there are reasons.
    pub status: ExpenseStatus,
    /// The reasons why it needs a review.
    pub reasons: Vec<String>,
}

/// Makes an expense of an inspected document: of its facts, of further fields that it has, and of the verdict on it.
///
/// # Errors
/// [`NotAnExpense`].
pub fn of_document(
    facts: &DocumentFacts,
    content: Option<&DocumentContent>,
    verdict: &Validation,
    organization: &Organization,
) -> Result<ReadExpense, NotAnExpense> {
    let number = facts.number.as_deref().filter(|text| text.chars().count() <= MAX_NUMBER);
    let number = number.ok_or(NotAnExpense::NoNumber)?;
    let contact = supplier(&facts.supplier, organization.id)?;
    let header = recorded_document(facts, number, contact.id).map_err(NotAnExpense::Incomplete)?;
    if header.self_billed {
        return Err(NotAnExpense::SelfBilled);
    }
    let reasons: Vec<_> = [broken_rules(verdict), other_buyer(&facts.customer, organization)]
        .into_iter()
        .flatten()
        .collect();
    let status = match reasons.is_empty() {
        true => ExpenseStatus::PendingApproval,
        false => ExpenseStatus::NeedsReview,
    };
    Ok(ReadExpense { content: says(header, content, &contact), contact, status, reasons })
}

fn supplier(party: &PartyFacts, owner: OrganizationId) -> Result<Contact, NotAnExpense> {
    contact_of(party, owner).map_err(NotAnExpense::Incomplete)
}

fn says(
    header: RecordedDocument,
    content: Option<&DocumentContent>,
    contact: &Contact,
) -> ExpenseContent {
    ExpenseContent {
        expense_type: match header.invoice_type {
            InvoiceType::CreditNote => ExpenseType::CreditNote,
            InvoiceType::DebitNote => ExpenseType::DebitNote,
            _ => ExpenseType::Invoice,
        },
        number: header.number,
        variable_symbol: header.variable_symbol,
        supplier_id: contact.id,
        supplier: contact.party.clone(),
        issue_date: header.issue_date,
        delivery_date: content.and_then(|content| content.tax_point),
        due_date: header.due_date,
        totals: header.totals,
        vat: content.map(vat).unwrap_or_default(),
        prepaid: header.prepaid,
        rounding: header.rounding,
        currency: header.currency,
        note: None,
        project_id: None,
        stock: Vec::new(),
    }
}

fn vat(content: &DocumentContent) -> Vec<ExpenseVat> {
    let held = |amount: Decimal| amount.abs() <= MAX_AMOUNT;
    let rows = content.vat.iter().filter(|row| held(row.taxable_amount) && held(row.tax_amount));
    let row = rows.map(|row| ExpenseVat {
        category: Some(row.category.clone()),
        rate: row.rate,
        taxable_amount: money::round(row.taxable_amount),
        tax_amount: money::round(row.tax_amount),
    });
    row.collect()
}

/// The violations of the official rules, as a reason for a review; `None` when there is none.
fn broken_rules(verdict: &Validation) -> Option<String> {
    let Validation::Ran(verdict) = verdict else {
        return Some("the document could not be checked by the official rules".to_owned());
    };
    let first = verdict.findings.iter().find(|finding| finding.severity == Severity::Error)?;
    let errors = verdict.count(Severity::Error);
    Some(format!(
        "the document breaks {errors} official rules, the first {}: {}",
        first.code, first.message
    ))
}

/// The buyer, as a reason for a review, if it is clearly not the organization. A buyer without numbers is taken for
/// the organization, because the network delivered the document to it.
fn other_buyer(buyer: &PartyFacts, organization: &Organization) -> Option<String> {
    let Organization { ico, dic, ic_dph, .. } = organization.clone();
    let own = Firm::of(&Party { ico, dic, ic_dph, ..buyer.to_party() });
    let says_numbers = buyer.legal_id.is_some() || !buyer.tax_ids.is_empty();
    match Firm::of(&buyer.to_party()).same_as(&own) {
        SameFirm::Yes => return None,
        SameFirm::Unknown if !says_numbers => return None,
        SameFirm::No | SameFirm::Unknown => {}
    }
    let name = buyer.name.as_deref().unwrap_or("another firm");
    Some(format!("the document is for {name}, whose numbers are not yours"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use invoicing::Party;
    use peppol_connector::{
        documents::{Endpoint, TaxId, Verdict},
        identifiers::Root,
        repair::Finding,
    };
    use rust_decimal::dec;
    use time::{OffsetDateTime, macros::date};
    use uuid::Uuid;

    fn organization() -> Organization {
        let party = Party::new("My").with_ico("12345678").with_dic("2020202020");
        Organization::of(OrganizationId(Uuid::from_u128(1)), party, OffsetDateTime::UNIX_EPOCH)
    }

    fn facts() -> DocumentFacts {
        let party = |id: &str| PartyFacts {
            name: Some("Píla".into()),
            tax_ids: vec![TaxId::unsaid(id)],
            ..PartyFacts::default()
        };
        DocumentFacts {
            number: Some("2026/7".into()),
            issue_date: Some(date!(2026 - 11 - 20)),
            currency: Some("EUR".into()),
            net: Some(dec!(100)),
            total: Some(dec!(123)),
            prepaid: Some(dec!(23)),
            supplier: party("SK2023456789"),
            customer: party("2020202020"),
            ..DocumentFacts::of(Root::UblInvoice)
        }
    }

    fn clean() -> Validation {
        Validation::Ran(Verdict::default())
    }

    #[test]
    fn a_clean_document_waits_for_its_approval() {
        let read = of_document(&facts(), None, &clean(), &organization()).expect("an expense");
        assert_eq!((read.status, read.reasons), (ExpenseStatus::PendingApproval, Vec::new()));
        let content = read.content;
        assert_eq!((content.totals.vat_total, content.prepaid), (dec!(23.00), dec!(23.00)));
        assert_eq!(content.variable_symbol.as_deref(), Some("20267"));
        assert_eq!((content.supplier_id, content.supplier), (read.contact.id, read.contact.party));
    }

    #[test]
    fn what_is_doubtful_is_looked_at() {
        let finding = Finding {
            field: "Invoice".into(),
            code: "BR-02".into(),
            message: "no number".into(),
            severity: Severity::Error,
            rules: None,
        };
        let broken = Validation::Ran(Verdict { findings: vec![finding], ..Verdict::default() });
        let other = DocumentFacts { customer: facts().supplier, ..facts() };
        for (facts, verdict, said) in [
            (facts(), broken, "BR-02"),
            (facts(), Validation::Unavailable, "could not be checked"),
            (other, clean(), "not yours"),
        ] {
            let read = of_document(&facts, None, &verdict, &organization()).expect("an expense");
            assert_eq!(read.status, ExpenseStatus::NeedsReview);
            assert!(
                read.reasons.len() == 1 && read.reasons[0].contains(said),
                "{:?}",
                read.reasons
            );
        }
    }

    #[test]
    fn a_buyer_is_us_however_its_numbers_are_written() {
        let group = Organization { ic_dph: Some("SK7020000944".into()), ..organization() };
        let endpoint = |value: &str| Endpoint { scheme: None, value: value.to_owned() };
        for (ico, tax_id, organization, is_ours) in [
            ("12 345 678", "", organization(), true),
            ("", "SK 2020.202.020", organization(), true),
            ("", "sk2020202020", organization(), true),
            ("87654321", "", organization(), false),
            ("", "SK2029999999", organization(), false),
            // another member of the VAT group
            ("87654321", "SK7020000944", group.clone(), false),
            ("12345678", "SK7020000944", group, true),
            ("", "", organization(), true),
        ] {
            let filled = |text: &&str| !text.is_empty();
            let customer = PartyFacts {
                country: Some("SK".into()),
                legal_id: Some(ico).filter(filled).map(endpoint),
                tax_ids: Some(tax_id).filter(filled).map(TaxId::unsaid).into_iter().collect(),
                ..PartyFacts::default()
            };
            let facts = DocumentFacts { customer, ..facts() };
            let read = of_document(&facts, None, &clean(), &organization).expect("an expense");
            assert_eq!(read.reasons.is_empty(), is_ours, "{ico} {tax_id}: {:?}", read.reasons);
        }
    }

    #[test]
    fn what_says_too_little_makes_none() {
        let made = |facts: DocumentFacts| of_document(&facts, None, &clean(), &organization());
        let none = |error: NotAnExpense| error;
        let long = DocumentFacts { number: Some("7".repeat(201)), ..facts() };
        for facts in [DocumentFacts { number: None, ..facts() }, long] {
            assert_eq!(made(facts).map(drop).map_err(none), Err(NotAnExpense::NoNumber));
        }
        for facts in [
            DocumentFacts { issue_date: None, ..facts() },
            DocumentFacts { total: None, ..facts() },
            DocumentFacts { currency: Some("€".into()), ..facts() },
        ] {
            assert!(matches!(made(facts), Err(NotAnExpense::Incomplete(_))));
        }
        let self_billing = peppol_connector::identifiers::Profile::SELF_BILLING.customization_id;
        let self_billed = DocumentFacts { customization: Some(self_billing.into()), ..facts() };
        assert_eq!(made(self_billed).map(drop), Err(NotAnExpense::SelfBilled));
    }
}
