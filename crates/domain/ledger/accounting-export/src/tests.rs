use crate::csv::csv_cell;
use crate::*;
use access::Tier;
use invoicing::{AnyInvoice, InvoiceStatus, InvoiceType, Violations};
use money::{Currency, Decimal};
use rust_decimal::dec;
use std::{collections::BTreeMap, io::Read};
use testkit::build::{self, draft_of};
use time::{
    OffsetDateTime,
    macros::{date, datetime},
};
use uuid::Uuid;

const NOW: OffsetDateTime = datetime!(2026-11-21 10:00:00 UTC);

fn firm() -> Firm {
    Firm { ico: "12345678".to_owned(), country: "SK".to_owned(), currency: Currency::Eur.into() }
}

/// An invoice of a type over an amount without VAT and its VAT at 23 %.
fn invoice(invoice_type: InvoiceType, base: Decimal, tax: Decimal) -> AnyInvoice {
    let mut draft = draft_of(build::organization().id, invoice_type);
    let document = &mut draft.document;
    document.totals.subtotal = base;
    document.totals.vat_total = tax;
    document.totals.total = base + tax;
    document.vat_breakdown.truncate(1);
    for row in &mut document.vat_breakdown {
        (row.taxable_amount, row.tax_amount) = (base, tax);
    }
    draft.issue("FA/2026:1").expect("an invoice").invoice.into()
}

fn entry(invoice_type: InvoiceType, base: Decimal, tax: Decimal) -> Entry {
    Entry::of_invoice(&invoice(invoice_type, base, tax), None).expect("a tax document")
}

fn export(files: bool) -> Export {
    let period = Period { from: date!(2026 - 11 - 01), to: date!(2026 - 11 - 30) };
    Export::requested(ExportId(Uuid::from_u128(1)), (period, files), Tier::Test, 3, NOW)
}

/// The files of an export that is made in steps of some documents each.
fn made(files: bool, steps: &[Vec<Entry>]) -> (Export, BTreeMap<ExportFile, Vec<u8>>) {
    let mut export = export(files);
    let mut kept: BTreeMap<ExportFile, Vec<u8>> = BTreeMap::new();
    let mut keep = |(export, parts): (Export, Vec<NewPart>)| {
        for part in parts {
            kept.entry(part.file).or_default().extend(part.content);
        }
        (export, kept.get(&ExportFile::Directory).cloned().unwrap_or_default())
    };
    let mut directory = Vec::new();
    let place =
        Place { issue_date: date!(2026 - 11 - 20), kept_at: NOW, id: DocumentId(Uuid::nil()) };
    for entries in steps {
        let mut step = Step::of(&export, firm(), NOW);
        for entry in entries {
            let attached = Attached { extension: "xml", content: b"<Invoice/>".repeat(50) };
            let attached = if files { vec![attached] } else { Vec::new() };
            step.add(entry, &attached).expect("added");
        }
        step.next(entries.len(), Some(place));
        (export, directory) = keep(step.into_changes());
    }
    let mut step = Step::of(&export, firm(), NOW);
    step.finish(&directory).expect("finished");
    (export, _) = keep(step.into_changes());
    (export, kept)
}

fn text(files: &BTreeMap<ExportFile, Vec<u8>>, file: ExportFile) -> String {
    String::from_utf8(files[&file].clone()).expect("text")
}

#[test]
fn credit_notes_are_negative_and_what_is_no_tax_document_is_left_out() {
    let note = entry(InvoiceType::CreditNote, dec!(100), dec!(23));
    assert_eq!(
        (note.total, note.vat[0].base, note.vat[0].tax),
        (dec!(-123), dec!(-100), dec!(-23))
    );
    assert_eq!((note.kind, note.direction), (EntryKind::CreditNote, Direction::Issued));
    let proforma = invoice(InvoiceType::Proforma, dec!(1), dec!(0));
    assert_eq!(Entry::of_invoice(&proforma, None), None);
    for status in [InvoiceStatus::Draft, InvoiceStatus::PendingApproval, InvoiceStatus::Cancelled] {
        let other = AnyInvoice { status, ..invoice(InvoiceType::Invoice, dec!(1), dec!(0)) };
        assert_eq!(Entry::of_invoice(&other, None), None, "{status:?}");
    }
}

#[test]
fn files_are_the_same_in_however_many_steps_they_are_made() {
    let entries: Vec<_> =
        (1..=5).map(|n| entry(InvoiceType::Invoice, Decimal::from(n), dec!(0.23))).collect();
    let (one, at_once) = made(true, std::slice::from_ref(&entries));
    let steps: Vec<_> = entries.iter().map(|entry| vec![entry.clone()]).collect();
    let (many, in_steps) = made(true, &steps);
    assert_eq!(at_once, in_steps);
    assert_eq!((one.state, many.state), (ExportState::Ready, ExportState::Ready));
    assert_eq!((many.progress.done, many.progress.total), (5, 5));
    for (file, content) in &in_steps {
        assert_eq!(many.progress.size(*file).bytes, content.len() as u64, "{file:?}");
    }
}

