//! The parts of a request, each checked by its own rules.

use super::{
    Issuance, advances, attachments, corrections, customer,
    dates::{self, Dates},
    items, references,
    request_contact::RequestContact,
    text::{self, Texts},
    trading::{as_trading_party, is_self_billed},
};
use crate::faults::{InvoiceFault, NoteFault};
use crate::{
    AttachmentInfo, BankAccount, ContactId, DeliveryAddress, Document, EXCHANGE_RATE_DIGITS,
    InvoiceRequest, InvoiceType, IssuingRecords, Line, OriginalReference, Party, Totals,
    VatBreakdown, Vehicle, Violations, WantedRate,
    figures::{totals, vat_breakdown},
    numbering::{NumberSource, Series},
    records::NamedProject,
    settling::Advance,
};
use money::{Currency, Decimal};

/// The valid parts of a request.
pub(super) struct RequestContent {
    self_billed: bool,
    pub(super) contact: RequestContact,
    original: Option<OriginalReference>,
    dates: Dates,
    currency: Currency,
    pub(super) wanted_rate: Option<WantedRate>,
    lines: Vec<Line>,
    advances: Vec<Advance>,
    delivery_address: Option<DeliveryAddress>,
    bank_account: Option<BankAccount>,
    vehicle: Option<Vehicle>,
    project: Option<NamedProject>,
    attachments: Vec<AttachmentInfo>,
    pub(super) files: Vec<Vec<u8>>,
    texts: Texts,
}

/// The seller and the buyer of a document.
pub(super) struct Parties {
    seller: Party,
    buyer: Party,
    customer_id: ContactId,
}

impl RequestContent {
    /// Checks all parts; violations are added to `found`.
    pub(super) fn read(
        request: &InvoiceRequest,
        records: &IssuingRecords,
        issuance: &mut Issuance<'_>,
        found: &mut Violations,
    ) -> Self {
        let self_billed = is_self_billed(request, records);
        let contact = customer::contact(request, records, issuance, found);
        let original = references::original(request, records, found);
        references::customer_of_original(request, records, contact.party(), found);
        let own = || records.organization.as_party();
        let party = || contact.party().cloned().map(as_trading_party);
        let seller = if self_billed { party() } else { Some(own()) };
        let dates = dates::dates(request, &records.organization, issuance.today, found);
        let (currency, wanted_rate) = currency(request, records, &dates, found);
        let credited = corrections::credited(request, records);
        let rows_back = credited.is_some_and(|original| original.takes_off);
        let mut lines = items::lines(request, seller.as_ref(), (self_billed, rows_back), found);
        let advances = advances::advances(request, records, (currency, contact.party()), found);
        lines.extend(advances::rows(&advances, &lines, records, found));
        let own = dates.delivery_date.unwrap_or(dates.issue_date);
        corrections::former_rates(request, records, own, found);
        let corrected = corrections::corrected(request, records);
        corrections::not_before(dates.issue_date, corrected, &advances, records, found);
        let delivery_address = references::delivery_address(request, found);
        let bank_account = references::bank_account(request, records, currency, self_billed, found);
        let vehicle = references::vehicle(request, records, found);
        let project = references::project(request, records, found).cloned();
        let (attachments, files) = attachments::attachments(request, issuance, found);
        Self {
            self_billed,
            contact,
            original,
            dates,
            currency,
            wanted_rate,
            lines,
            advances,
            delivery_address,
            bank_account,
            vehicle,
            project,
            attachments,
            files,
            texts: text::texts(request, found),
        }
    }

    pub(super) fn within_supply(
        &self,
        totals: &Totals,
        records: &IssuingRecords,
        found: &mut Violations,
    ) {
        advances::within_supply(&self.advances, (totals, self.currency), records, found);
    }

    pub(super) fn within_original(
        &self,
        (request, records): (&InvoiceRequest, &IssuingRecords),
        (rows, totals): (&[VatBreakdown], &Totals),
        found: &mut Violations,
    ) {
        if let Some(original) = corrections::credited(request, records) {
            corrections::within_original((original, records), &self.lines, (rows, totals), found);
        }
    }

