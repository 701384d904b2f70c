//! One binary for all integration tests of `invoicing`: each binary links again.

mod advances;
mod corrections;
mod customers;
mod dates_money_references;
mod edit_setup;
mod edits;
mod filing;
mod issuing;
mod items_and_vat;
mod lifecycle;
mod notes;
mod payments;
mod projects;
mod properties;
mod recorded_originals;
mod stored_rows;
mod supplies;
mod transitions;
mod typed_numbers;
mod vat_figures;
