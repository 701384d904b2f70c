use crate::{
    http::List,
    openapi::WarningBody,
    requests::{EntryStateName, ModeName, PeppolStatusName, PlanName, RegistrationStatusName},
    routes::invoicing::invoice_parts::AddressView,
};
use access::OrganizationId;
use actix_web::http::header::{HeaderMap, HeaderName, HeaderValue, LINK};
use organizations::OrganizationRecord;
use peppol_connector::{
    identifiers::Network,
    registration::{
        AccountRecord, DEPRECATION, RegisteredElsewhere, SUNSET, Warning, deprecation_link,
    },
};
use peppol_publishing::{Entry, EntryError};
use serde::Serialize;
use time::OffsetDateTime;
use utoipa::ToSchema;
use uuid::Uuid;

/// An organization.
#[derive(Serialize, ToSchema)]
pub struct OrganizationView<'a> {
    /// Its id: what X-Organization-Id names.
    #[schema(value_type = Uuid)]
    pub org_id: OrganizationId,
    /// Legal name.
    pub name: &'a str,
    /// IČO.
    pub ico: Option<&'a str>,
    /// DIČ, under which it is registered in the network.
    pub dic: Option<&'a str>,
    /// IČ DPH.
    pub ic_dph: Option<&'a str>,
    /// Whether it charges VAT.
    pub vat_payer: bool,
    /// Where it is.
    pub address: AddressView<'a>,
    /// Where the confirmation of a claim goes.
    pub email: Option<&'a str>,
    /// E.164.
    pub phone: Option<&'a str>,
    /// Where it is registered.
    pub registration: Option<&'a str>,
    /// Days until due of invoices that name none; null: 14
    #[serde(rename = "defaultDueDays")]
    pub default_due_days: Option<u16>,
    /// Of new invoices in the firm's own currency that name none
    pub default_bank_account_id: Option<Uuid>,
    /// Of headings and lines of the PDF; null: its own
    pub accent_colour: Option<&'a str>,
    /// SHA-256, in hexadecimal, of the logo on the PDF; null: none
    pub logo_sha256: Option<&'a str>,
    /// free, basic, pro or enterprise
    #[schema(value_type = PlanName)]
    pub plan: &'static str,
    /// none, enrolled, send_only or deactivated
    #[schema(value_type = PeppolStatusName)]
    pub peppol_status: &'static str,
    /// test or live; null when it was never enrolled.
    #[schema(value_type = Option<ModeName>)]
    pub peppol_mode: Option<&'static str>,
    /// 0245:<DIČ>, in the sandbox 9915:<DIČ>; null when it was never enrolled.
    pub peppol_participant_id: Option<String>,
    /// Whether the registration is in the test network.
    pub peppol_sandbox: bool,
    /// Whether its sandbox behaves like production by its own choice.
    pub sandbox_like_production: bool,
    /// Who receives, of one that only sends here.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reception: Option<ReceptionView<'a>>,
    /// How far its entry in the network's registry has come, where we make it; not in lists.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub peppol_entry: Option<EntryView>,
    /// When it was made.
    #[serde(with = "time::serde::rfc3339")]
    pub created_at: OffsetDateTime,
}

/// A participant's entry in the network's registry (SML): until it is listed, senders do not find the participant.
#[derive(Serialize, ToSchema)]
pub struct EntryView {
    /// pending, listed, leaving or refused
    #[schema(value_type = EntryStateName)]
    pub state: &'static str,
    /// How often the registry was asked since it stands so.
    pub attempts: u32,
    /// What it said last, of one that is not listed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<EntryErrorView>,
    /// When it changed last.
    #[serde(with = "time::serde::rfc3339")]
    pub changed_at: OffsetDateTime,
}

/// Why a participant is not in the registry.
#[derive(Serialize, ToSchema)]
pub struct EntryErrorView {
    /// PARTICIPANT_HELD_ELSEWHERE, MIGRATION_CODE_INVALID or SML_UNAVAILABLE
    pub code: String,
    /// For people.
    pub message: String,
}

impl From<Entry> for EntryView {
    fn from(entry: Entry) -> Self {
        let error =
            entry.error.map(|EntryError { code, message }| EntryErrorView { code, message });
        let Entry { attempts, changed_at, .. } = entry;
        Self { state: entry.state.name(), attempts, error, changed_at }
    }
}

/// Who receives for an organization that only sends here.
#[derive(Serialize, ToSchema)]
pub struct ReceptionView<'a> {
    /// The other provider.
    pub held_by: HeldByView<'a>,
}

