use super::call::Call;
use crate::error::ApiError;
use actix_web::{
    HttpResponse, HttpResponseBuilder,
    http::{
        StatusCode,
        header::{
            Charset, ContentDisposition, ContentType, DispositionParam, DispositionType,
            ExtendedValue, X_CONTENT_TYPE_OPTIONS,
        },
    },
};
use idempotency::Answer;
use runtime::Part;
use serde::Serialize;
use utoipa::ToSchema;

/// The result of a handler.
pub type Reply = Result<HttpResponse, ApiError>;

/// The envelope of answers that have one.
#[derive(Serialize, ToSchema)]
pub struct Data<T> {
    /// The answer.
    pub data: T,
}

impl<Caller> Call<Caller> {
    /// 200 with a body.
    pub fn ok(&self, body: impl Serialize) -> Reply {
        self.reply(StatusCode::OK, body)
    }

    /// 200 with a body in its envelope.
    pub fn data(&self, data: impl Serialize) -> Reply {
        self.ok(Data { data })
    }

    /// A body under another status.
    pub fn reply(&self, status: StatusCode, body: impl Serialize) -> Reply {
        let body = self.timing.time(Part::Render, || serde_json::to_vec(&body));
        let body = body.map_err(ApiError::internal)?;
        Ok(HttpResponseBuilder::new(status).content_type(ContentType::json()).body(body))
    }
}

/// 204 without a body.
pub fn no_content() -> Reply {
    Ok(HttpResponse::NoContent().finish())
}

/// A stored answer, byte for byte.
pub fn stored(answer: Answer) -> Reply {
    let status = StatusCode::from_u16(answer.status).map_err(ApiError::internal)?;
    Ok(HttpResponseBuilder::new(status).content_type(ContentType::json()).body(answer.body))
}

/// A file: `file(name, "application/pdf").body(bytes)`.
pub fn file(name: &str, content_type: &str) -> HttpResponseBuilder {
    disposed(DispositionType::Attachment, name, content_type)
}

/// A file that the browser shows, and saves under this name.
pub fn shown_file(name: &str, content_type: &str) -> HttpResponseBuilder {
    let mut response = disposed(DispositionType::Inline, name, content_type);
    response.insert_header((X_CONTENT_TYPE_OPTIONS, "nosniff"));
    response
}

fn disposed(disposition: DispositionType, name: &str, content_type: &str) -> HttpResponseBuilder {
    let mut parameters = vec![DispositionParam::Filename(ascii(name))];
    if !name.is_ascii() {
        parameters.push(DispositionParam::FilenameExt(ExtendedValue {
            charset: Charset::Ext("UTF-8".to_owned()),
            language_tag: None,
            value: safe(name).into_bytes(),
        }));
    }
    let disposition = ContentDisposition { disposition, parameters };
    let mut response = HttpResponse::Ok();
    response.content_type(content_type).insert_header(disposition);
    response
}

/// The name of a file without path separators.
fn safe(name: &str) -> String {
    name.chars().map(|c| if matches!(c, '/' | '\\' | ':') { '-' } else { c }).collect()
}

fn ascii(name: &str) -> String {
    let plain = |c: char| if c.is_ascii() && !c.is_ascii_control() && c != '"' { c } else { '_' };
    safe(name).chars().map(plain).collect()
}
