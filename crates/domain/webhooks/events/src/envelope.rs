use crate::{Data, EventName, sample};
use persistence::{
    Tier,
    ids::{InvoiceId, OrganizationId},
};
use serde::{Deserialize, Serialize, Serializer, ser::Error as _};
use serde_json::value::RawValue;
use time::{OffsetDateTime, format_description::well_known::Rfc3339};

/// Bytes of a body at most. Every text of an event is bounded far below that where it is taken in; one
/// that is not would be a fault here, and must not become load for those who receive it.
pub const MAX_BODY: usize = 64 * 1024;

/// Something that happened to an organization.
#[derive(Debug, Clone, PartialEq)]
pub struct Event {
    /// The organization of the event: `data.orgId`.
    pub organization: OrganizationId,
    /// The time of the event.
    pub at: OffsetDateTime,
    /// The data of the event.
    pub data: Data,
}

/// An event that cannot be written: its time has no ISO 8601 form, or its id is none.
#[derive(Debug, thiserror::Error)]
#[error("the event cannot be written")]
pub struct Unwritable(#[source] Box<dyn std::error::Error + Send + Sync>);

impl Unwritable {
    pub(crate) fn because(error: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> Self {
        Self(error.into())
    }
}

/// The body of an event, written once: stored, signed, sent and shown in the feed byte for byte
/// (specification, Payload and Event feed).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Body(String);

impl Body {
    /// A body that a store kept.
    #[must_use]
    pub const fn stored(text: String) -> Self {
        Self(text)
    }

    /// The JSON.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The bytes that are signed and sent.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        self.0.as_bytes()
    }

    /// The JSON, to be stored.
    #[must_use]
    pub fn into_string(self) -> String {
        self.0
    }
}

/// What the body of an `invoice.*` event says of its invoice.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct AboutInvoice {
    /// Which it is.
    pub invoice_id: InvoiceId,
    /// A word of the invoicing domain.
    pub status: String,
}

impl Body {
    /// The invoice that an `invoice.*` event is about; `None` for another event.
    #[must_use]
    pub fn about_invoice(&self) -> Option<AboutInvoice> {
        #[derive(Deserialize)]
        struct Envelope {
            data: AboutInvoice,
        }
        serde_json::from_str::<Envelope>(&self.0).ok().map(|envelope| envelope.data)
    }
}

/// Written into a larger document as it is, byte for byte.
impl Serialize for Body {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let raw: &RawValue = serde_json::from_str(&self.0).map_err(S::Error::custom)?;
        raw.serialize(serializer)
    }
}

/// The envelope (specification, Payload).
#[derive(Serialize)]
struct Envelope<'a> {
    event: EventName,
    timestamp: String,
    data: Fields<'a>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Fields<'a> {
    org_id: OrganizationId,
    #[serde(flatten)]
    data: &'a Data,
    #[serde(skip_serializing_if = "Option::is_none")]
    mode: Option<Tier>,
}

impl Event {
    #[must_use]
    pub const fn name(&self) -> EventName {
        self.data.name()
    }

    /// The one serialisation of the event.
    ///
    /// # Errors
    /// [`Unwritable`] for a time beyond the year 9999, and beyond `MAX_BODY`.
    pub fn body(&self) -> Result<Body, Unwritable> {
        self.body_in_mode(None)
    }

    /// The event of a test send with its body: invented data of an event, `data.mode` = `test`.
    ///
    /// `None` for `peppol.document.status_changed`, which is never emitted.
    ///
    /// # Errors
    /// As [`Event::body`].
    pub fn test_send(
        name: EventName,
        organization: OrganizationId,
        now: OffsetDateTime,
    ) -> Result<Option<(Self, Body)>, Unwritable> {
        let Some(data) = sample(name, now) else { return Ok(None) };
        let event = Self { organization, at: now, data };
        let mode = event.data.mode().is_none().then_some(Tier::Test);
        let body = event.body_in_mode(mode)?;
        Ok(Some((event, body)))
    }

    fn body_in_mode(&self, mode: Option<Tier>) -> Result<Body, Unwritable> {
        let at = service_day::utc(self.at);
        let envelope = Envelope {
            event: self.name(),
            timestamp: at.format(&Rfc3339).map_err(Unwritable::because)?,
            data: Fields { org_id: self.organization, data: &self.data, mode },
        };
        let body = serde_json::to_string(&envelope).map_err(Unwritable::because)?;
        if body.len() > MAX_BODY {
            let event = self.name();
            return Err(Unwritable::because(format!("{event} has {} bytes", body.len())));
        }
        Ok(Body(body))
    }
}
