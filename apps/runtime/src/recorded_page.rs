//! Makes the page of a recorded or received document. Content that the page has no field for is put among the lines or
//! the remarks: nothing that the sums need is left out.

use crate::page::{delivery_address, kind, party, payment_method};
use invoice_pdf::{
    BankAccount, DocumentKind, InvoicePage, Language, Line, OriginalInvoice, VatRemark, VatRow,
};
use invoicing::{AnyInvoice, PaymentMethod, Totals, recording::InvoiceContent};
use money::Decimal;
use peppol_connector::documents::{
    Adjustment, ContentLine, ContentVat, DocumentContent, DocumentFacts,
};
use time::{Date, OffsetDateTime};

/// Fields of the page that come from the record and not from the document.
struct Head<'a> {
    kind: DocumentKind,
    number: &'a str,
    issue_date: Date,
    due_date: Option<Date>,
    variable_symbol: Option<&'a str>,
    totals: Totals,
    paid_amount: Decimal,
    credited_amount: Decimal,
    to_pay: Decimal,
    currency: &'a str,
    created_at: OffsetDateTime,
}

/// The page of a recorded invoice in a language, without its embedded UBL; `None` when its amounts cannot be added up.
#[must_use]
pub fn recorded_page(
    invoice: &AnyInvoice,
    content: &DocumentContent,
    language: Language,
) -> Option<InvoicePage> {
    let header = invoice.document.header();
    let head = Head {
        kind: kind(header.invoice_type),
        number: header.number,
        issue_date: header.issue_date,
        due_date: header.due_date,
        variable_symbol: header.variable_symbol,
        totals: header.totals,
        paid_amount: invoice.paid_amount,
        credited_amount: invoice.credit_taken_off(),
        to_pay: invoice.outstanding(),
        currency: header.currency.code(),
        created_at: invoice.created_at,
    };
    content_page(&head, content, language)
}

/// The page of a document in a language that came at a time; `None` when it lacks a field that every invoice has, or when its
/// amounts, which have no limit, cannot be added up.
#[must_use]
pub fn received_page(
    received_at: OffsetDateTime,
    facts: &DocumentFacts,
    content: &DocumentContent,
    language: Language,
) -> Option<InvoicePage> {
    let total = facts.total?;
    let taxable = || {
        let mut rows = content.vat.iter();
        rows.try_fold(Decimal::ZERO, |sum, row| sum.checked_add(row.taxable_amount))
    };
    let subtotal = facts.net.or_else(taxable)?;
    let head = Head {
        kind: kind_of_code(facts.type_code.as_deref()),
        number: facts.number.as_deref()?,
        issue_date: facts.issue_date?,
        due_date: facts.due_date,
        variable_symbol: facts.payment_id.as_deref(),
        totals: Totals { subtotal, vat_total: total.checked_sub(subtotal)?, total },
        paid_amount: facts.prepaid.unwrap_or_default(),
        credited_amount: Decimal::ZERO,
        to_pay: facts.payable.unwrap_or(total),
        currency: facts.currency.as_deref()?,
        created_at: received_at,
    };
    content_page(&head, content, language)
}

/// The kind of a document type code of UNCL1001, as far as pages distinguish kinds.
fn kind_of_code(code: Option<&str>) -> DocumentKind {
    match code {
        Some("381" | "396" | "261" | "262" | "296" | "308" | "420" | "458" | "532") => {
            DocumentKind::CreditNote
        }
        Some("383" | "527") => DocumentKind::DebitNote,
        Some("389") => DocumentKind::SelfInvoice,
        _ => DocumentKind::Invoice,
    }
}

fn content_page(
    head: &Head<'_>,
    content: &DocumentContent,
    language: Language,
) -> Option<InvoicePage> {
    // the page shows the difference of these
    let open = head.totals.total.checked_sub(head.paid_amount)?;
    head.to_pay.checked_sub(open.checked_sub(head.credited_amount)?)?;
    let means = content.payment_means.as_deref().and_then(PaymentMethod::of_means);
    let adjustments = content.adjustments.iter().map(adjustment);
    Some(InvoicePage {
        language,
        kind: head.kind,
        number: head.number.to_owned(),
        issue_date: head.issue_date,
        delivery_date: content.delivery_date,
        due_date: head.due_date,
        variable_symbol: head.variable_symbol.map(str::to_owned),
        constant_symbol: None,
        texts: content.texts.clone(),
        vehicle_plate: None,
        seller: party(&content.seller),
        buyer: party(&content.buyer),
        delivery_address: content.delivery_address.as_ref().map(delivery_address),
        payment_method: means.map(payment_method),
        bank_account: content.account.as_ref().map(|account| BankAccount {
            iban: account.iban.clone(),
            bic: account.bic.clone(),
            bank_name: None,
        }),
        lines: content.lines.iter().map(line).chain(adjustments).collect(),
        vat_rows: content.vat.iter().map(vat_row).collect::<Option<_>>()?,
        subtotal: head.totals.subtotal,
        vat_total: head.totals.vat_total,
        total: head.totals.total,
        paid_amount: head.paid_amount,
        credited_amount: head.credited_amount,
        to_pay: head.to_pay,
        currency: head.currency.to_owned(),
        home: None,
        vat_remarks: remarks(content),
        original: content.original.as_ref().map(|original| OriginalInvoice {
            number: original.number.clone(),
            issue_date: original.issue_date,
        }),
        advances: Vec::new(),
        already_paid: false,
        accent: None,
        logo: None,
        xml: None,
        created_at: head.created_at,
    })
}

