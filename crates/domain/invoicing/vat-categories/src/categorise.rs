//! The table "VAT category of 0 % lines": from a line's tax data to its category.

use crate::{CrossBorderHint, TaxTreatment, VatCategory, VatRate, detect_cross_border};

/// The seller's facts that decide on categories.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct SellerVat {
    /// Whether the seller is a VAT payer: it has an IČ DPH or the VAT-payer flag (rule 5).
    ///
    /// On a self-invoice the seller is the contact, so this is the contact's.
    pub payer: bool,
}

/// Why a line has no VAT category. Each variant belongs to one field of the request.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error, refusals::Refusal)]
#[refusal("vat_category")]
pub enum CategoryError {
    /// Rule 5; belongs to `items[i].vat_rate`.
    #[error(
        "the supplier is not a VAT payer, so VAT rate {rate} cannot be charged; set vat_rate to 0"
    )]
    RateNeedsVatPayer {
        /// The requested rate.
        rate: VatRate,
    },
    /// A cross-border treatment of a supplier that is no VAT payer; belongs to
    /// `items[i].tax_treatment`.
    #[error(
        "tax_treatment {treatment} is for VAT payers only and the supplier is not one; \
         leave tax_treatment out"
    )]
    TreatmentNeedsVatPayer {
        /// The requested treatment.
        treatment: TaxTreatment,
    },
    /// A cross-border treatment with VAT charged; belongs to `items[i].tax_treatment`.
    #[error(
        "tax_treatment {treatment} needs vat_rate 0, not {rate}; \
         set vat_rate to 0 or tax_treatment to domestic"
    )]
    TreatmentNeedsZeroRate {
        /// The requested treatment.
        treatment: TaxTreatment,
        /// The requested rate.
        rate: VatRate,
    },
    /// Rule 1: the text alone describes a cross-border supply (`exemption_reason`).
    #[error(
        "exemption_reason reads as {supply} ({found:?}), but the category follows from tax_treatment only; \
         set tax_treatment to {treatment} on the lines with vat_rate 0, or reword the reason",
        supply = hint.supply(), found = hint.found, treatment = hint.treatment
    )]
    ReasonNeedsTreatment {
        /// The supply that the text describes, and the treatment to set.
        hint: CrossBorderHint,
    },
    /// Rule 1 for a supplier that is no VAT payer and so has no treatment to set; belongs to
    /// `exemption_reason`.
    #[error(
        "exemption_reason reads as {supply} ({found:?}) (tax_treatment {treatment}), which only a VAT payer may issue \
         and the supplier is not one; reword the reason or leave it out",
        supply = hint.supply(), found = hint.found, treatment = hint.treatment
    )]
    ReasonNeedsVatPayer {
        /// The supply that the text describes.
        hint: CrossBorderHint,
    },
}

impl CategoryError {
    /// The treatment that would make the line valid, if setting one would.
    #[must_use]
    pub const fn treatment_to_set(&self) -> Option<TaxTreatment> {
        match self {
            Self::ReasonNeedsTreatment { hint } => Some(hint.treatment),
            Self::TreatmentNeedsZeroRate { .. } | Self::TreatmentNeedsVatPayer { .. } => {
                Some(TaxTreatment::Domestic)
            }
            Self::RateNeedsVatPayer { .. } | Self::ReasonNeedsVatPayer { .. } => None,
        }
    }
}

/// The VAT category (BT-151) of a line: the specification's table with rules 1 and 5.
///
/// `exemption_reason` is the document's (BT-120); it is ignored on a line with VAT, and a
/// blank one counts as absent.
///
/// # Errors
/// A [`CategoryError`] that says which field is wrong and what to send instead.
pub fn categorise(
    seller: SellerVat,
    rate: VatRate,
    treatment: Option<TaxTreatment>,
    exemption_reason: Option<&str>,
) -> Result<VatCategory, CategoryError> {
    let treatment = treatment.unwrap_or_default();
    if treatment.is_cross_border() {
        return cross_border(seller, rate, treatment);
    }
    if !rate.is_zero() {
        return if seller.payer {
            Ok(VatCategory::Standard)
        } else {
            Err(CategoryError::RateNeedsVatPayer { rate })
        };
    }
    domestic_zero(seller, exemption_reason)
}

fn cross_border(
    seller: SellerVat,
    rate: VatRate,
    treatment: TaxTreatment,
) -> Result<VatCategory, CategoryError> {
    if !seller.payer {
        return Err(CategoryError::TreatmentNeedsVatPayer { treatment });
    }
    match treatment.cross_border_category() {
        Some(category) if rate.is_zero() => Ok(category),
        _ => Err(CategoryError::TreatmentNeedsZeroRate { treatment, rate }),
    }
}

fn domestic_zero(seller: SellerVat, reason: Option<&str>) -> Result<VatCategory, CategoryError> {
    let reason = reason.filter(|text| !text.trim().is_empty());
    if let Some(hint) = reason.and_then(detect_cross_border) {
        return Err(if seller.payer {
            CategoryError::ReasonNeedsTreatment { hint }
        } else {
            CategoryError::ReasonNeedsVatPayer { hint }
        });
    }
    Ok(match (seller.payer, reason) {
        (false, _) => VatCategory::OutsideScope,
        (true, Some(_)) => VatCategory::Exempt,
        (true, None) => VatCategory::ZeroRated,
    })
}
