use crate::{error::ApiError, file};
use access::OrganizationId;
use accounting_export::{ExportFile, ExportId, ExportStore, FileSize};
use actix_web::{HttpResponse, body::SizedStream, web::Bytes};
use futures_util::{Stream, stream};
use persistence::StoreError;
use runtime::wiring::App;
use store::Store;
use use_cases::{Context, ledger::exports};

/// The file of an export with this name.
///
/// # Errors
/// 404.
pub fn export_file_named(name: &str) -> Result<ExportFile, ApiError> {
    let wanted = ExportFile::ALL.into_iter().find(|file| file.name() == name);
    wanted.ok_or(ApiError::NotFound("file"))
}

/// The download of a file of a finished export.
///
/// # Errors
/// There is no such export or file, or the export is not finished.
pub async fn export_file(
    context: &Context<'_, App>,
    id: ExportId,
    wanted: ExportFile,
) -> Result<HttpResponse, ApiError> {
    let (found, size) = exports::export_file(context, id, wanted).await?;
    let (from, to, name) = (found.period.from, found.period.to, wanted.name());
    let mut response = file(&format!("{from}_{to}_{name}"), wanted.content_type());
    let pieces = pieces(context.ports.store.clone(), context.organization, id, size);
    Ok(response
        .insert_header(("X-Content-Type-Options", "nosniff"))
        .body(SizedStream::new(size.bytes, Box::pin(pieces))))
}

/// The pieces of a file. Each is loaded when the one before it is sent, so that the whole file is never in memory. A
/// piece that is deleted in the meantime ends the answer early.
fn pieces(
    store: Store,
    organization: OrganizationId,
    id: ExportId,
    size: FileSize,
) -> impl Stream<Item = Result<Bytes, StoreError>> {
    stream::try_unfold((store, 0), move |(store, position)| async move {
        if position == size.parts {
            return Ok(None);
        }
        let piece = store.export_part(organization, id, size.file, position).await?;
        Ok(Some((Bytes::from(piece), (store, position + 1))))
    })
}
