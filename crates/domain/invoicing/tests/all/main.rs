//! One binary for all integration tests of `invoicing`: each binary links again.

mod customers;
mod dates_money_references;
mod filing;
mod issuing;
mod items_and_vat;
mod payments;
mod properties;
