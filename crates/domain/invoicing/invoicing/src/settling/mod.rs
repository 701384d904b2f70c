//! Advances: payments that a customer makes before the supply, and the invoice that settles them. A proforma taxes
//! nothing, so the amount paid for it lowers the amount due (BT-115) as a paid amount (BT-113). The invoice of a
//! received payment taxes it, so rows of the final invoice take off its base and VAT, and the final invoice taxes only
//! the rest.

mod advance;
mod claim;
mod spent;

pub use advance::{Advance, AdvanceRefused};
pub use claim::{Claim, SettleRefused, claims_between};
pub use spent::AdvanceFacts;
