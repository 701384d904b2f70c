//! The submissions that wait to be sent.

use crate::{context::Context, ports::Ports};
use peppol_connector::{
    ports::SubmissionLists,
    submissions::{QueuePlaces, State, SubmissionFilter, SubmissionRecord},
};
use persistence::{Cursor, Page, StoreError};

/// Waiting submissions, with their places among those of all organizations.
#[derive(Debug)]
pub struct Queue {
    pub sends: Page<SubmissionRecord>,
    pub places: QueuePlaces,
}

/// A page of an organization's waiting submissions in the network of the key, newest first: held, not held, or both.
///
/// # Errors
/// Storage failures.
pub async fn queue<P: Ports>(
    context: &Context<'_, P>,
    held: Option<bool>,
    after: Option<Cursor>,
    limit: u16,
) -> Result<Queue, StoreError> {
    let (database, owner) = (context.database(), context.organization);
    let states = vec![State::Queued, State::Sending];
    let network = Some(context.network());
    let filter = SubmissionFilter { network, states, held, ..SubmissionFilter::default() };
    let sends = database.submissions(owner, &filter, after, limit).await?;
    let ids: Vec<_> = sends.rows.iter().map(|record| record.submission.id).collect();
    let places = database.queue_places(owner, &ids).await?;
    Ok(Queue { sends, places })
}
