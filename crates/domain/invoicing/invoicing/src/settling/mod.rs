//! Advances: payments that a customer makes before the supply, and the invoice that settles them. A proforma is not
//! taxed, so the amount paid for it is a paid amount (BT-113) that reduces the amount due (BT-115). The invoice of a
//! received payment is taxed, so the final invoice has rows that deduct its base and VAT, and only taxes the rest.

mod advance;
mod claim;
mod spent;

pub use advance::{Advance, AdvanceRefused};
pub use claim::{Claim, SettleRefused, claims_between};
pub use spent::AdvanceFacts;