fn line(line: &ContentLine) -> Line {
    let mut description = line.description.clone();
    for one in &line.adjustments {
        let reason = one.reason.as_deref().unwrap_or_default();
        description.push_str(&format!("\n{:+} {reason}", one.amount.normalize()));
    }
    Line {
        description: description.trim_end().to_owned(),
        quantity: line.quantity,
        unit: unit(&line.unit).to_owned(),
        unit_price: line.unit_price,
        vat_rate: line.vat_rate,
        net_amount: line.net_amount,
    }
}

/// A line for an allowance or charge of the whole document: the subtotal counts it like a line.
fn adjustment(one: &Adjustment) -> Line {
    Line {
        description: one.reason.clone().unwrap_or_else(|| "±".to_owned()),
        quantity: Decimal::ONE,
        unit: String::new(),
        unit_price: one.amount,
        vat_rate: one.vat_rate,
        net_amount: one.amount,
    }
}

/// The usual text of a common unit code; else the code.
fn unit(code: &str) -> &str {
    match code {
        "C62" | "H87" | "EA" => "ks",
        "HUR" => "hod",
        "DAY" => "deň",
        "KGM" => "kg",
        "GRM" => "g",
        "TNE" => "t",
        "LTR" => "l",
        "MTR" => "m",
        "KMT" => "km",
        "CMT" => "cm",
        "MTK" => "m2",
        "MTQ" => "m3",
        "SET" => "set",
        "XPK" => "bal",
        code => code,
    }
}

fn vat_row(row: &ContentVat) -> Option<VatRow> {
    Some(VatRow {
        category: row.category.clone(),
        rate: row.rate,
        taxable: row.taxable_amount,
        tax: row.tax_amount,
        total: row.taxable_amount.checked_add(row.tax_amount)?,
    })
}

/// The issuer's exemption reason, or else the legal remark of the category; then the VAT in the accounting currency.
fn remarks(content: &DocumentContent) -> Vec<VatRemark> {
    let of_category = |category: &str| match category {
        "AE" => Some(VatRemark::ReverseCharge),
        "K" => Some(VatRemark::IntraEuSupply),
        "G" => Some(VatRemark::Export),
        "O" => Some(VatRemark::NotVatPayer),
        _ => None,
    };
    let remark = |row: &ContentVat| {
        let own = row.exemption_reason.clone().map(VatRemark::Text);
        own.or_else(|| of_category(&row.category))
    };
    let mut remarks: Vec<_> = content.vat.iter().filter_map(remark).collect();
    let accounting = content.accounting_vat.as_ref();
    remarks.extend(accounting.map(|(vat, currency)| {
        VatRemark::Text(format!("DPH / VAT: {:.2} {currency}", money::round(*vat)))
    }));
    remarks
}

#[cfg(test)]
mod tests {
    use super::*;
    use invoicing::Party;
    use peppol_connector::identifiers::Root;
    use testkit::peppol;
    use time::macros::date;

    fn facts(net: Option<Decimal>, total: Decimal) -> DocumentFacts {
        DocumentFacts {
            number: Some("1".to_owned()),
            issue_date: Some(date!(2026 - 11 - 23)),
            currency: Some("EUR".to_owned()),
            net,
            total: Some(total),
            ..DocumentFacts::of(Root::UblInvoice)
        }
    }

    fn content(vat: &[(Decimal, Decimal)]) -> DocumentContent {
        let row = |(taxable_amount, tax_amount): &(Decimal, Decimal)| ContentVat {
            category: "S".to_owned(),
            rate: Decimal::from(23),
            taxable_amount: *taxable_amount,
            tax_amount: *tax_amount,
            exemption_reason: None,
            exemption_code: None,
        };
        DocumentContent {
            delivery_date: None,
            tax_point: None,
            texts: Default::default(),
            seller: Party::default(),
            buyer: Party::default(),
            delivery_address: None,
            payment_means: None,
            account: None,
            lines: Vec::new(),
            adjustments: Vec::new(),
            vat: vat.iter().map(row).collect(),
            accounting_vat: "EUR".parse().ok().map(|euro| (Decimal::MIN, euro)),
            original: None,
            left_out: 0,
        }
    }

    #[test]
    fn amounts_that_cannot_be_added_up_make_no_page() {
        let (most, least, none) = (Decimal::MAX, Decimal::MIN, Decimal::ZERO);
        let page = |facts: &DocumentFacts, vat: &[(Decimal, Decimal)]| {
            received_page(
                peppol::received_record().received_at,
                facts,
                &content(vat),
                Language::default(),
            )
        };
        assert_eq!(most.to_string(), "79228162514264337593543950335");
        for extreme in [most, least] {
            let page = page(&facts(Some(extreme), extreme), &[(extreme, none)]);
            let page = page.expect("a page: nothing is too large");
            assert_eq!((page.total, page.vat_total), (extreme, none));
            assert!(!invoice_pdf::sheet(&page, None).sums.is_empty());
        }
        assert_eq!(page(&facts(Some(least), most), &[]), None, "total less subtotal");
        assert_eq!(page(&facts(None, none), &[(most, none); 2]), None, "the sum of the rows");
        assert_eq!(page(&facts(Some(none), none), &[(most, most)]), None, "a row");
        for (prepaid, payable) in [(most, least), (least, most)] {
            let facts = DocumentFacts {
                prepaid: Some(prepaid),
                payable: Some(payable),
                ..facts(Some(payable), payable)
            };
            assert_eq!(page(&facts, &[]), None, "the total less what was paid");
        }
    }
}