/// Another provider.
#[derive(Serialize, ToSchema)]
pub struct HeldByView<'a> {
    /// Host of its access point.
    pub ap_host: &'a str,
    /// Organization in its certificate.
    pub cert_org: &'a str,
}

impl<'a> ReceptionView<'a> {
    fn of(held_by: &'a RegisteredElsewhere) -> Self {
        let RegisteredElsewhere { ap_host, cert_org } = held_by;
        Self { held_by: HeldByView { ap_host, cert_org } }
    }
}

/// A page of organizations, the newest first.
pub type OrganizationList<'a> = List<OrganizationView<'a>>;

impl<'a> OrganizationView<'a> {
    /// The view of an organization.
    #[must_use]
    pub fn of(record: &'a OrganizationRecord) -> Self {
        let OrganizationRecord { organization: o, account, default_bank_account, .. } = record;
        let network = account.account.network();
        Self {
            org_id: o.id,
            name: &o.name,
            ico: o.ico.as_deref(),
            dic: o.dic.as_deref(),
            ic_dph: o.ic_dph.as_deref(),
            vat_payer: o.is_vat_payer(),
            address: AddressView::of(&o.address),
            email: o.email.as_deref(),
            phone: o.phone.as_deref(),
            registration: o.registration.as_deref(),
            default_due_days: o.default_due_days,
            default_bank_account_id: default_bank_account.map(Uuid::from),
            accent_colour: o.branding.accent_colour.as_deref(),
            logo_sha256: o.branding.logo.as_deref(),
            plan: o.plan.name(),
            peppol_status: account.account.status().name(),
            peppol_mode: network.map(Network::name),
            peppol_participant_id: account.participant.as_ref().map(ToString::to_string),
            peppol_sandbox: network == Some(Network::Test),
            sandbox_like_production: account.strict_sandbox,
            reception: account.held_by.as_ref().map(ReceptionView::of),
            peppol_entry: None,
            created_at: o.created_at,
        }
    }
}

/// The outcome of a registration.
#[derive(Serialize, ToSchema)]
pub struct RegistrationView<'a> {
    /// enrolled, send_only or deactivated
    #[schema(value_type = RegistrationStatusName)]
    pub status: &'static str,
    /// 0245:<DIČ>, in the sandbox 9915:<DIČ>.
    pub participant_id: Option<String>,
    /// test or live
    #[schema(value_type = Option<ModeName>)]
    pub mode: Option<&'static str>,
    /// Who receives, of one that only sends here.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reception: Option<ReceptionView<'a>>,
    /// How far its entry in the network's registry has come, where we make it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub entry: Option<EntryView>,
    /// Since when it stands so.
    #[serde(with = "time::serde::rfc3339::option")]
    pub since: Option<OffsetDateTime>,
}

impl<'a> RegistrationView<'a> {
    /// The view of a registration.
    #[must_use]
    pub fn of(account: &'a AccountRecord) -> Self {
        Self {
            status: account.account.status().name(),
            participant_id: account.participant.as_ref().map(ToString::to_string),
            mode: account.account.network().map(Network::name),
            reception: account.held_by.as_ref().map(ReceptionView::of),
            entry: None,
            since: account.since,
        }
    }
}

/// An organization that was made.
#[derive(Serialize, ToSchema)]
pub struct OrganizationCreated<'a> {
    pub data: OrganizationView<'a>,
    /// SANDBOX_AUTO_ENROLL
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false, value_type = Vec<WarningBody>)]
    pub warnings: Vec<Warning>,
    /// In the sandbox like production: to call enroll
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false, value_type = String)]
    pub hint: Option<&'static str>,
}

/// A registration.
#[derive(Serialize, ToSchema)]
pub struct RegistrationData<'a> {
    pub data: RegistrationView<'a>,
    /// SANDBOX_TOKEN_MISSING
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false, value_type = Vec<WarningBody>)]
    pub warnings: Vec<Warning>,
}

/// Puts the headers on an answer that goes with the warnings.
pub fn deprecate(headers: &mut HeaderMap, docs_url: &str) {
    let link = HeaderValue::from_str(&deprecation_link(docs_url));
    headers.insert(HeaderName::from_static("deprecation"), HeaderValue::from_static(DEPRECATION));
    headers.insert(HeaderName::from_static("sunset"), HeaderValue::from_static(SUNSET));
    if let Ok(link) = link {
        headers.insert(LINK, link);
    }
}
