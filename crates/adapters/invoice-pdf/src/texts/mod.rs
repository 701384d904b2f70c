//! Every printed word, one file per language. A missing text does not compile.

mod countries;
mod cs;
mod de;
mod en;
mod hu;
mod sk;
mod units;
mod words;

pub(crate) use countries::country_name;
pub(crate) use units::unit_name;
pub(crate) use words::Texts;

use crate::model::{DocumentKind, Language, PaymentMethod, VatRemark};

/// A language's column in the tables of countries and units.
fn column(language: Language) -> usize {
    match language {
        Language::Sk => 0,
        Language::Cs => 1,
        Language::En => 2,
        Language::De => 3,
        Language::Hu => 4,
    }
}

impl Texts {
    /// The texts of a language.
    pub fn of(language: Language) -> &'static Self {
        match language {
            Language::Sk => &sk::TEXTS,
            Language::Cs => &cs::TEXTS,
            Language::En => &en::TEXTS,
            Language::De => &de::TEXTS,
            Language::Hu => &hu::TEXTS,
        }
    }

    /// The title of a document kind.
    pub fn title(&self, kind: DocumentKind) -> &'static str {
        match kind {
            DocumentKind::Invoice => self.titles.invoice,
            DocumentKind::Proforma => self.titles.proforma,
            DocumentKind::SelfInvoice => self.titles.self_invoice,
            DocumentKind::FinalInvoice => self.titles.final_invoice,
            DocumentKind::CreditNote => self.titles.credit_note,
            DocumentKind::DebitNote => self.titles.debit_note,
        }
    }

    /// The name of a payment method.
    pub fn method(&self, method: PaymentMethod) -> &'static str {
        match method {
            PaymentMethod::BankTransfer => self.payment.bank_transfer,
            PaymentMethod::Cash => self.payment.cash,
            PaymentMethod::Card => self.payment.card,
            PaymentMethod::Online => self.payment.online,
            PaymentMethod::Offset => self.payment.offset,
        }
    }

    /// The words of a VAT remark.
    pub fn vat_remark(&self, remark: &VatRemark) -> String {
        let remarks = &self.remarks;
        match remark {
            VatRemark::ReverseCharge => remarks.reverse_charge.into(),
            VatRemark::IntraEuSupply => remarks.intra_eu_supply.into(),
            VatRemark::IntraEuTransfer => remarks.intra_eu_transfer.into(),
            VatRemark::Triangulation => remarks.triangulation.into(),
            VatRemark::Export => remarks.export.into(),
            VatRemark::Exempt(reason) => format!("{} {reason}", remarks.exempt),
            VatRemark::NotVatPayer => remarks.not_vat_payer.into(),
            VatRemark::Text(text) => text.clone(),
        }
    }

    /// The short name of a category without tax, shown beside its rate.
    pub fn category(&self, code: &str) -> Option<&'static str> {
        match code {
            "E" => Some(self.totals.exempt),
            "AE" => Some(self.totals.reverse_charge),
            "K" => Some(self.totals.intra_eu),
            "G" => Some(self.totals.export),
            _ => None,
        }
    }
}
