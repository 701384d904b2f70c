//! Which messages need a status (MLS) in answer.

use crate::ports::{Ports, Runtime};
use peppol_connector::{
    identifiers::MessageId,
    inbox::{ArrivingDocument, NewStatus},
    submissions::JobId,
};
use peppol_messages::{
    Identifier,
    mls::{is_about_statuses, main_provider_id},
};

/// The status owed to the sender of a message; a message that is a status itself gets none.
pub(crate) fn owed_status<P: Ports>(
    ports: &P,
    seat: &str,
    arriving: &ArrivingDocument,
) -> Option<NewStatus> {
    arriving.message.as_ref()?;
    let of = &arriving.document_type;
    if is_about_statuses(&Identifier::new(of.scheme(), of.value())) {
        return None;
    }
    let from = main_provider_id(seat)?.parse().ok()?;
    let runtime = ports.runtime();
    Some(NewStatus { message_id: MessageId(runtime.new_id()), from, job: JobId(runtime.new_id()) })
}
