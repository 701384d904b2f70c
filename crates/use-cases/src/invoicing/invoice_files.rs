use crate::{
    context::Context,
    idempotent::{IdempotencyError, with_idempotency_key},
    ports::{Ports, Runtime},
};
use idempotency::{Answer, Fingerprint, Lease, UnwritableAnswer};
use invoicing::{
    AttachmentId, AttachmentInfo, AttachmentInput, InvoiceId,
    files::{AttachmentStore, FilesChangeKind, FilesError},
    states::InvoiceState,
};

/// Why the files of an invoice were not changed.
#[derive(Debug, thiserror::Error)]
pub enum ChangeFilesError {
    /// The change was refused, or storage failed.
    #[error(transparent)]
    Files(#[from] FilesError),
    /// The idempotency key was refused.
    #[error(transparent)]
    Key(#[from] IdempotencyError),
}

/// Attaches a file to an invoice, once per idempotency key.
///
/// # Errors
/// [`ChangeFilesError`]; nothing was stored then, and the key can be used again.
pub async fn attach_file<P: Ports>(
    context: &Context<'_, P>,
    invoice: InvoiceId,
    input: &AttachmentInput,
    lease: Option<(Lease, Fingerprint)>,
    respond: impl Fn(&AttachmentInfo) -> Result<Answer, UnwritableAnswer> + Send + Sync,
) -> Result<Answer, ChangeFilesError> {
    let (organization, runtime) = (context.organization, context.ports.runtime());
    let (id, now) = (AttachmentId(runtime.new_id()), runtime.now());
    let moment = context.change_moment();
    let decide = |state: &InvoiceState| {
        let change = state.add_file(input, id, &moment)?;
        let answer = match &change.kind {
            FilesChangeKind::Added(file) => respond(&file.info)?,
            FilesChangeKind::Removed(_) => Answer { status: 204, body: Vec::new() },
        };
        Ok((Some(change), answer))
    };
    let lease = lease.as_ref();
    let work = async {
        let answered = lease.map(|(lease, _)| (lease, now));
        let store = context.database();
        let answer = store.change_files(organization, invoice, answered, decide).await?;
        tracing::info!(org.id = %organization, invoice.id = %invoice, attachment.id = %id, "file attached to an invoice");
        Ok(answer)
    };
    with_idempotency_key(context.ports, organization.into(), lease, work).await
}

/// Removes one file of an invoice, or all files when none is named.
///
/// # Errors
/// [`FilesError`].
pub async fn detach_files<P: Ports>(
    context: &Context<'_, P>,
    invoice: InvoiceId,
    id: Option<AttachmentId>,
) -> Result<(), FilesError> {
    let moment = context.change_moment();
    let decide = |state: &InvoiceState| {
        let change = state.remove_files(id, &moment)?;
        Ok((change, Answer { status: 204, body: Vec::new() }))
    };
    let organization = context.organization;
    context.database().change_files(organization, invoice, None, decide).await?;
    tracing::info!(org.id = %organization, invoice.id = %invoice, attachment.id = ?id, "files removed from an invoice");
    Ok(())
}
