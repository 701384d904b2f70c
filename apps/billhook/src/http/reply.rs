use crate::error::ApiError;
use actix_web::{
    HttpResponse, HttpResponseBuilder,
    http::{
        StatusCode,
        header::{
            Charset, ContentDisposition, ContentType, DispositionParam, DispositionType,
            ExtendedValue,
        },
    },
};
use idempotency::Answer;
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

/// The envelope of answers that have one.
#[derive(Serialize, ToSchema)]
pub struct Data<T> {
    /// The answer.
    pub data: T,
}

/// A stored answer, byte for byte.
pub(crate) fn respond(answer: Answer) -> Result<HttpResponse, ApiError> {
    let status = StatusCode::from_u16(answer.status).map_err(ApiError::internal)?;
    Ok(HttpResponseBuilder::new(status).content_type(ContentType::json()).body(answer.body))
}

/// An id in a path: a text that is no UUID is the id of nothing.
pub(crate) fn path_id(id: &str, what: &'static str) -> Result<Uuid, ApiError> {
    Uuid::try_parse(id).map_err(|_| ApiError::NotFound(what))
}

/// An answer that is saved as a file.
pub(crate) fn attachment(name: &str, content_type: &'static str) -> HttpResponseBuilder {
    let mut parameters = vec![DispositionParam::Filename(ascii(name))];
    if !name.is_ascii() {
        parameters.push(DispositionParam::FilenameExt(ExtendedValue {
            charset: Charset::Ext("UTF-8".to_owned()),
            language_tag: None,
            value: safe(name).into_bytes(),
        }));
    }
    let disposition = ContentDisposition { disposition: DispositionType::Attachment, parameters };
    let mut response = HttpResponse::Ok();
    response.content_type(content_type).insert_header(disposition);
    response
}

/// The name without path separators.
fn safe(name: &str) -> String {
    name.chars().map(|c| if matches!(c, '/' | '\\' | ':') { '-' } else { c }).collect()
}

fn ascii(name: &str) -> String {
    let plain = |c: char| if c.is_ascii() && !c.is_ascii_control() && c != '"' { c } else { '_' };
    safe(name).chars().map(plain).collect()
}
