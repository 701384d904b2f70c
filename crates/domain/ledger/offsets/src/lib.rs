//! Mutual set-off: an issued invoice and a supplier's invoice of the same firm extinguish each other, as
//! far as they meet (specification, Mutual set-off; § 580 of the Slovak Civil Code).
//!
//! [`set_off`] is the decision over both documents as they are read under their locks: a payment of each,
//! the record, and the events of the invoice. The lock of the invoice comes first, then that of the
//! expense, in every decision over both ([`OffsetStore`]).
//!
//! | to | begin with |
//! |---|---|
//! | know whether a firm may | [`supported`] |
//! | read what is asked for | [`OffsetRequest::check`] |
//! | set off | [`set_off`] |
//! | undo one | [`undo`] |
//! | keep it | the port [`OffsetStore`] |
#![warn(missing_docs)]
#![deny(clippy::disallowed_methods)]

mod decide;
mod offset;
mod pair;
mod refused;
mod request;
mod rules;
mod series;
mod store;

pub use decide::{OffsetChange, OffsetMoment, set_off, undo};
pub use invoicing::OffsetId;
pub use offset::{ExpenseBalance, InvoiceBalance, Offset, OffsetRecord};
pub use pair::Pair;
pub use refused::{Missing, OffsetError, OffsetRefused};
pub use request::{MAX_NOTE, MAX_REFERENCE, OffsetInput, OffsetRequest};
pub use rules::supported;
pub use series::AgreementSeries;
pub use store::{NumberedPage, OffsetFilter, OffsetStore, PageNumber};

refusals::list![OffsetRefused];
