use super::{
    InvoicePdfs,
    document::{Documents, Looked, MakeExportError},
};
use crate::{context::Context, ports::Ports};
use access::OrganizationId;
use accounting_export::{Export, ExportFile, ExportId, ExportStore, Firm, Phase, Place, Step};
use invoicing::{InvoiceStore, References};
use jobs::error_text;
use persistence::StoreError;
use time::OffsetDateTime;

/// The progress of an export after one run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Made {
    /// More steps follow, at this time.
    Again(OffsetDateTime),
    /// It is ready, has failed, or was deleted.
    Done,
    /// Another worker has taken it over.
    TakenOver,
}

/// Makes an export step by step, as long as `may_go_on` returns true. Each step is stored in one transaction, so a
/// process that dies loses at most one step; a step that two workers make is stored once.
///
/// # Errors
/// Storage failures. Other errors are retried, and after a while the export fails.
pub async fn make_export<P: Ports>(
    ports: &P,
    pdfs: &impl InvoicePdfs<P>,
    organization: OrganizationId,
    id: ExportId,
    may_go_on: impl Fn() -> bool + Send,
) -> Result<Made, StoreError> {
    let store = ports.database();
    loop {
        let export = match store.export(organization, id).await {
            Err(StoreError::NotFound) => return Ok(Made::Done),
            export => export?,
        };
        if export.is_finished() {
            return Ok(Made::Done);
        }
        let context = Context::new(ports, organization, export.tier);
        let kept = match step(&context, pdfs, &export).await {
            Ok(step) => {
                let (after, parts) = step.into_changes();
                store.advance_export(organization, &after, &parts).await
            }
            Err(error) => return keep_failure(&context, &export, &error).await,
        };
        match kept {
            Err(StoreError::Conflict) => return Ok(Made::TakenOver),
            Err(StoreError::NotFound) => return Ok(Made::Done),
            kept => kept?,
        }
        if !may_go_on() {
            return Ok(Made::Again(context.now()));
        }
    }
}

async fn keep_failure<P: Ports>(
    context: &Context<'_, P>,
    export: &Export,
    error: &MakeExportError,
) -> Result<Made, StoreError> {
    let (after, again) = export.step_failed(context.now());
    let (organization, text) = (context.organization, error_text(error));
    tracing::warn!(org.id = %organization, export.id = %export.id, error = text, "step of an export failed");
    match context.database().advance_export(organization, &after, &[]).await {
        Err(StoreError::Conflict) => Ok(Made::TakenOver),
        Err(StoreError::NotFound) => Ok(Made::Done),
        kept => kept.map(|()| again.map_or(Made::Done, Made::Again)),
    }
}

/// Makes the next step: more documents, or the end of the export.
async fn step<P: Ports>(
    context: &Context<'_, P>,
    pdfs: &impl InvoicePdfs<P>,
    export: &Export,
) -> Result<Step, MakeExportError> {
    let (store, owner) = (context.database(), context.organization);
    let organization = store.issuing_records(owner, &References::default()).await?.organization;
    let mut step = Step::of(export, Firm::of(&organization), context.now());
    let phase = export.progress.phase;
    if phase == Phase::End {
        let directory = directory(context, export).await?;
        if let Err(error) = step.finish(&directory) {
            step.fail(&error);
        }
        return Ok(step);
    }
    let (selection, most) = (export.selection(), Step::most(export));
    let after = export.progress.after;
    let places = store.documents(owner, &selection, phase, after, most).await?;
    let documents = Documents { context, pdfs, files: export.files };
    match add_all(&mut step, &documents, phase, &places).await? {
        Ok(looked) => {
            let is_last = looked == places.len() && places.len() < usize::from(most);
            let last = places[..looked].last().copied().filter(|_| !is_last);
            step.next(looked, last);
        }
        Err(error) => step.fail(&error),
    }
    Ok(step)
}

/// Adds documents until the step is full; returns how many were read. The inner error is final.
async fn add_all<P: Ports>(
    step: &mut Step,
    documents: &Documents<'_, '_, P, impl InvoicePdfs<P>>,
    phase: Phase,
    places: &[Place],
) -> Result<std::io::Result<usize>, MakeExportError> {
    for (before, place) in places.iter().enumerate() {
        if step.is_full() {
            return Ok(Ok(before));
        }
        match documents.look(phase, place.id).await? {
            Looked::Document(entry, files) => {
                if let Err(error) = step.add(&entry, &files) {
                    return Ok(Err(error));
                }
            }
            Looked::Unreadable => step.leave_out(),
            Looked::Nothing => {}
        }
    }
    Ok(Ok(places.len()))
}

/// The stored part of the archive's directory.
async fn directory<P: Ports>(
    context: &Context<'_, P>,
    export: &Export,
) -> Result<Vec<u8>, StoreError> {
    let file = ExportFile::Directory;
    let mut directory = Vec::new();
    for position in 0..export.progress.size(file).parts {
        let owner = context.organization;
        directory.extend(context.database().export_part(owner, export.id, file, position).await?);
    }
    Ok(directory)
}
