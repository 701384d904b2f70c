use super::ExportError;
use crate::{
    context::Context,
    idempotent::with_idempotency_key,
    invoicing::records::NewRecord,
    ports::{Ports, Runtime},
};
use accounting_export::{
    AddExportError, Export, ExportId, ExportRequest, ExportStore, MAX_KEPT_EXPORTS,
};
use idempotency::{Answer, UnwritableAnswer};
use jobs::JobId;

/// Requests an export, once per idempotency key; `respond` builds the answer.
///
/// # Errors
/// [`ExportError`]; nothing was stored then, and the key can be used again.
pub async fn ask_for_export<P: Ports>(
    context: &Context<'_, P>,
    new: NewRecord<ExportRequest>,
    respond: impl Fn(&Export) -> Result<Answer, UnwritableAnswer> + Send + Sync,
) -> Result<Answer, ExportError> {
    let NewRecord { input, found, lease } = new;
    let lease = lease.as_ref();
    let work = async {
        let period = input.check(found)?;
        let (database, owner) = (context.database(), context.organization);
        let (runtime, tier) = (context.ports.runtime(), context.tier);
        let files = input.files.unwrap_or(true);
        let (id, now) = (ExportId(runtime.new_id()), runtime.now());
        let export = Export::requested(id, (period, files), tier, 0, now);
        let total = database.documents_in(owner, &export.selection()).await?;
        let export = Export::requested(id, (period, files), tier, total, now);
        let (job, answer) = (export.job(JobId(runtime.new_id()), owner), respond(&export)?);
        let answered = lease.map(|(lease, _)| (lease, &answer));
        let added = database.add_export(owner, &export, &job, MAX_KEPT_EXPORTS, answered).await;
        added.map_err(|error| match error {
            AddExportError::TooMany(most) => ExportError::TooMany(most),
            AddExportError::Store(error) => error.into(),
        })?;
        tracing::info!(org.id = %owner, export.id = %id, documents = total, "export requested");
        Ok(answer)
    };
    with_idempotency_key(context.ports, context.organization.into(), lease, work).await
}
