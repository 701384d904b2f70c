//! Exports for accounting: asked for, made step by step, whatever happens meanwhile.

use crate::setup::{TestPorts, run};
use access::{OrganizationId, Tier};
use accounting_export::{
    Export, ExportFile, ExportId, ExportRequest, ExportState, ExportStore, Sum, TotalKey,
};
use expenses::{ExpenseOrigin, ExpenseStatus, ExpenseStore, NewExpense};
use idempotency::{Answer, UnwritableAnswer};
use invoicing::{
    InvoiceFilter, InvoiceId, InvoiceStatus, InvoiceStore, InvoiceType, Totals, Violations,
};
use languages::Language;
use money::{Currency, Decimal};
use peppol_connector::{
    identifiers::{Network, ReceivedId},
    inbox::{ReceivedDocument, ReceivedRecord},
    ports::InboxStore,
};
use persistence::StoreError;
use proptest::{collection, prelude::any, prop_assert_eq, proptest};
use rust_decimal::dec;
use std::{
    collections::BTreeMap,
    sync::atomic::{AtomicU32, Ordering::Relaxed},
};
use testkit::{
    build::{self, NOW},
    expenses::expense,
    fixtures,
    peppol::{received_document, received_event, received_record},
};
use time::{Date, Duration, macros::date};
use use_cases::{
    Context,
    invoicing::records::NewRecord,
    ledger::{
        correspondence::{AttachmentError, PdfFile},
        exports::{
            ExportError, InvoicePdfs, Made, ask_for_export, delete_export, export, export_file,
            exports, make_export,
        },
    },
    maintenance::purge_exports,
};

/// Makes PDFs, but for so many times at first.
#[derive(Default)]
pub struct Pdfs {
    busy: AtomicU32,
}

impl InvoicePdfs<TestPorts> for Pdfs {
    async fn pdf(
        &self,
        _: &Context<'_, TestPorts>,
        invoice: InvoiceId,
        _: Language,
    ) -> Result<Option<PdfFile>, AttachmentError> {
        let left = self.busy.load(Relaxed);
        if left > 0 {
            self.busy.store(left - 1, Relaxed);
            return Err(AttachmentError("too many PDFs are being made".into()));
        }
        let (name, bytes) = (format!("{invoice}.pdf"), format!("%PDF of {invoice}").into_bytes());
        Ok(Some(PdfFile { name, bytes }))
    }
}

/// Another worker makes each step while this one is at it.
struct Overtaken<'a> {
    export: ExportId,
    ports: &'a TestPorts,
}

impl InvoicePdfs<TestPorts> for Overtaken<'_> {
    async fn pdf(
        &self,
        context: &Context<'_, TestPorts>,
        invoice: InvoiceId,
        language: Language,
    ) -> Result<Option<PdfFile>, AttachmentError> {
        let (pdfs, owner) = (Pdfs::default(), context.organization);
        let other = make_export(self.ports, &pdfs, owner, self.export, || false).await;
        other.expect("made by the other");
        pdfs.pdf(context, invoice, language).await
    }
}

pub fn november(files: bool) -> ExportRequest {
    let (from, to) = (Some(date!(2026 - 11 - 01)), Some(date!(2026 - 11 - 30)));
    ExportRequest { from, to, files: Some(files) }
}

pub fn ask(
    context: &Context<'_, TestPorts>,
    input: ExportRequest,
) -> Result<ExportId, ExportError> {
    let respond = |export: &Export| -> Result<Answer, UnwritableAnswer> {
        Ok(Answer { status: 202, body: export.id.to_string().into_bytes() })
    };
    let new = NewRecord { input, found: Violations::new(), lease: None };
    let answer = run(ask_for_export(context, new, respond))?;
    Ok(String::from_utf8(answer.body).expect("text").parse().expect("an id"))
}

