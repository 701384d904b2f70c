use money::{Currency, Decimal};
use refusals::Refusal;
use thiserror::Error;
use vat_categories::VatCategory;

/// What is wrong with the advances that a document settles.
#[derive(Debug, Clone, PartialEq, Eq, Error, Refusal)]
pub(crate) enum SettlingFault {
    #[error("must have at most {most} advances")]
    TooMany { most: usize },
    #[error("is for invoice and final_invoice only")]
    NotAnInvoice,
    #[error("is named twice")]
    NamedTwice,
    #[error("invoice not found")]
    NotFound,
    #[error("must have one of category {category}, by which the advance taxed nothing")]
    CategoryNeeded { category: VatCategory },
    #[error("taxed nothing by category {category}, which no item here has")]
    OtherCategory { category: VatCategory },
    #[error("come to {missing} {currency} less than the advances to settle")]
    LessThanAdvances { missing: Decimal, currency: Currency },
    #[error("come to {more} {currency} more than the items")]
    MoreThanItems { more: Decimal, currency: Currency },
}
