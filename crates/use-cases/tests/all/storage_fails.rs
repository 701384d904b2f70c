//! What use cases say when the database fails in the middle: that, and nothing else.

use crate::{
    bank_statements, correspondence, provider_reports,
    setup::{TestPorts, run},
    state_notice,
};
use ::correspondence::EmailId;
use ::provider_reports::ProviderReportId;
use access::{ApiKeyId, Role, UserId};
use data_encoding::BASE64URL_NOPAD;
use invoice_responses::ResponseId;
use invoicing::{InvoiceId, InvoiceStore, paying::PaymentError};
use members::{Group, MemberError};
use oauth::{GrantId, Parameters, authorizations::Resource};
use peppol_connector::{
    identifiers::{Network, ReceivedId, StagedId},
    sending::DocumentFormat,
    submissions::Jitter,
};
use persistence::StoreError;
use rust_decimal::dec;
use sapi_sk::{SapiScopes, TokenRequest};
use sign_in::ResetId;
use std::{
    net::{IpAddr, Ipv4Addr},
    num::NonZeroU32,
};
use testkit::{build::NOW, fakes::FakeRegistry, fixtures, peppol::participant};
use use_cases::{
    Ports,
    invoicing::viewed::{ViewedError, viewed},
    ledger::{
        bank_statements::{StatementError, take_statement},
        contracts::{SendContractError, send_period},
        correspondence::{DeliverEmailError, deliver_email},
        unsent_mail::UnsentMail,
    },
    network::{
        organizations::{ConfirmError, KeepError, confirm_claim},
        publishing::{PublishingError, ReleaseError, enter_participants, release_participant},
        state_notice::NoticeError,
    },
    people::{
        members::{AcceptError, InviteError, accept_as_user, invite},
        oauth::{self as flows, AuthorizeError, BearerError, ConsentError, OAuthFailure},
        operator::{AddUserError, NewPerson, add_user},
        sign_in::{
            CodeError, ResetError, SetPasswordError, SignInError, confirm_password, finish_sign_in,
            reset_of, send_reset_mail, set_password,
        },
    },
    receiving::{
        responses::{SendResponseError, send_response},
        send_status::{SendStatusError, send_status},
    },
    reporting::provider_reports::{
        MakeReportsError, SendReportError, make_provider_reports, send_provider_report,
    },
    sending::{
        connector::{DispatchError, PreflightError, dispatch, preflight},
        sapi::{TokenError, issue_tokens},
    },
    webhooks::{WebhookError, remove_endpoint},
};
use uuid::Uuid;
use webhooks::EndpointId;

const NOBODY: Uuid = Uuid::nil();
const EMAIL: &str = "jana@example.sk";
const PASSWORD: &str = "správne kôň batéria";

/// The error of storage that one of a use case is, if it is one.
trait OfStorage: std::fmt::Debug {
    fn of_storage(&self) -> Option<&StoreError>;
}

macro_rules! of_storage {
    ($($error:ty),+ $(,)?) => { $(
        impl OfStorage for $error {
            fn of_storage(&self) -> Option<&StoreError> {
                match self {
                    Self::Store(error) => Some(error),
                    _ => None,
                }
            }
        }
    )+ };
}

/// The same of an error within another.
macro_rules! of_storage_within {
    ($($error:ident: $variant:ident),+ $(,)?) => { $(
        impl OfStorage for $error {
            fn of_storage(&self) -> Option<&StoreError> {
                match self {
                    Self::$variant(within) => within.of_storage(),
                    _ => None,
                }
            }
        }
    )+ };
}

of_storage!(
    AcceptError,
    AddUserError,
    AuthorizeError,
    BearerError,
    CodeError,
    DeliverEmailError,
    DispatchError,
    KeepError,
    MakeReportsError,
    MemberError,
    NoticeError,
    OAuthFailure,
    PaymentError,
    PreflightError,
    PublishingError,
    ReleaseError,
    ResetError,
    SendContractError,
    SendReportError,
    SendResponseError,
    SendStatusError,
    SetPasswordError,
    SignInError,
    TokenError,
    UnsentMail,
    ViewedError,
    WebhookError,
    flows::KeyError,
);
of_storage_within!(
    ConfirmError: Keep,
    ConsentError: Failure,
    InviteError: Member,
    StatementError: Payment,
);

/// While this call of the store fails, the use case says so; then it is asked again.
fn says<T, E: OfStorage>(
    ports: &TestPorts,
    call: &'static str,
    use_case: impl Fn() -> Result<T, E>,
) {
    ports.store.fail(Some(call));
    let Err(failed) = use_case() else { panic!("{call}: it needs no database") };
    let of_storage = failed.of_storage();
    assert!(matches!(of_storage, Some(StoreError::Unavailable(_))), "{call}: {failed:?}");
    ports.store.fail(None);
    if let Err(other) = use_case() {
        let of_storage = other.of_storage();
        assert!(!matches!(of_storage, Some(StoreError::Unavailable(_))), "{call}: {other:?}");
    }
}