pub fn make(
    context: &Context<'_, TestPorts>,
    id: ExportId,
    pdfs: &impl InvoicePdfs<TestPorts>,
) -> Made {
    run(make_export(context.ports, pdfs, context.organization, id, || true)).expect("made")
}

/// Asked for and made.
fn made(context: &Context<'_, TestPorts>, input: ExportRequest) -> Export {
    let id = ask(context, input).expect("kept");
    assert_eq!(make(context, id, &Pdfs::default()), Made::Done);
    run(export(context, id)).expect("there")
}

/// A file as it is downloaded.
fn file(context: &Context<'_, TestPorts>, id: ExportId, file: ExportFile) -> Vec<u8> {
    let (_, size) = run(export_file(context, id, file)).expect("ready");
    let owner = context.organization;
    let part = |position| {
        run(context.ports.store.export_part(owner, id, file, position)).expect("a piece")
    };
    let bytes: Vec<u8> = (0..size.parts).flat_map(part).collect();
    assert_eq!(bytes.len() as u64, size.bytes);
    bytes
}

fn text(context: &Context<'_, TestPorts>, id: ExportId, of: ExportFile) -> String {
    String::from_utf8(file(context, id, of)).expect("text")
}

fn issue(context: &Context<'_, TestPorts>, invoice_type: InvoiceType, total: Decimal, day: Date) {
    let mut draft = build::draft_of(context.organization, invoice_type);
    draft.document.issue_date = day;
    draft.document.totals = Totals { subtotal: total, vat_total: Decimal::ZERO, total };
    run(context.ports.store.issue(&draft, None, build::respond)).expect("issued");
}

pub fn receive(context: &Context<'_, TestPorts>, document: &str) -> ReceivedId {
    let issue_date = Some(date!(2026 - 11 - 02));
    let record = received_record();
    // of one number they would be one document that came again
    let number = Some(record.id.to_string());
    let record = ReceivedRecord { issue_date, number, ..record };
    let (id, event) = (record.id, received_event(context.organization, &record));
    let bytes = document.as_bytes().into();
    let document = ReceivedDocument { bytes, evidence: [].into(), ..received_document(record) };
    run(context.ports.store.receive(context.organization, &document, &event)).expect("received");
    id
}

/// The sums of the documents as wholes, by direction and currency.
fn wholes(export: &Export) -> BTreeMap<(String, String), Sum> {
    let rows = export.progress.totals.rows().filter(|(key, _)| key.rate.is_none());
    let key = |key: &TotalKey| (key.direction.clone(), key.currency.clone());
    rows.map(|(of, sum)| (key(of), *sum)).collect()
}

#[test]
fn an_export_has_invoices_expenses_and_received_documents() {
    let ports = TestPorts::default();
    let owner = ports.with_organization().id;
    let context = ports.context(owner);
    issue(&context, InvoiceType::Invoice, dec!(100), date!(2026 - 11 - 30));
    issue(&context, InvoiceType::Invoice, dec!(7), date!(2026 - 12 - 01));
    issue(&context, InvoiceType::Proforma, dec!(8), date!(2026 - 11 - 30));
    let supplier = build::contact("Píla");
    let mut rejected = expense(owner, &supplier, dec!(3));
    rejected.status = ExpenseStatus::Rejected;
    for expense in [expense(owner, &supplier, dec!(50)), rejected] {
        let new = NewExpense { expense, contact: Some(supplier.clone()) };
        run(ports.store.add_expense(owner, &new, None)).expect("kept");
    }
    receive(&context, &fixtures::text("documents/ubl/invoice.xml"));
    receive(&context, &fixtures::text("documents/cii/invoice.xml"));
    receive(&context, "<Order xmlns='urn:x'/>");
    let export = made(&context, november(true));
    assert_eq!(export.state, ExportState::Ready);
    let progress = &export.progress;
    // 2 invoices of which one is a proforma, 2 expenses of which one is rejected, 3 received documents
    assert_eq!((progress.done, progress.total, progress.unreadable), (7, 7, 1));
    let documents = text(&context, export.id, ExportFile::Documents);
    let rows: Vec<Vec<&str>> =
        documents.lines().skip(1).map(|row| row.split(';').collect()).collect();
    let directions: Vec<_> = rows.iter().map(|row| row[0]).collect();
    assert_eq!(directions, ["issued", "received", "received", "received"]);
    assert_eq!(wholes(&export)[&("issued".into(), "EUR".into())].total, dec!(100));
    let vat = text(&context, export.id, ExportFile::Vat);
    let of_received = vat.lines().filter(|row| row.starts_with("received;")).count();
    assert!(of_received >= 3, "also of the CII document, as UBL:\n{vat}");
    let archive = file(&context, export.id, ExportFile::Archive);
    let names = String::from_utf8_lossy(&archive).matches("PK\u{1}\u{2}").count();
    assert_eq!(names, 4, "PDF and XML of the invoice, XMLs of what was received");
}

