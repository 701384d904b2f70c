//! A worker, an MCP session or a handler on any thread can run every use case.

use crate::{exports::Pdfs, setup::TestPorts};
use ::contracts::{Contract, ContractId};
use accounting_export::{Export, ExportFile, ExportId};
use idempotency::{Answer, Fingerprint, Lease, UnwritableAnswer};
use invoicing::{
    AnyInvoice, InvoiceId, InvoiceType, Issued, Violations,
    drafts::{Drafted, InvoiceEdit},
    numbering::SeriesFormat,
    states::InvoiceMove,
};
use organizations::{ClaimId, Creation, EnrollRequest, NewOrganization};
use peppol_connector::{
    identifiers::{Network, ParticipantId, ReceivedId, StagedId},
    sending::{SendAnswer, SendMode},
    submissions::Jitter,
};
use provider_reports::ProviderReportId;
use sapi_sk::{RenewRequest, RevokeRequest, SapiError, SendRequest, TokenRequest};
use std::num::NonZeroU32;
use use_cases::{
    Context, IdempotencyError,
    invoicing::{
        change_invoice::{delete_draft, edit_invoice, invoice_history, move_invoice},
        details::invoice_details,
        issue_draft::{IssueDraft, issue_draft},
        issue_invoice::{Issue, issue_invoice},
        number_series::set_series_format,
        overdue::make_overdue,
        records::NewRecord,
        ubl::archived_or_preview,
        viewed::viewed,
    },
    ledger::{
        contracts,
        dashboard::{onboarding, summary},
        exports,
    },
    maintenance::{
        expire_staged_documents, purge_answers, purge_events, purge_exports, purge_tokens,
        purge_windows,
    },
    network::organizations as registrations,
    people::{keys, oauth as oauth_flows},
    receiving::{documents::acknowledge, send_status::send_status},
    reporting::{
        provider_reports::{make_provider_reports, send_provider_report},
        tax_reports::{report_document, withdraw_reports},
    },
    sending::{
        connector,
        deliver::SubmissionSender,
        native_send::{preflight_invoice, send_invoice},
        sapi,
        send_settings::{release_held, set_send_mode},
    },
    webhooks as endpoints,
};
use uuid::Uuid;
use webhooks::{DeliveryId, EndpointId, ports::Work};

fn sends<T: Send>(_: T) {}

/// Nothing else here is run: that it compiles is the test.
#[test]
fn the_future_of_every_use_case_can_be_sent() {
    let _ = (of_a_tenant, of_a_contract, of_a_send, of_the_installation, of_exports);
    let _ = (of_keys, of_sapi, of_partners, of_oauth);
}

fn of_a_tenant(context: &Context<'_, TestPorts>, issue: Issue, id: Uuid) {
    let render = |_: &Issued<'_>| -> Result<Answer, UnwritableAnswer> { unreachable!() };
    sends(issue_invoice(context, issue, render));
    sends(send_invoice(context, InvoiceId(id)));
    sends(preflight_invoice(context, InvoiceId(id)));
    sends(archived_or_preview(context, InvoiceId(id)));
    sends(edit_invoice(context, InvoiceId(id), &InvoiceEdit::default(), &Violations::new()));
    sends(move_invoice(context, InvoiceId(id), InvoiceMove::Cancel));
    sends(delete_draft(context, InvoiceId(id)));
    sends(invoice_history(context, InvoiceId(id), None, 1));
    let render = |_: &Drafted<'_>| -> Result<Answer, UnwritableAnswer> { unreachable!() };
    sends(issue_draft(context, InvoiceId(id), IssueDraft::issue(), None, render));
    sends(invoice_details(context, InvoiceId(id)));
    sends(acknowledge(context, ReceivedId(id)));
    sends(set_send_mode(context, SendMode::Manual));
    sends(release_held(context, None));
    sends(set_series_format(
        context,
        InvoiceType::default(),
        &SeriesFormat::default_for(InvoiceType::default()),
    ));
    sends(connector::dispatch(context, StagedId(id)));
    sends(registrations::deactivate_account(context));
    sends(registrations::enroll(context, &EnrollRequest::default()));
    sends(endpoints::create_endpoint(context, &endpoints::EndpointRequest::default()));
    sends(endpoints::change_endpoint(
        context,
        EndpointId(id),
        &endpoints::EndpointRequest::default(),
    ));
    sends(endpoints::remove_endpoint(context, EndpointId(id)));
    sends(endpoints::rotate_secret(context, EndpointId(id), None));
    sends(endpoints::redeliver(context, EndpointId(id), DeliveryId(id)));
    sends(endpoints::test_send(context, EndpointId(id), None));
}

