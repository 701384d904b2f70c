//! `/document/receive`: the documents that the participant has received.

use crate::{
    call::Call,
    query::Query,
    refused::{Refused, Reply},
};
use actix_web::HttpResponse;
use api_http::paging;
use data_encoding::HEXLOWER;
use peppol_connector::{
    identifiers::ReceivedId,
    inbox::{ReceivedFilter, ReceivedRecord},
    ports::InboxStore,
};
use persistence::StoreError;
use runtime::{secrets, wiring::App};
use sapi_sk::{Code, SapiError, SapiScope};
use serde::Serialize;
use time::OffsetDateTime;
use use_cases::{
    Context,
    receiving::documents::{acknowledge, received_document},
};
use uuid::Uuid;

/// Default number of documents on a page.
const DEFAULT_LIMIT: u16 = 20;

/// Largest number of documents on a page.
const MAX_LIMIT: u16 = 100;

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Metadata {
    document_id: Uuid,
    document_type_id: String,
    process_id: String,
    sender_participant_id: String,
    receiver_participant_id: String,
    #[serde(with = "time::serde::rfc3339")]
    creation_date_time: OffsetDateTime,
    status: &'static str,
    #[serde(with = "time::serde::rfc3339")]
    received_date_time: OffsetDateTime,
}

impl From<&ReceivedRecord> for Metadata {
    fn from(record: &ReceivedRecord) -> Self {
        Self {
            document_id: record.id.0,
            document_type_id: record.document_type.to_string(),
            process_id: record.process.to_string(),
            sender_participant_id: record.sender.to_string(),
            receiver_participant_id: record.receiver.to_string(),
            creation_date_time: record.received_at,
            status: status(record.acknowledged_at),
            received_date_time: record.received_at,
        }
    }
}

const RECEIVED: &str = "RECEIVED";
const ACKNOWLEDGED: &str = "ACKNOWLEDGED";

const fn status(acknowledged_at: Option<OffsetDateTime>) -> &'static str {
    if acknowledged_at.is_some() { ACKNOWLEDGED } else { RECEIVED }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Page {
    documents: Vec<Metadata>,
    next_page_token: Option<String>,
}

/// A page of received documents, the oldest first, without their XML.
pub(crate) async fn list(call: Call) -> Reply {
    let (context, participant) = call.context_of_participant(SapiScope::Receive).await?;
    let mut query = Query::of(&call)?;
    let acknowledged =
        query.read("status", "must be RECEIVED or ACKNOWLEDGED", |text| match text {
            RECEIVED => Some(false),
            ACKNOWLEDGED => Some(true),
            _ => None,
        });
    let limit = query.read("limit", "must be between 1 and 100", |text| {
        text.parse().ok().filter(|limit| (1..=MAX_LIMIT).contains(limit))
    });
    let after = query.read("pageToken", "is not of an earlier answer", paging::decode);
    query.finish()?;
    let filter = ReceivedFilter {
        network: Some(context.network()),
        acknowledged,
        receiver: Some(participant),
        oldest_first: true,
        ..ReceivedFilter::default()
    };
    let limit = limit.unwrap_or(DEFAULT_LIMIT);
    let page = call.store.received(context.organization, &filter, after, limit).await?;
    let next_page_token = page.next().map(paging::encode);
    let documents = page.rows.iter().map(Metadata::from).collect();
    Ok(HttpResponse::Ok().json(Page { documents, next_page_token }))
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Document {
    metadata: Metadata,
    payload: String,
    payload_format: &'static str,
    payload_encoding: &'static str,
    checksum: String,
}

/// The context of a call about one document, and the document, which the participant must have received. The contract
/// has no 400 there: a missing or malformed participant counts as one that the client may not act for.
async fn of_document(call: &Call) -> Result<(Context<'_, App>, ReceivedRecord), Refused> {
    let context = call.context_of_participant(SapiScope::Receive).await;
    let (context, participant) = context.map_err(|Refused(error)| match error.code {
        Code::INVALID_REQUEST => Refused(SapiError { code: Code::OTHER_PARTICIPANT, ..error }),
        _ => Refused(error),
    })?;
    let record = received_document(&context, id(call)?).await?;
    if record.receiver != participant {
        return Err(StoreError::NotFound.into());
    }
    Ok((context, record))
}

/// One received document with its XML.
pub(crate) async fn get(call: Call) -> Reply {
    let (context, record) = of_document(&call).await?;
    let bytes = call.store.received_bytes(context.organization, record.id).await?;
    let checksum = HEXLOWER.encode(&secrets::sha256(&bytes));
    // the guard admits only UTF-8
    let payload = String::from_utf8(bytes).map_err(Refused::internal)?;
    Ok(HttpResponse::Ok().json(Document {
        metadata: Metadata::from(&record),
        payload,
        payload_format: "XML",
        payload_encoding: "UTF-8",
        checksum,
    }))
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Acknowledged {
    document_id: Uuid,
    status: &'static str,
    #[serde(with = "time::serde::rfc3339::option")]
    acknowledged_date_time: Option<OffsetDateTime>,
}

/// Acknowledges a document; repeating it changes nothing.
pub(crate) async fn acknowledge_document(call: Call) -> Reply {
    let (context, record) = of_document(&call).await?;
    let record = acknowledge(&context, record.id).await?;
    Ok(HttpResponse::Ok().json(Acknowledged {
        document_id: record.id.0,
        status: status(record.acknowledged_at),
        acknowledged_date_time: record.acknowledged_at,
    }))
}

/// The id in the path. A text that is not a UUID is the id of no document.
fn id(call: &Call) -> Result<ReceivedId, StoreError> {
    let text = call.http.match_info().query("id");
    Uuid::try_parse(text).map(ReceivedId).map_err(|_| StoreError::NotFound)
}