#[test]
fn a_self_billed_document_that_came_is_our_sale() {
    let ports = TestPorts::default();
    let context = ports.context(ports.with_organization().id);
    let invoice = fixtures::text("documents/ubl/invoice.xml");
    let billing = "urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0";
    assert!(invoice.contains(billing));
    let self_billing =
        "urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:selfbilling:3.0";
    receive(&context, &invoice.replace(billing, self_billing));
    let export = made(&context, november(false));
    let keys: Vec<_> = wholes(&export).into_keys().map(|(direction, _)| direction).collect();
    assert_eq!(keys, ["issued"]);
}

#[test]
fn files_are_the_same_whoever_makes_the_steps() {
    let ports = TestPorts::default();
    let context = ports.context(ports.with_organization().id);
    for n in 1..=45 {
        issue(&context, InvoiceType::Invoice, Decimal::from(n), date!(2026 - 11 - 20));
    }
    let at_once = made(&context, november(true));
    let steps = ask(&context, november(true)).expect("kept");
    let mut turns = 0;
    while run(make_export(&ports, &Pdfs::default(), context.organization, steps, || false))
        .expect("made")
        != Made::Done
    {
        turns += 1;
    }
    assert!(turns > 3, "{turns}");
    let overtaken = ask(&context, november(true)).expect("kept");
    let slow = Overtaken { export: overtaken, ports: &ports };
    assert_eq!(make(&context, overtaken, &slow), Made::TakenOver, "its step is not kept");
    assert_eq!(make(&context, overtaken, &Pdfs::default()), Made::Done);
    assert_eq!(make(&context, overtaken, &Pdfs::default()), Made::Done, "again it does nothing");
    for of in ExportFile::ALL.into_iter().filter(|of| *of != ExportFile::Pohoda) {
        let expected = file(&context, at_once.id, of);
        assert!(!expected.is_empty());
        assert_eq!(file(&context, steps, of), expected, "{of:?}");
        assert_eq!(file(&context, overtaken, of), expected, "{of:?}");
    }
    // it has the export's own id
    let pohoda = text(&context, steps, ExportFile::Pohoda);
    let other = text(&context, at_once.id, ExportFile::Pohoda);
    assert_eq!(pohoda.replace(&steps.to_string(), &at_once.id.to_string()), other);
}