fn of_a_contract(context: &Context<'_, TestPorts>, id: ContractId) {
    let render = |_: &Contract| -> Result<Answer, UnwritableAnswer> { unreachable!() };
    let new = NewRecord { input: Default::default(), found: Violations::new(), lease: None };
    sends(contracts::add_contract(context, new, render));
    sends(contracts::change_contract(context, id, &Default::default(), &Violations::new()));
    sends(contracts::pause_contract(context, id));
    sends(contracts::resume_contract(context, id, Default::default()));
    sends(contracts::cancel_contract(context, id));
    sends(contracts::preview(context, id));
    sends(contracts::contract_invoices(context, id, None, 1));
    sends(contracts::issue_due(context.ports));
    sends(contracts::send_period(context.ports, context.organization, InvoiceId(id.0)));
    sends(contracts::send_problem_mail(context.ports, context.organization, id));
    sends(summary(context));
    sends(onboarding(context));
    sends(contracts::send_refused_mail(context.ports, context.organization, InvoiceId(id.0)));
}

fn of_a_send(
    context: &Context<'_, TestPorts>,
    request: peppol_connector::sending::SendRequest,
    lease: (Lease, Fingerprint),
) {
    let render = |_: &SendAnswer| -> Result<Answer, UnwritableAnswer> { unreachable!() };
    let preflight = (request.format, request.document.clone());
    sends(connector::preflight(context, preflight, None));
    sends(connector::send(context, request, lease, render));
}

fn of_the_installation(
    ports: &TestPorts,
    participant: &ParticipantId,
    invoice: &AnyInvoice,
    id: Uuid,
) {
    let organization = invoice.organization;
    sends(connector::look_up(ports, Network::Test, "", participant));
    sends(SubmissionSender(ports).deliver(
        organization,
        peppol_connector::identifiers::SubmissionId(id),
        Jitter(0),
    ));
    let report = tax_reports::ReportId(id);
    sends(report_document(ports, organization, report, Jitter(0)));
    sends(make_provider_reports(ports, Network::Test));
    sends(withdraw_reports(ports, organization, InvoiceId(report.0)));
    sends(send_provider_report(ports, ProviderReportId(report.0), Jitter(0)));
    sends(send_status(ports, organization, ReceivedId(id), Jitter(0)));
    sends(make_overdue(ports));
    sends(viewed(ports, invoice));
    sends(purge_answers(ports));
    sends(purge_events(ports));
    sends(purge_windows(ports));
    sends(purge_exports(ports));
    sends(expire_staged_documents(ports));
    sends(registrations::send_claim_mail(ports, organization, ClaimId(id)));
    sends(registrations::confirm_claim(ports, ""));
    sends(registrations::open_claim_of(ports, ""));
    sends(endpoints::send_disabled_mail(ports, organization, EndpointId(id)));
}

fn of_exports(context: &Context<'_, TestPorts>, pdfs: &Pdfs, id: ExportId) {
    let render = |_: &Export| -> Result<Answer, UnwritableAnswer> { unreachable!() };
    let new = NewRecord { input: Default::default(), found: Violations::new(), lease: None };
    sends(exports::ask_for_export(context, new, render));
    sends(exports::export(context, id));
    sends(exports::exports(context, None, 1));
    sends(exports::export_file(context, id, ExportFile::Totals));
    sends(exports::delete_export(context, id));
    sends(exports::make_export(context.ports, pdfs, context.organization, id, || true));
}

