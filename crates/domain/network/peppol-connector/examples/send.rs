//! A document of plain EN 16931 on its way: refused, repaired, queued, lost once, delivered.
//!
//! `cargo run -p peppol-connector --example send`

use access::OrganizationId;
use invoicing::InvoiceId;
use peppol_connector::{
    credit::Credits,
    documents::{AutoRepair, Inspection, Repair, Validation, Verdict, read_facts},
    identifiers::{MessageId, Network, StagedId, SubmissionId},
    registration::{Environment, PeppolAccount},
    repair::{apply, check_applied, suggest},
    sending::{
        DocumentBytes, NewIds, NumberUse, OrganizationFacts, SendDecision, SendFacts, SendOptions,
        SendWrites, decide_send,
    },
    submissions::{Actor, Jitter, JobId, Move, Moved, RetryClass, advance},
};
use std::error::Error;
use time::macros::datetime;
use uuid::Uuid;
use xml::Parsed;

const INVOICE: &str = r#"<Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2"
  xmlns:cac="urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2"
  xmlns:cbc="urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2">
  <cbc:CustomizationID>urn:cen.eu:en16931:2017</cbc:CustomizationID>
  <cbc:ID>FA20260017</cbc:ID>
  <cbc:IssueDate>2026-11-21</cbc:IssueDate>
  <cbc:DocumentCurrencyCode>EUR</cbc:DocumentCurrencyCode>
  <cac:AccountingSupplierParty>
    <cac:Party>
      <cac:PartyTaxScheme><cbc:CompanyID>SK2023456789</cbc:CompanyID></cac:PartyTaxScheme>
    </cac:Party>
  </cac:AccountingSupplierParty>
  <cac:AccountingCustomerParty>
    <cac:Party>
      <cbc:EndpointID schemeID="0088">2120000000</cbc:EndpointID>
      <cac:PartyTaxScheme><cbc:CompanyID>SK2120000000</cbc:CompanyID></cac:PartyTaxScheme>
    </cac:Party>
  </cac:AccountingCustomerParty>
  <cac:LegalMonetaryTotal>
    <cbc:TaxExclusiveAmount currencyID="EUR">100.00</cbc:TaxExclusiveAmount>
    <cbc:TaxInclusiveAmount currencyID="EUR">123.00</cbc:TaxInclusiveAmount>
    <cbc:PayableAmount currencyID="EUR">123.00</cbc:PayableAmount>
  </cac:LegalMonetaryTotal>
</Invoice>
"#;

fn main() -> Result<(), Box<dyn Error>> {
    let now = datetime!(2026-11-21 12:00 UTC);
    let document = Parsed::read(INVOICE.as_bytes())?;
    let facts = read_facts(&document)?;
    let changes = suggest(&facts, Network::Live);
    let repaired = apply(&document, &changes)?;
    let repaired_document = Parsed::read(&repaired)?;
    check_applied(&repaired_document, &changes)?;
    let repaired_facts = read_facts(&repaired_document)?;

    // a validator would say so; here it is taken for granted
    let right = Validation::Ran(Verdict::default());
    let inspection = Inspection { original: right.clone(), changes, repair: Repair::Made(right) };
    let organization = OrganizationFacts {
        id: OrganizationId(Uuid::from_u128(7)),
        environment: Environment::Production,
        account: PeppolAccount::Enrolled(Network::Live),
        participant: Some("0245:2023456789".parse()?),
        available: Credits(1),
        prepayment_overdue: false,
        number: NumberUse::Free,
        contact: None,
        named: None,
    };
    let bytes =
        DocumentBytes { sent: repaired.as_slice().into(), original: INVOICE.as_bytes().into() };
    let send = |auto_repair| -> SendDecision {
        decide_send(SendFacts {
            options: SendOptions { auto_repair, ..SendOptions::default() },
            inspection: inspection.clone(),
            document: &repaired_facts,
            bytes: &bytes,
            organization: &organization,
            receiver: None,
            recipient: None,
            ids: ids(),
            now,
        })
    };
    println!("without autoRepair:\n{:#?}\n", send(AutoRepair::Off).answer);
    let decision = send(AutoRepair::On);
    println!("with autoRepair:\n{:#?}\n", decision.answer);

    let SendWrites::Queue(queued) = decision.commit else { return Err("not queued".into()) };
    println!("from {} to {}", queued.submission.sender, queued.submission.receiver);
    println!("as {}\nin {}\n", queued.submission.document_type, queued.submission.process);
    let mut progress = queued.submission.progress;
    for (actor, moved) in [
        (Actor::Worker, Move::Claimed),
        (Actor::Worker, Move::AttemptFailed(RetryClass::Unknown)),
        (Actor::Worker, Move::Claimed),
        (Actor::Worker, Move::Accepted),
        (Actor::Worker, Move::Accepted),
        (Actor::Network, Move::Delivered),
    ] {
        match advance(progress, actor, moved, now, Jitter(0))? {
            Moved::To(next, effects) => {
                println!("{moved:?} -> {} {effects:?}", next.state.name());
                progress = next;
            }
            other => println!("{moved:?} -> {other:?}"),
        }
    }
    Ok(())
}

fn ids() -> NewIds {
    let id = Uuid::from_u128;
    NewIds {
        submission: SubmissionId(id(1)),
        invoice: InvoiceId(id(2)),
        job: JobId(id(3)),
        staged: StagedId(id(4)),
        message: MessageId(id(5)),
    }
}