#[test]
fn a_step_that_fails_is_made_again_until_there_were_too_many() {
    let ports = TestPorts::default();
    let context = ports.context(ports.with_organization().id);
    issue(&context, InvoiceType::Invoice, dec!(1), date!(2026 - 11 - 20));
    let id = ask(&context, november(true)).expect("kept");
    let pdfs = Pdfs { busy: 2.into() };
    assert_eq!(make(&context, id, &pdfs), Made::Again(NOW + Duration::seconds(5)));
    assert_eq!(make(&context, id, &pdfs), Made::Again(NOW + Duration::seconds(10)));
    assert_eq!(run(export(&context, id)).expect("there").progress.failures, 2);
    assert_eq!(make(&context, id, &pdfs), Made::Done);
    let ready = run(export(&context, id)).expect("there");
    assert_eq!((ready.state, ready.progress.failures), (ExportState::Ready, 0));

    let id = ask(&context, november(true)).expect("kept");
    let pdfs = Pdfs { busy: u32::MAX.into() };
    let mut attempts = 1;
    while make(&context, id, &pdfs) != Made::Done {
        attempts += 1;
    }
    assert_eq!(attempts, 12);
    let failed = run(export(&context, id)).expect("there");
    assert_eq!(failed.state, ExportState::Failed);
    assert!(failed.error.is_some_and(|error| error.contains("ask for a new one")));
    let file = run(export_file(&context, id, ExportFile::Documents));
    assert!(matches!(file, Err(ExportError::NotReady(ExportState::Failed))));
    assert_eq!(make(&context, id, &Pdfs::default()), Made::Done, "it stays so");
}

#[test]
fn an_export_belongs_to_its_tier_and_goes_with_its_time() {
    let ports = TestPorts::default();
    let owner = ports.with_organization().id;
    let (test, live) = (ports.context(owner), Context::new(&ports, owner, Tier::Live));
    let id = ask(&live, november(false)).expect("kept");
    let not_found =
        |result: Result<Export, StoreError>| matches!(result, Err(StoreError::NotFound));
    assert!(not_found(run(export(&test, id))));
    assert!(matches!(run(delete_export(&test, id)), Err(StoreError::NotFound)));
    assert!(run(exports(&test, None, 9)).expect("a page").rows.is_empty());
    assert_eq!(run(exports(&live, None, 9)).expect("a page").rows.len(), 1);
    assert_eq!(make(&live, id, &Pdfs::default()), Made::Done);
    let archive = run(export_file(&live, id, ExportFile::Archive));
    assert!(matches!(archive, Err(ExportError::Store(StoreError::NotFound))), "it has none");
    ports.still.advance(Duration::days(7));
    assert!(not_found(run(export(&live, id))), "its time is over before it is deleted");
    assert_eq!(run(purge_exports(&ports)).expect("purged"), 1);
    assert_eq!(run(purge_exports(&ports)).expect("purged"), 0);
}

#[test]
fn what_is_wrong_with_a_request_keeps_nothing() {
    let ports = TestPorts::default();
    let context = ports.context(ports.with_organization().id);
    let back = ExportRequest { to: Some(date!(2026 - 10 - 31)), ..november(true) };
    let refused = ask(&context, back);
    let Err(ExportError::Invalid(found)) = refused else { panic!("{refused:?}") };
    assert_eq!(found.as_slice()[0].field, "to");
    for _ in 0..10 {
        ask(&context, november(true)).expect("kept");
    }
    assert!(matches!(ask(&context, november(true)), Err(ExportError::TooMany(10))));
    let live = Context::new(&ports, context.organization, Tier::Live);
    let id = ask(&live, november(true)).expect("the other tier has its own");
    run(delete_export(&live, id)).expect("deleted");
    assert_eq!(make(&live, id, &Pdfs::default()), Made::Done, "there is nothing to make");
}

/// An invoice of a random type, total in cents, day from 2026-10-20 on, currency.
type Row = (usize, i64, i64, bool);

const TYPES: [InvoiceType; 6] = [
    InvoiceType::Invoice,
    InvoiceType::CreditNote,
    InvoiceType::DebitNote,
    InvoiceType::Proforma,
    InvoiceType::FinalInvoice,
    InvoiceType::SelfInvoice,
];

