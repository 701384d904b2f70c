//! What use cases say when the database fails in the middle: that, and nothing else.

use crate::setup::{TestPorts, run};
use access::{ApiKeyId, UserId};
use peppol_connector::{
    identifiers::{Network, ReceivedId},
    submissions::Jitter,
};
use persistence::StoreError;
use sapi_sk::{SapiScopes, TokenRequest};
use sign_in::ResetId;
use std::num::NonZeroU32;
use testkit::{fakes::FakeRegistry, peppol::participant};
use use_cases::{
    Ports, SendStatusError, UnsentMail,
    members::{AcceptError, accept_as_user},
    publishing::{ReleaseError, release_participant},
    sapi::{TokenError, issue_tokens},
    send_status,
    sign_in::{SetPasswordError, send_reset_mail, set_password},
    webhooks::{WebhookError, remove_endpoint},
};
use uuid::Uuid;
use webhooks::EndpointId;

const NOBODY: Uuid = Uuid::nil();

/// The error of storage that one of a use case is, if it is one.
trait OfStorage: std::fmt::Debug {
    fn of_storage(&self) -> Option<&StoreError>;
}

macro_rules! of_storage {
    ($($error:ident),+) => { $(
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

of_storage!(
    ReleaseError,
    TokenError,
    SetPasswordError,
    UnsentMail,
    SendStatusError,
    AcceptError,
    WebhookError
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
fn a_database_that_fails_is_said_as_that() {
    let ports = &TestPorts::default();
    let organization = ports.with_enrolled();
    let (store, registry) = (&ports.store, FakeRegistry::default());
    let own = participant("9915:2020202020");
    says(ports, "enrolled", || {
        let of = (Network::Test, &own);
        run(release_participant(store, ports.runtime(), &registry, of))
    });
    let client = Some(ApiKeyId(NOBODY));
    let request = TokenRequest { client, secret: None, scopes: SapiScopes::ALL };
    says(ports, "api_client", || run(issue_tokens(ports, &request, NonZeroU32::MIN)));
    says(ports, "set_password", || {
        let user = (UserId(NOBODY), "jana@example.sk");
        let means = (ports.passwords(), ports.runtime());
        run(set_password(store, means, user, "správne kôň batéria"))
    });
    says(ports, "reset_request", || run(send_reset_mail(ports, ResetId(NOBODY))));
    says(ports, "owed_status", || {
        run(send_status(ports, organization, ReceivedId(NOBODY), Jitter(0)))
    });
    says(ports, "invitation_by_token", || {
        run(accept_as_user(ports, "token", (UserId(NOBODY), "jana@example.sk")))
    });
    let context = ports.context(organization);
    says(ports, "remove_endpoint", || run(remove_endpoint(&context, EndpointId(NOBODY))));
}
