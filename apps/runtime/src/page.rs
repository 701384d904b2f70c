//! Makes the page of an invoice: its content and the remarks that law requires.

use invoice_pdf::{
    BankAccount, DeliveryAddress, DocumentKind, HomeAmounts, InvoicePage, Language, Line,
    OriginalInvoice, PaidAdvance, Party, PaymentMethod, VatRemark, VatRow,
};
use invoicing::{AnyInvoice, Document, InvoiceType, VatBreakdown, settling::Advance};
use money::{Decimal, in_home_currency};
use vat_categories::{TaxTreatment, VatCategory};

/// The page in a language of an invoice that was issued here, without its embedded UBL.
#[must_use]
pub fn invoice_page(invoice: &AnyInvoice, document: &Document, language: Language) -> InvoicePage {
    // the page of a credit note shows the credited amount, wherever it is settled
    let (credited_amount, set_against) = match document.invoice_type {
        InvoiceType::CreditNote => (Decimal::ZERO, invoice.credit_taken_off()),
        _ => (invoice.credit_taken_off(), Decimal::ZERO),
    };
    InvoicePage {
        language,
        kind: kind(document.invoice_type),
        number: document.number.clone(),
        issue_date: document.issue_date,
        delivery_date: document.delivery_date,
        due_date: Some(document.due_date),
        variable_symbol: document.variable_symbol.clone(),
        constant_symbol: None,
        texts: document.texts.public(),
        vehicle_plate: document.vehicle.as_ref().map(|vehicle| vehicle.plate.clone()),
        seller: party(&document.seller),
        buyer: party(&document.buyer),
        delivery_address: document.delivery_address.as_ref().map(delivery_address),
        payment_method: Some(payment_method(document.payment_method)),
        bank_account: document.bank_account.as_ref().map(bank_account),
        lines: document.lines.iter().map(line).collect(),
        vat_rows: document.vat_breakdown.iter().map(|row| vat_row(row, |amount| amount)).collect(),
        subtotal: document.totals.subtotal,
        vat_total: document.totals.vat_total,
        total: document.totals.total,
        paid_amount: invoice.paid_amount,
        credited_amount,
        to_pay: invoice.outstanding() + set_against,
        currency: document.currency.code().to_owned(),
        home: home_amounts(document),
        vat_remarks: remarks(document),
        original: document.original.as_ref().map(|original| OriginalInvoice {
            number: original.number.clone(),
            issue_date: Some(original.issue_date),
        }),
        advances: advances(document.advances_of(invoice.status)),
        already_paid: document.already_paid,
        accent: document.branding.accent_colour.clone(),
        logo: None,
        xml: None,
        created_at: invoice.created_at,
    }
}

/// The proformas that were paid; taxed advances have rows of their own.
fn advances(settled: &[Advance]) -> Vec<PaidAdvance> {
    let untaxed = settled.iter().filter(|advance| !advance.is_taxed());
    let paid = untaxed.map(|advance| PaidAdvance {
        number: advance.number.clone(),
        issue_date: advance.issue_date,
        amount: advance.total,
    });
    paid.collect()
}

pub(crate) fn kind(invoice_type: InvoiceType) -> DocumentKind {
    match invoice_type {
        InvoiceType::Invoice => DocumentKind::Invoice,
        InvoiceType::Proforma => DocumentKind::Proforma,
        InvoiceType::SelfInvoice => DocumentKind::SelfInvoice,
        InvoiceType::FinalInvoice => DocumentKind::FinalInvoice,
        InvoiceType::CreditNote => DocumentKind::CreditNote,
        InvoiceType::DebitNote => DocumentKind::DebitNote,
    }
}

pub(crate) fn payment_method(method: invoicing::PaymentMethod) -> PaymentMethod {
    match method {
        invoicing::PaymentMethod::BankTransfer => PaymentMethod::BankTransfer,
        invoicing::PaymentMethod::Cash => PaymentMethod::Cash,
        invoicing::PaymentMethod::Card => PaymentMethod::Card,
        invoicing::PaymentMethod::Online => PaymentMethod::Online,
        invoicing::PaymentMethod::Offset => PaymentMethod::Offset,
    }
}