    /// The sums of the lines, if they can be written.
    pub(super) fn sums(
        &self,
        asked: (&InvoiceRequest, &IssuingRecords),
        found: &mut Violations,
    ) -> Option<(Vec<VatBreakdown>, Totals)> {
        items::whole_amounts(&self.lines, self.currency, found);
        let reason = self.texts.exemption_reason.as_deref();
        let rows = vat_breakdown(&self.lines, reason, self.currency);
        let rows = rows.map(|rows| corrections::cleared(rows, &self.lines, self.currency, asked));
        let sums = rows.and_then(|rows| totals(&rows).map(|totals| (rows, totals)));
        sums.map_err(|error| found.add("items", error)).ok()
    }

    /// `None` when the contact is invalid.
    pub(super) fn parties(&self, records: &IssuingRecords) -> Option<Parties> {
        let customer_id = self.contact.id()?;
        let party = as_trading_party(self.contact.party()?.clone());
        let own = records.organization.as_party();
        let (seller, buyer) = if self.self_billed { (party, own) } else { (own, party) };
        Some(Parties { seller, buyer, customer_id })
    }

    /// The source of the number.
    pub(super) fn number(
        &self,
        request: &InvoiceRequest,
        records: &IssuingRecords,
    ) -> NumberSource {
        match &self.texts.invoice_number {
            Some(own) => NumberSource::Own(own.clone()),
            None => NumberSource::Series(Series {
                invoice_type: request.invoice_type.unwrap_or_default(),
                format: records.series.clone(),
                year: self.dates.issue_date.year(),
            }),
        }
    }

    /// The document, without its number.
    pub(super) fn document(
        self,
        request: &InvoiceRequest,
        records: &IssuingRecords,
        Parties { seller, buyer, customer_id }: Parties,
        (vat_breakdown, totals): (Vec<VatBreakdown>, Totals),
    ) -> Document {
        // a draft may still go to another project, and an edit leaves the texts as they are
        let is_issued = request.draft != Some(true) && records.edited.is_none();
        let told = self.project.as_ref().filter(|_| is_issued);
        Document {
            invoice_type: request.invoice_type.unwrap_or_default(),
            self_billed: self.self_billed,
            number: String::new(),
            variable_symbol: None,
            issue_date: self.dates.issue_date,
            delivery_date: self.dates.delivery_date,
            due_date: self.dates.due_date,
            texts: self.texts.header.with_project(told),
            seller,
            buyer,
            customer_id,
            delivery_address: self.delivery_address,
            lines: self.lines,
            vat_breakdown,
            totals,
            currency: self.currency,
            home_currency: records.organization.home_currency(),
            exchange_rate: request.exchange_rate,
            rate_looked_up: false,
            payment_method: request.payment_method.unwrap_or_default(),
            bank_account: self.bank_account,
            already_paid: request.already_paid.unwrap_or(false),
            original: self.original,
            advances: self.advances,
            vehicle: self.vehicle,
            attachments: self.attachments,
            contract_id: None,
            project_id: self.project.map(|project| project.id),
            branding: records.organization.branding.clone(),
        }
    }
}

/// The invoice currency, and the central bank rate to look up when the caller gave none.
fn currency(
    request: &InvoiceRequest,
    records: &IssuingRecords,
    dates: &Dates,
    found: &mut Violations,
) -> (Currency, Option<WantedRate>) {
    let home = records.organization.home_currency();
    let currency = request.currency.unwrap_or(home);
    if let Some(rate) = request.exchange_rate {
        if let Err(error) = EXCHANGE_RATE_DIGITS.check(rate) {
            found.add("exchange_rate", error);
        } else if currency == home && !found.covers("currency") {
            found.add("exchange_rate", InvoiceFault::RateOfHomeCurrency { home });
        } else if rate <= Decimal::ZERO {
            found.add("exchange_rate", InvoiceFault::RateNotAboveZero);
        }
    }
    let original = records.original.as_ref();
    if let Some(must) = original.map(|o| o.currency).filter(|must| *must != currency)
        && request.invoice_type.is_some_and(InvoiceType::is_note)
    {
        found.add("currency", NoteFault::OtherCurrency { currency: must });
    }
    let wanted = (currency != home && request.exchange_rate.is_none()).then(|| WantedRate {
        bank: records.organization.central_bank(),
        date: dates.delivery_date.unwrap_or(dates.issue_date),
    });
    (currency, wanted)
}