#[test]
fn a_send_whose_database_fails_says_so() {
    let ports = &TestPorts::default();
    let organization = ports.with_enrolled();
    let context = ports.context(organization);
    let document = fixtures::bytes("documents/ubl/invoice.xml");
    says(ports, "organization_facts", || {
        run(preflight(&context, (DocumentFormat::Ubl, document.clone()), None))
    });
    says(ports, "staged", || run(dispatch(&context, StagedId(NOBODY))));
    says(ports, "period_invoice", || run(send_period(ports, organization, InvoiceId(NOBODY))));
    says(ports, "sent_response", || {
        run(send_response(ports, organization, ResponseId(NOBODY), Jitter(0)))
    });
    says(ports, "owed_status", || {
        run(send_status(ports, organization, ReceivedId(NOBODY), Jitter(0)))
    });
}

#[test]
fn a_registry_whose_database_fails_says_so() {
    let ports = &TestPorts::default();
    ports.with_enrolled();
    let (store, registry) = (&ports.store, FakeRegistry::default());
    let own = participant("9915:2020202020");
    says(ports, "enrolled", || {
        let of = (Network::Test, &own);
        run(release_participant(store, ports.runtime(), &registry, of))
    });
    says(ports, "due_entries", || run(enter_participants(ports, &registry, Network::Test)));
    says(ports, "claim_by_token", || run(confirm_claim(ports, "token")));
}

#[test]
fn a_sign_in_whose_database_fails_says_so() {
    let ports = &TestPorts::default();
    says(ports, "user_for_sign_in", || run(confirm_password(ports, EMAIL, PASSWORD)));
    says(ports, "pending_sign_in", || {
        run(finish_sign_in(ports, "cookie", "123456", (IpAddr::V4(Ipv4Addr::LOCALHOST), "Firefox")))
    });
    says(ports, "reset_by_token", || run(reset_of(ports, "token")));
    says(ports, "reset_request", || run(send_reset_mail(ports, ResetId(NOBODY))));
    says(ports, "set_password", || {
        let means = (ports.passwords(), ports.runtime());
        run(set_password(&ports.store, means, (UserId(NOBODY), EMAIL), PASSWORD))
    });
}

#[test]
fn an_invitation_whose_database_fails_says_so() {
    let ports = &TestPorts::default();
    let (user, group) = (UserId(NOBODY), Group::Organization(ports.with_organization().id));
    says(ports, "invite", || run(invite(ports, user, group, (EMAIL, Role::Viewer))));
    says(ports, "invitation_by_token", || run(accept_as_user(ports, "token", (user, EMAIL))));
    says(ports, "user_by_email", || {
        let (role, person) = ((group, Role::Viewer), NewPerson { id: user, password: PASSWORD });
        run(add_user(&ports.store, ports.passwords(), role, EMAIL, person, NOW))
    });
}

#[test]
fn a_client_whose_database_fails_is_answered_that() {
    let ports = &TestPorts::default();
    let query = Parameters::parse(b"client_id=https://app.example/client.json");
    let from = IpAddr::V4(Ipv4Addr::LOCALHOST);
    says(ports, "client", || run(flows::begin(ports, &query, from)));
    says(ports, "grant", || run(flows::deny(ports, GrantId(NOBODY))));
    let header = BASE64URL_NOPAD.encode(br#"{"alg":"ES256","kid":"one"}"#);
    let token = format!("{header}.claims.signature");
    says(ports, "signing_keys", || run(flows::bearer_call(ports, &token, &Resource::ALL)));
    let ports = &TestPorts::default();
    says(ports, "signing_keys", || run(flows::published_keys(ports)));
    let client = Some(ApiKeyId(NOBODY));
    let request = TokenRequest { client, secret: None, scopes: SapiScopes::ALL };
    let here = std::net::Ipv4Addr::LOCALHOST.into();
    says(ports, "api_client", || run(issue_tokens(ports, &request, NonZeroU32::MIN, here)));
}

#[test]
fn what_is_published_or_noticed_while_the_database_fails_is_an_error() {
    let ports = &TestPorts::default();
    let (context, invoice) = bank_statements::hundred(ports);
    let organization = context.organization;
    says(ports, "email", || {
        let attachments = correspondence::attachments();
        run(deliver_email(ports, &attachments, organization, EmailId(NOBODY)))
    });
    let seen = run(ports.store.invoice(organization, invoice.id)).expect("there");
    says(ports, "keep_view", || run(viewed(ports, &seen)));
    says(ports, "keep_notice", || state_notice::take(ports, "new", state_notice::NOTICE));
    says(ports, "remove_endpoint", || run(remove_endpoint(&context, EndpointId(NOBODY))));
    let statement = bank_statements::statement(dec!(100), &invoice);
    says(ports, "statement_of", || run(take_statement(&context, &statement, [1; 32], None)));
}

#[test]
fn reports_to_the_network_wait_while_the_database_fails() {
    let provider = Some(provider_reports::provider());
    let ports = &TestPorts { provider, ..TestPorts::default() };
    ports.still.advance(provider_reports::SETTLED - NOW);
    says(ports, "provider_reports", || run(make_provider_reports(ports, Network::Test)));
    says(ports, "provider_report", || {
        run(send_provider_report(ports, ProviderReportId(NOBODY), Jitter(0)))
    });
}