pub(crate) fn party(party: &invoicing::Party) -> Party {
    let part = |get: fn(&invoicing::Address) -> &String| {
        party.address.as_ref().map(get).filter(|text| !text.is_empty()).cloned()
    };
    Party {
        name: party.name.clone(),
        street: part(|a| &a.street),
        city: part(|a| &a.city),
        zip: part(|a| &a.postal_code),
        country: part(|a| &a.country),
        ico: party.ico.clone(),
        dic: party.dic.clone(),
        ic_dph: party.ic_dph.clone(),
        email: party.email.clone(),
        phone: party.phone.clone(),
        registration: party.registration.clone(),
    }
}

pub(crate) fn delivery_address(address: &invoicing::DeliveryAddress) -> DeliveryAddress {
    DeliveryAddress {
        name: address.name.clone(),
        street: address.street.clone(),
        city: address.city.clone(),
        zip: address.zip.clone(),
        country: address.country.clone(),
    }
}

fn bank_account(account: &invoicing::BankAccount) -> BankAccount {
    BankAccount {
        iban: account.iban.clone(),
        bic: account.bic.clone(),
        bank_name: account.bank_name.clone(),
    }
}

fn line(line: &invoicing::Line) -> Line {
    Line {
        description: line.description.clone(),
        quantity: line.quantity,
        unit: line.unit.name().to_owned(),
        unit_price: line.unit_price,
        vat_rate: Decimal::from(line.vat_rate.percent()),
        net_amount: line.net_amount,
    }
}

fn vat_row(row: &VatBreakdown, amount: impl Fn(Decimal) -> Decimal) -> VatRow {
    let (taxable, tax) = (amount(row.taxable_amount), amount(row.tax_amount));
    VatRow {
        category: row.category.code().to_owned(),
        rate: Decimal::from(row.rate.percent()),
        taxable,
        tax,
        total: taxable + tax,
    }
}

/// The amounts in the organization's own currency: each VAT row is converted, and the sums are those of the rows.
fn home_amounts(document: &Document) -> Option<HomeAmounts> {
    let rate = document.exchange_rate.filter(|rate| *rate > Decimal::ZERO)?;
    let convert = |amount| in_home_currency(amount, rate).unwrap_or_default();
    let vat_rows: Vec<VatRow> =
        document.vat_breakdown.iter().map(|row| vat_row(row, convert)).collect();
    Some(HomeAmounts {
        currency: document.home_currency.code().to_owned(),
        exchange_rate: rate,
        subtotal: vat_rows.iter().map(|row| row.taxable).sum(),
        vat_total: vat_rows.iter().map(|row| row.tax).sum(),
        total: vat_rows.iter().map(|row| row.total).sum(),
        vat_rows,
    })
}

/// The legal remark of each VAT category on the document, then the issuer's remarks.
fn remarks(document: &Document) -> Vec<VatRemark> {
    let mut remarks = Vec::new();
    for row in &document.vat_breakdown {
        let own = row.exemption_reason.clone();
        match row.category {
            VatCategory::Standard | VatCategory::ZeroRated => continue,
            VatCategory::Exempt => remarks.extend(own.map(VatRemark::Exempt)),
            VatCategory::OutsideScope => remarks.push(not_a_payer(own)),
            VatCategory::ReverseCharge => remarks.push(VatRemark::ReverseCharge),
            VatCategory::IntraCommunity => remarks.push(intra_community(document)),
            VatCategory::Export => remarks.push(VatRemark::Export),
        }
        let spoken = matches!(row.category, VatCategory::Exempt | VatCategory::OutsideScope);
        if !spoken {
            remarks.extend(row.exemption_reason.clone().map(VatRemark::Text));
        }
    }
    remarks
}

/// The remark that the issuer is not a VAT payer; the caller's text replaces the default one.
fn not_a_payer(reason: Option<String>) -> VatRemark {
    use vat_categories::ReasonLanguage::Slovak;
    let default = VatCategory::OutsideScope.default_reason(Slovak);
    match reason {
        Some(own) if Some(own.as_str()) != default => VatRemark::Text(own),
        _ => VatRemark::NotVatPayer,
    }
}

fn intra_community(document: &Document) -> VatRemark {
    let treatment = document
        .lines
        .iter()
        .find(|line| line.vat_category == VatCategory::IntraCommunity)
        .map(|line| line.tax_treatment);
    match treatment {
        Some(TaxTreatment::IntraEuTransfer) => VatRemark::IntraEuTransfer,
        Some(TaxTreatment::IntraEuTriangulation) => VatRemark::Triangulation,
        _ => VatRemark::IntraEuSupply,
    }
}