fn of_keys(ports: &TestPorts, holder: access::KeyHolder, id: access::ApiKeyId) {
    let grantor = access::Grantor::Key(holder);
    sends(keys::create_key(ports, &grantor, holder.owner, access::KeyRequest::default()));
    sends(keys::rotate_key(ports, &grantor, id, access::KEY_OVERLAP));
    sends(keys::revoke_key(ports, &grantor, id));
    sends(keys::visible_keys(ports, &holder, access::KeyFilter::default(), None, 1));
}

fn of_sapi(
    context: &Context<'_, TestPorts>,
    participant: &ParticipantId,
    request: SendRequest,
    lease: (Lease, Fingerprint),
    [token, renew, revoke]: [&[u8]; 3],
) -> Result<(), SapiError> {
    let ports = context.ports;
    let render = |_| -> Result<Answer, UnwritableAnswer> { unreachable!() };
    let here = std::net::Ipv4Addr::LOCALHOST.into();
    sends(sapi::issue_tokens(ports, &TokenRequest::read(token)?, NonZeroU32::MIN, here));
    sends(sapi::renew_tokens(ports, &RenewRequest::read(renew)?, NonZeroU32::MIN));
    sends(sapi::revoke_token(ports, &RevokeRequest::read(revoke)?));
    sends(sapi::token_status(ports, "", NonZeroU32::MIN));
    sends(sapi::use_token(ports, "", NonZeroU32::MIN));
    sends(sapi::of_participant(context, participant));
    sends(sapi::hand_over(context, participant, request, lease, render));
    sends(purge_tokens(ports));
    Ok(())
}

fn of_partners(
    ports: &TestPorts,
    context: &Context<'_, TestPorts>,
    partner: access::PartnerId,
    change: &registrations::AskedChange,
    new: Result<NewOrganization, Refusal>,
    work: Work,
) {
    let render = |_: &Creation| -> Result<Answer, UnwritableAnswer> { unreachable!() };
    let reach = access::KeyScope::Partner(partner);
    let by = access::Credential::Key(access::ApiKeyId(partner.0));
    sends(registrations::request_claim(context, partner, &EnrollRequest::default()));
    sends(registrations::change_organization(
        ports,
        (reach, context.tier),
        context.organization,
        change,
    ));
    sends(registrations::create_organization(
        ports,
        (partner, context.tier, by),
        new,
        None,
        render,
    ));
    sends(endpoints::deliver(ports, work));
}

fn of_oauth(ports: &TestPorts, user: &sign_in::SignedIn, consent: oauth_flows::Consent) {
    let (parameters, id) = (oauth::Parameters::default(), oauth::GrantId(Uuid::nil()));
    sends(oauth_flows::register(ports, b"", std::net::IpAddr::V4(std::net::Ipv4Addr::LOCALHOST)));
    sends(oauth_flows::begin(ports, &parameters, std::net::Ipv4Addr::LOCALHOST.into()));
    sends(oauth_flows::approve(ports, id, user, consent));
    sends(oauth_flows::deny(ports, id));
    sends(oauth_flows::token(ports, None, &parameters));
    sends(oauth_flows::revoke(ports, None, &parameters));
    sends(oauth_flows::introspect(ports, None, &parameters));
    sends(oauth_flows::user_info(ports, "", NonZeroU32::MIN));
    sends(oauth_flows::published_keys(ports));
    sends(use_cases::people::sign_in::sign_out(ports, ""));
}

/// What a shell makes of the errors of making an organization.
pub enum Refusal {
    Create(registrations::CreateError),
    Key(IdempotencyError),
    Body,
}

impl From<registrations::CreateError> for Refusal {
    fn from(error: registrations::CreateError) -> Self {
        Refusal::Create(error)
    }
}

impl From<IdempotencyError> for Refusal {
    fn from(error: IdempotencyError) -> Self {
        Refusal::Key(error)
    }
}
