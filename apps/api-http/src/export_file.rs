use crate::{error::ApiError, file};
use access::OrganizationId;
use accounting_export::{ExportFile, ExportId, ExportStore, FileSize};
use actix_web::{HttpResponse, body::SizedStream, web::Bytes};
use futures_util::{Stream, stream};
use persistence::StoreError;
use runtime::wiring::App;
use store::Store;
use use_cases::{Context, ledger::exports};

/// The file of an export by its name.
///
/// # Errors
/// 404.
pub fn export_file_named(name: &str) -> Result<ExportFile, ApiError> {
    let wanted = ExportFile::ALL.into_iter().find(|file| file.name() == name);
    wanted.ok_or(ApiError::NotFound("file"))
}

/// A file of an export that is ready, to download.
///
/// # Errors
/// No such export or file, or it is not ready.
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

/// The pieces of a file, each read when the one before is on its way: it is never in memory as a whole.
/// One that is deleted meanwhile breaks the answer off.
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