#[test]
fn the_archive_is_read_by_others() {
    let entries = [1, 2, 3].map(|n| entry(InvoiceType::Invoice, Decimal::from(n), dec!(0)));
    let (_, files) = made(true, &[entries[..2].to_vec(), entries[2..].to_vec()]);
    let bytes = std::io::Cursor::new(files[&ExportFile::Archive].clone());
    let mut archive = ::zip::ZipArchive::new(bytes).expect("an archive");
    assert_eq!(archive.len(), 3);
    let mut file = archive.by_index(2).expect("a file");
    assert!(file.name().starts_with("issued/FA-2026-1_"), "{}", file.name());
    let mut content = Vec::new();
    file.read_to_end(&mut content).expect("read");
    assert_eq!(content, b"<Invoice/>".repeat(50), "its checksum is right too");
}

#[test]
fn the_import_of_pohoda_is_xml_with_each_document() {
    let mut foreign = entry(InvoiceType::Invoice, dec!(10), dec!(0));
    foreign.currency = "USD".parse().expect("a code");
    foreign.partner.name = "R&D <s. r. o.>".into();
    let entries = vec![entry(InvoiceType::CreditNote, dec!(100), dec!(23)), foreign];
    let (_, files) = made(false, &[entries]);
    let text = text(&files, ExportFile::Pohoda);
    let parsed = xml::Parsed::read(text.as_bytes()).expect("XML");
    let root = parsed.root();
    assert_eq!((root.tag_name().name(), root.attribute("ico")), ("dataPack", Some("12345678")));
    let named = |name: &'static str| {
        let all = root.descendants().filter(move |node| node.tag_name().name() == name);
        all.filter_map(|node| node.text()).map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(named("invoiceType"), ["issuedCreditNotice", "issuedInvoice"]);
    assert_eq!(named("priceVAT"), ["-23.00", "0.00"]);
    assert_eq!(named("company")[1], "R&D <s. r. o.>");
    assert_eq!(named("ids"), ["SK", "SK", "USD"]);
    assert!(!files.contains_key(&ExportFile::Archive));
}

/// Pohoda's schema has no empty import.
#[test]
fn without_a_document_there_is_no_import() {
    let (export, files) = made(false, &[vec![]]);
    assert!(!files.contains_key(&ExportFile::Pohoda));
    let downloads: Vec<_> = export.downloads().map(|size| size.file).collect();
    assert_eq!(downloads, [ExportFile::Documents, ExportFile::Vat, ExportFile::Totals]);
}

/// An entered expense may have no breakdown: its whole amount is exported all the same.
#[test]
fn a_document_without_a_breakdown_keeps_its_sum() {
    let mut plain = entry(InvoiceType::Invoice, dec!(100), dec!(23));
    plain.vat.clear();
    plain.rounding = dec!(0.02);
    let (export, files) = made(false, &[vec![plain]]);
    let pohoda = text(&files, ExportFile::Pohoda);
    for expected in ["<typ:priceNone>123.00<", "<typ:priceHighVAT>0.00<", "<typ:priceRound>0.02<"] {
        assert!(pohoda.contains(expected), "{expected}: {pohoda}");
    }
    let sums: Vec<_> = export.progress.totals.rows().map(|(_, sum)| *sum).collect();
    let whole = Sum { documents: 1, base: dec!(100), vat: dec!(23), total: dec!(123) };
    assert_eq!(sums, [whole]);
    assert_eq!(text(&files, ExportFile::Vat).lines().count(), 1, "no row is made up");
}

/// A received document may have any rates, and any number of them.
#[test]
fn sums_by_rate_are_bounded() {
    let mut totals = Totals::default();
    let mut strange = entry(InvoiceType::Invoice, dec!(1), dec!(0));
    for n in 0..2_000 {
        strange.vat[0].rate = Decimal::new(n, 3);
        totals.add(&strange);
    }
    assert!(totals.rows().count() < 510, "{}", totals.rows().count());
    let by_rate = totals.rows().filter(|(key, _)| !key.category.is_empty());
    assert_eq!(by_rate.map(|(_, sum)| sum.total).sum::<Decimal>(), dec!(2000));
}

