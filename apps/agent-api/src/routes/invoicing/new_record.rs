use crate::{
    error::ApiError,
    http::Call,
    requests::{Field, read_with_violations},
};
use use_cases::invoicing::records::NewRecord;

/// A bank account, customer or vehicle to make: its body, with what is wrong with it, and the lease of its key.
pub(super) fn new_record<B: Field<Value: Default>>(
    call: &Call,
    operation: &'static str,
    body: &[u8],
) -> Result<NewRecord<B::Value>, ApiError> {
    let lease = call.idempotency_lease(operation, body)?;
    let (input, found) = read_with_violations::<B>(body);
    Ok(NewRecord { input, found, lease })
}
