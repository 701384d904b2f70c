use super::{
    field::{Field, Request, request},
    json::{Found, Value},
    names::SendModeName,
};
use crate::fault::RequestFault;
use peppol_connector::sending::SendMode;
use refusals::FieldFault;
use time::{Time, macros::format_description};
use utoipa::openapi::{
    KnownFormat, SchemaFormat,
    schema::{Array, ArrayBuilder, ObjectBuilder, Type},
};
use uuid::Uuid;

/// Ids of a batch at most (Limits, "Batch send").
const MAX_BATCH: usize = 200;

request! {
    /// Invoices to send.
    #[schema(example = json!({"invoiceIds": ["01936f5e-7b60-7000-8000-000000000001"]}))]
    pub struct BatchSend {
        #[schema(schema_with = ids)]
        invoice_ids as "invoiceIds": Vec<Uuid> => Ids,
    }
}

impl Request for BatchSend {
    type Value = Vec<Uuid>;

    fn check(self, at: &Value<'_>, found: &mut Found) -> Option<Vec<Uuid>> {
        at.required(self.invoice_ids, "invoiceIds", found)
    }
}

request! {
    /// Held documents to release.
    #[schema(example = json!({"documentIds": ["01936f5e-7b60-7000-8000-000000000001"]}))]
    pub struct ReleaseBody {
        /// All that are held by default
        #[schema(schema_with = ids)]
        document_ids as "documentIds"?: Vec<Uuid> => Ids,
    }
}

impl Request for ReleaseBody {
    type Value = Option<Vec<Uuid>>;

    fn check(self, _: &Value<'_>, _: &mut Found) -> Option<Self::Value> {
        Some(self.document_ids)
    }
}

/// 1 to 200 ids, none of them twice, as the document says it.
fn ids() -> Array {
    let id = ObjectBuilder::new()
        .schema_type(Type::String)
        .format(Some(SchemaFormat::KnownFormat(KnownFormat::Uuid)));
    let (least, most) = (Some(1), Some(MAX_BATCH));
    ArrayBuilder::new().items(id).min_items(least).max_items(most).unique_items(true).build()
}

/// 1 to 200 ids, none of them twice.
enum Ids {}

impl Field for Ids {
    type Value = Vec<Uuid>;

    fn read(value: &Value<'_>, found: &mut Found) -> Option<Vec<Uuid>> {
        let elements = value.array(found)?;
        if !(1..=MAX_BATCH).contains(&elements.len()) {
            value.refuse(found, RequestFault::NumberOfIds { most: MAX_BATCH });
            return None;
        }
        let mut ids = Vec::with_capacity(elements.len());
        for element in &elements {
            match element.uuid(found) {
                Some(id) if ids.contains(&id) => element.refuse(found, FieldFault::Twice),
                Some(id) => ids.push(id),
                None => {}
            }
        }
        (ids.len() == elements.len()).then_some(ids)
    }
}

request! {
    /// When own invoices leave.
    #[schema(example = json!({"mode": "scheduled", "time": "16:00"}))]
    pub struct SendSettingsBody {
        mode: SendModeName,
        /// HH:MM in Europe/Bratislava; required with scheduled
        #[schema(example = "16:00", pattern = r"^([01]\d|2[0-3]):[0-5]\d$")]
        time?: String => TimeOfDay,
    }
}

impl Request for SendSettingsBody {
    type Value = SendMode;

    fn check(self, at: &Value<'_>, found: &mut Found) -> Option<SendMode> {
        let mode = at.required(self.mode, "mode", found)?;
        match (mode, self.time) {
            ("scheduled", Some(time)) => return Some(SendMode::Scheduled(time)),
            ("scheduled", None) => {
                found.add("time", RequestFault::NoTimeOfDay);
            }
            (_, Some(_)) => found.add("time", RequestFault::NotScheduled),
            ("manual", None) => return Some(SendMode::Manual),
            _ => return Some(SendMode::Immediate),
        }
        None
    }
}

enum TimeOfDay {}

impl Field for TimeOfDay {
    type Value = Time;

    fn read(value: &Value<'_>, found: &mut Found) -> Option<Time> {
        let text = value.string(found)?;
        let time = Time::parse(&text, format_description!("[hour]:[minute]"));
        let time = time.ok().filter(|_| text.len() == 5);
        if time.is_none() {
            value.refuse(found, RequestFault::NotATimeOfDay);
        }
        time
    }
}