#[test]
fn cells_are_data() {
    for (text, written) in [
        ("FA1", "FA1"),
        ("=1+1", "'=1+1"),
        ("@x", "'@x"),
        ("-1", "'-1"),
        ("a;b", "\"a;b\""),
        ("a\"b", "\"a\"\"b\""),
        ("=a;b", "\"'=a;b\""),
    ] {
        assert_eq!(csv_cell(text, ';'), written);
    }
    assert_eq!(csv_cell("a,b;c", ','), "\"a,b;c\"");
    assert_eq!(csv_cell("say \"x\"", ','), "\"say \"\"x\"\"\"");
    assert_eq!(csv_cell("a;b", ','), "a;b");
    let mut bad = entry(InvoiceType::CreditNote, dec!(1234.5), dec!(0));
    bad.partner.name = "=HYPERLINK(\"x\")".into();
    let (_, files) = made(false, &[vec![bad]]);
    let text = text(&files, ExportFile::Documents);
    assert!(text.starts_with("\u{feff}direction;kind;number;"));
    assert!(text.contains(";\"'=HYPERLINK(\"\"x\"\")\";"), "{text}");
    assert!(text.contains(";-1234,50;"), "an amount stays a number: {text}");
    assert!(!text.contains("-0,00"), "nothing has no sign: {text}");
}

#[test]
fn periods_are_checked() {
    let day = date!(2026 - 11 - 21);
    for (from, to, wrong) in [
        (Some(day), Some(day), vec![]),
        (None, None, vec!["from", "to"]),
        (Some(day), day.previous_day(), vec!["to"]),
        (Some(date!(2026 - 01 - 01)), Some(date!(2026 - 12 - 31)), vec![]),
        (Some(date!(2025 - 01 - 01)), Some(date!(2026 - 01 - 02)), vec!["to"]),
    ] {
        let request = ExportRequest { from, to, files: None };
        let found = request.check(Violations::new()).err().unwrap_or_default();
        let fields: Vec<_> = found.as_slice().iter().map(|v| v.field.clone()).collect();
        assert_eq!(fields, wrong, "{from:?} {to:?}");
    }
}

#[test]
fn too_many_documents_fail_an_export() {
    let export = export(true);
    let mut step = Step::of(&export, firm(), NOW);
    step.next(5_001, None);
    let (after, parts) = step.into_changes();
    assert_eq!((after.state, parts), (ExportState::Failed, Vec::new()));
    assert!(after.error.is_some_and(|error| error.contains("shorter period")));
}

proptest::proptest! {
    /// The sums of the files are the sums of the invoices.
    #[test]
    fn the_sums_of_a_period_are_those_of_its_invoices(
        rows in proptest::collection::vec((0_usize..3, 0_i64..1_000_000, 0_i64..230_000), 0..25),
        size in 1_usize..7,
    ) {
        let kinds = [InvoiceType::Invoice, InvoiceType::CreditNote, InvoiceType::DebitNote];
        let invoices: Vec<_> = rows
            .iter()
            .map(|(kind, base, tax)| invoice(kinds[*kind], Decimal::new(*base, 2), Decimal::new(*tax, 2)))
            .collect();
        let entries: Vec<_> = invoices.iter().filter_map(|i| Entry::of_invoice(i, None)).collect();
        let steps: Vec<_> = entries.chunks(size).map(<[Entry]>::to_vec).collect();
        let (export, files) = made(false, &steps);
        let expected: Decimal = rows
            .iter()
            .map(|(kind, base, tax)| Decimal::new(if *kind == 1 { -(base + tax) } else { base + tax }, 2))
            .sum();
        let whole = export.progress.totals.rows().find(|(key, _)| key.rate.is_none());
        proptest::prop_assert_eq!(whole.map_or(Decimal::ZERO, |(_, sum)| sum.total), expected);
        // and equal the sums of the rows
        let text = text(&files, ExportFile::Documents);
        let column = text.lines().next().and_then(|head| head.split(';').position(|c| c == "total"));
        let column = column.expect("a column");
        let written: Decimal = text
            .lines()
            .skip(1)
            .map(|row| {
                let cells: Vec<_> = row.split(';').collect();
                cells[column].replace(',', ".").parse::<Decimal>().expect("an amount")
            })
            .sum();
        proptest::prop_assert_eq!(written, expected);
    }
}

/// The VAT in the currency of the books is the stated one (BT-111), to the cent.
#[test]
fn vat_at_home_is_what_the_document_says() {
    let vat = |rate, base, tax| VatLine { category: "S".to_owned(), rate, base, tax };
    let of = |accounting_vat| Entry {
        currency: Currency::Usd.into(),
        exchange_rate: None,
        vat: vec![vat(dec!(23), dec!(100), dec!(23)), vat(dec!(5), dec!(100), dec!(5))],
        tax: dec!(28),
        accounting_vat,
        ..entry(InvoiceType::Invoice, dec!(200), dec!(28))
    };
    let (euro, crown) = (Currency::Eur.into(), Currency::Czk.into());
    let said = of(Some((dec!(25.01), euro)));
    assert_eq!(said.vat_at_home(euro), [Some(dec!(20.54)), Some(dec!(4.47))]);
    assert_eq!(said.vat_at_home(crown), [None, None]);
    assert_eq!(of(None).vat_at_home(euro), [None, None]);
    let rate = Entry { exchange_rate: Some(dec!(2)), ..of(Some((dec!(25.01), euro))) };
    assert_eq!(rate.vat_at_home(euro), [Some(dec!(11.50)), Some(dec!(2.50))]);
}
