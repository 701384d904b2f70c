//! Payments, and how they change an invoice.

mod payments;

pub use payments::{
    ChangeKind, PaymentChange, PaymentError, PaymentMoment, PaymentRefused, PaymentRequest,
    PaymentStore, Settlement, with_payment, without_payment, without_set_off,
};