fn keep(context: &Context<'_, TestPorts>, (kind, cents, day, foreign): Row) {
    let mut draft = build::draft_of(context.organization, TYPES[kind]);
    let document = &mut draft.document;
    document.self_billed = TYPES[kind] == InvoiceType::SelfInvoice;
    document.issue_date = date!(2026 - 10 - 20) + Duration::days(day);
    document.currency = if foreign { Currency::Usd } else { Currency::Eur };
    let (total, vat_total) = (Decimal::new(cents, 2), Decimal::new(cents / 7, 2));
    document.totals = Totals { subtotal: total - vat_total, vat_total, total };
    run(context.ports.store.issue(&draft, None, build::respond)).expect("issued");
}

/// The sums of the invoices that are listed for a period.
fn listed(
    owner: OrganizationId,
    ports: &TestPorts,
    input: ExportRequest,
) -> BTreeMap<(String, String), Decimal> {
    let filter =
        InvoiceFilter { issued_from: input.from, issued_to: input.to, ..InvoiceFilter::default() };
    let rows = run(ports.store.invoices(owner, &filter, None, 1_000)).expect("a page").rows;
    let mut sums = BTreeMap::new();
    for row in rows.iter().filter(|row| row.status != InvoiceStatus::Cancelled) {
        let (direction, sign) = match row.invoice_type {
            InvoiceType::Proforma => continue,
            InvoiceType::CreditNote => ("issued", dec!(-1)),
            InvoiceType::SelfInvoice => ("received", dec!(1)),
            _ => ("issued", dec!(1)),
        };
        let key = (direction.to_owned(), row.currency.code().to_owned());
        *sums.entry(key).or_insert(Decimal::ZERO) += sign * row.total;
    }
    sums
}

proptest! {
    #![proptest_config(proptest::prelude::ProptestConfig::with_cases(48))]

    /// Whatever is issued, and whatever the period: its totals are the sums of the invoices listed for it.
    #[test]
    fn the_totals_of_a_period_are_the_sums_of_its_invoices(
        rows in collection::vec((0..TYPES.len(), 0_i64..10_000_000, 0_i64..60, any::<bool>()), 0..40),
        from in 0_i64..50,
        days in 0_i64..40,
        live in any::<bool>(),
    ) {
        let ports = TestPorts::default();
        let owner = ports.with_organization().id;
        let context = Context::new(&ports, owner, if live { Tier::Live } else { Tier::Test });
        rows.into_iter().for_each(|row| keep(&context, row));
        let from = date!(2026 - 10 - 20) + Duration::days(from);
        let input = ExportRequest { from: Some(from), to: Some(from + Duration::days(days)), files: Some(false) };
        let export = made(&context, input);
        let totals: BTreeMap<_, _> = wholes(&export).into_iter().map(|(key, sum)| (key, sum.total)).collect();
        prop_assert_eq!(totals, listed(owner, &ports, input));
        for sum in wholes(&export).values() {
            prop_assert_eq!(sum.base + sum.vat, sum.total);
        }
    }
}

/// An expense stands for the document that it was made of.
#[test]
fn a_received_document_is_in_it_once() {
    let ports = TestPorts::default();
    let owner = ports.with_organization().id;
    let context = ports.context(owner);
    let document = receive(&context, &fixtures::text("documents/ubl/invoice.xml"));
    let supplier = build::contact("Píla");
    let mut made_of = expense(owner, &supplier, dec!(223));
    made_of.origin = ExpenseOrigin::Received(document, Network::Test);
    let new = NewExpense { expense: made_of, contact: Some(supplier) };
    run(ports.store.add_expense(owner, &new, None)).expect("kept");
    let export = made(&context, november(true));
    let documents = text(&context, export.id, ExportFile::Documents);
    assert_eq!(documents.lines().count(), 2, "{documents}");
    assert!(documents.contains(";approved;"), "{documents}");
    let archive = file(&context, export.id, ExportFile::Archive);
    let files = String::from_utf8_lossy(&archive).matches("PK\u{1}\u{2}").count();
    assert_eq!(files, 1, "the document that came");
}
