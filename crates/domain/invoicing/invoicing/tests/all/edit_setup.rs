//! Invoices to edit, and edits of them.

use invoicing::{
    AnyInvoice, Draft, InvoiceRequest, Issuance, IssuingRecords, Violations,
    drafts::{EditError, EditRefused, InvoiceEdit},
    states::{ChangeMoment, InvoiceChange, InvoiceState, Links},
};
use testkit::invoices::{NOW, TODAY, checked, counting_ids, unsent};

/// Nothing to change.
pub fn edit() -> InvoiceEdit {
    InvoiceEdit::default()
}

/// The moment of every test.
pub fn moment() -> ChangeMoment {
    ChangeMoment { now: NOW, today: TODAY, links: Links::default(), actor: None }
}

/// The invoice of a request, as it is read; never sent.
#[track_caller]
pub fn state_of(request: &InvoiceRequest, records: &IssuingRecords) -> InvoiceState {
    let draft = checked(request, records).expect("right");
    let invoice = draft.issue("FA20260001").expect("writable").invoice;
    unsent(AnyInvoice::from(invoice))
}

/// The document that an edit would make, before its exchange rate is known.
#[track_caller]
pub fn numbered(state: &InvoiceState, edit: &InvoiceEdit, records: &IssuingRecords) -> Draft {
    let mut issuance = Issuance::at(NOW, counting_ids());
    let checked = state.check_edit(edit, Violations::new(), records.clone(), &mut issuance);
    checked.expect("right").draft().expect("issued here").clone()
}

/// The decision on an edit.
pub fn on(
    state: &InvoiceState,
    edit: &InvoiceEdit,
    records: &IssuingRecords,
) -> Result<Option<InvoiceChange>, EditError> {
    let mut issuance = Issuance::at(NOW, counting_ids());
    let checked = state.check_edit(edit, Violations::new(), records.clone(), &mut issuance)?;
    state.decide_edit(edit, checked, &moment())
}

/// The invoice after an edit that changes something.
#[track_caller]
pub fn edited(state: &InvoiceState, edit: &InvoiceEdit, records: &IssuingRecords) -> InvoiceState {
    let change = on(state, edit, records).expect("right").expect("a change");
    InvoiceState { invoice: change.after.expect("not deleted"), ..state.clone() }
}

/// What an edit publishes.
#[track_caller]
pub fn events_of(
    state: &InvoiceState,
    edit: &InvoiceEdit,
    records: &IssuingRecords,
) -> Vec<&'static str> {
    let change = on(state, edit, records).expect("right").expect("a change");
    change.events.iter().map(|event| event.name.as_str()).collect()
}

/// The paths that a wrong edit names.
#[track_caller]
pub fn fields(state: &InvoiceState, edit: &InvoiceEdit, records: &IssuingRecords) -> Vec<String> {
    match on(state, edit, records) {
        Err(EditError::Refused(EditRefused::Invalid(found))) => {
            found.as_slice().iter().map(|one| one.field.clone()).collect()
        }
        other => panic!("{other:?}"),
    }
}
