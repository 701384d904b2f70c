//! The official EN 16931 and Peppol BIS Billing rules, natively.

pub mod guard;
