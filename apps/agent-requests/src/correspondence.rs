//! Mail about invoices, and automatic reminders.

use super::{
    field::{Field, Request, request},
    json::{Found, Value},
    names::LanguageName,
};
use correspondence::{ReminderSettings, ReminderSettingsError};
use languages::Language;
use utoipa::openapi::{
    KnownFormat, SchemaFormat,
    schema::{Array, ArrayBuilder, ObjectBuilder, Type},
};

/// What a caller says of a mail.
#[derive(Debug, Default)]
pub struct MailInput {
    pub email: Option<String>,
    pub language: Option<Language>,
    pub with_xml: bool,
}

request! {
    /// A reminder to pay; all of it may be left out.
    #[schema(example = json!({"email": "odberatel@firma.example", "language": "sk"}))]
    pub struct ReminderBody {
        /// To whom; by default the customer. With a test key the mail goes to the organization itself
        #[schema(max_length = 254)]
        email?: String,
        /// By default that of the customer's country
        language?: LanguageName,
    }
}

impl Request for ReminderBody {
    type Value = MailInput;

    fn check(self, _: &Value<'_>, _: &mut Found) -> Option<MailInput> {
        Some(MailInput { email: given(self.email), language: self.language, with_xml: false })
    }
}

request! {
    /// An invoice to send by mail; all of it may be left out.
    #[schema(example = json!({"email": "odberatel@firma.example", "with_xml": true}))]
    pub struct EmailBody {
        /// To whom; by default the customer. With a test key the mail goes to the organization itself
        #[schema(max_length = 254)]
        email?: String,
        /// By default that of the customer's country
        language?: LanguageName,
        /// Whether the UBL goes with the PDF; false by default
        with_xml?: bool,
    }
}

impl Request for EmailBody {
    type Value = MailInput;

    fn check(self, _: &Value<'_>, _: &mut Found) -> Option<MailInput> {
        let with_xml = self.with_xml.unwrap_or_default();
        Some(MailInput { email: given(self.email), language: self.language, with_xml })
    }
}

/// An empty text is none.
fn given(text: Option<String>) -> Option<String> {
    text.filter(|text| !text.trim().is_empty())
}

request! {
    /// On which days after the due date reminders go out by themselves.
    #[schema(example = json!({"days_after_due_date": [3, 14]}))]
    pub struct ReminderSettingsBody {
        /// Growing; none switches them off
        #[schema(schema_with = days)]
        days_after_due_date: Vec<i32> => Vec<i64>,
        /// By default that of each customer's country
        language?: LanguageName,
    }
}

/// At most ten days, each from 1 to 365 and none twice.
fn days() -> Array {
    let day = ObjectBuilder::new()
        .schema_type(Type::Integer)
        .format(Some(SchemaFormat::KnownFormat(KnownFormat::Int32)))
        .minimum(Some(1))
        .maximum(Some(365));
    ArrayBuilder::new().items(day).max_items(Some(10)).unique_items(true).build()
}

impl Request for ReminderSettingsBody {
    type Value = ReminderSettings;

    fn check(self, at: &Value<'_>, found: &mut Found) -> Option<ReminderSettings> {
        let days = at.required(self.days_after_due_date, "days_after_due_date", found)?;
        let days: Result<Vec<u16>, _> = days.into_iter().map(u16::try_from).collect();
        let settings = days
            .map_err(|_| ReminderSettingsError::Day)
            .and_then(|days| ReminderSettings::new(days, self.language));
        settings.map_err(|error| found.add("days_after_due_date", error)).ok()
    }
}
