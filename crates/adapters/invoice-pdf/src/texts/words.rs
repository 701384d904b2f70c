//! What there are words for.

use invoicing::terms::Term;

/// All texts of one language.
#[derive(Debug)]
pub(crate) struct Texts {
    pub titles: Titles,
    pub parties: Parties,
    pub facts: Facts,
    pub payment: Payment,
    pub table: Table,
    pub totals: Totals,
    pub remarks: Remarks,
    pub page: &'static str,
    pub note: &'static str,
    /// What `□` means, where it stands for a character that no font has.
    pub unprinted: &'static str,
    pub logo: &'static str,
    /// Description of the embedded UBL, shown by PDF readers.
    pub ubl: &'static str,
    /// Description of the embedded XML of a hybrid invoice.
    pub hybrid: &'static str,
}

/// Document titles.
#[derive(Debug)]
pub(crate) struct Titles {
    pub invoice: &'static str,
    pub proforma: &'static str,
    pub self_invoice: &'static str,
    pub final_invoice: &'static str,
    pub credit_note: &'static str,
    pub debit_note: &'static str,
}

/// Labels of the seller, the buyer and their numbers.
#[derive(Debug)]
pub(crate) struct Parties {
    pub seller: &'static str,
    pub buyer: &'static str,
    pub delivery: &'static str,
    pub ico: &'static str,
    pub dic: &'static str,
    pub ic_dph: &'static str,
    /// The one tax number of a Czech party.
    pub czech_dic: &'static str,
}

/// Labels of dates and references.
#[derive(Debug)]
pub(crate) struct Facts {
    pub issued: &'static str,
    pub delivered: &'static str,
    pub due: &'static str,
    pub order: &'static str,
    pub buyer_reference: &'static str,
    pub project: &'static str,
    pub vehicle: &'static str,
    pub method: &'static str,
}

impl Facts {
    /// The label of a text at the head of the document; `None` for what is no fact.
    pub(crate) const fn reference(&self, term: Term) -> Option<&'static str> {
        match term {
            Term::OrderNumber => Some(self.order),
            Term::BuyerReference => Some(self.buyer_reference),
            Term::ProjectReference => Some(self.project),
            Term::Note | Term::InternalNote => None,
        }
    }
}

/// The payment panel.
#[derive(Debug)]
pub(crate) struct Payment {
    pub to_pay: &'static str,
    /// In place of `to_pay` on a credit note.
    pub credited: &'static str,
    pub already_paid: &'static str,
    pub bank: &'static str,
    pub variable_symbol: &'static str,
    pub constant_symbol: &'static str,
    /// Read aloud in place of the payment code, before the amount.
    pub qr_alt: &'static str,
    pub bank_transfer: &'static str,
    pub cash: &'static str,
    pub card: &'static str,
    pub online: &'static str,
    pub offset: &'static str,
}

/// Column heads of the lines.
#[derive(Debug)]
pub(crate) struct Table {
    pub description: &'static str,
    pub quantity: &'static str,
    pub unit: &'static str,
    pub unit_price: &'static str,
    pub vat: &'static str,
    /// Net amount, where VAT is shown.
    pub net: &'static str,
    /// Amount, on a page without VAT.
    pub amount: &'static str,
}

/// Sums, per rate and of the document.
#[derive(Debug)]
pub(crate) struct Totals {
    pub rate: &'static str,
    pub taxable: &'static str,
    pub tax: &'static str,
    pub with_tax: &'static str,
    pub subtotal: &'static str,
    pub vat_total: &'static str,
    pub total: &'static str,
    pub paid: &'static str,
    pub rounding: &'static str,
    /// Heading of the amounts in the home currency, before its code.
    pub home: &'static str,
    pub exchange_rate: &'static str,
    /// Short names of 0 % categories, after the rate.
    pub exempt: &'static str,
    pub reverse_charge: &'static str,
    pub intra_eu: &'static str,
    pub export: &'static str,
}

/// Legal remarks.
#[derive(Debug)]
pub(crate) struct Remarks {
    pub proforma: &'static str,
    pub self_billing: &'static str,
    /// Before the number of the corrected document: of a credit note, of a debit note.
    pub credits: &'static str,
    pub debits: &'static str,
    /// The same on any other document: for example, a final invoice names its advance.
    pub refers: &'static str,
    /// Between that number and its date.
    pub dated: &'static str,
    /// Before the number of an advance that was paid.
    pub advance: &'static str,
    pub reverse_charge: &'static str,
    pub intra_eu_supply: &'static str,
    pub intra_eu_transfer: &'static str,
    pub triangulation: &'static str,
    pub export: &'static str,
    /// Before the reason of the exemption.
    pub exempt: &'static str,
    pub not_vat_payer: &'static str,
}
