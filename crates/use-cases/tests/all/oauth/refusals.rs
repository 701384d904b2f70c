//! What a client is told when it gets nothing.

use super::*;
use oauth::authorizations::DecisionError;
use use_cases::people::oauth::{ConsentError, answer_fault, deny};

/// The parameters of an answer, which leads back to the client.
fn parameters(location: &str) -> Parameters {
    let (address, query) = location.split_once('?').expect("a query");
    assert_eq!(address, "https://app.example/cb");
    Parameters::parse(query.as_bytes())
}

#[test]
fn a_client_is_informed_once_that_it_gets_nothing() {
    let world = world("none");
    let fault = OAuthError::new(ErrorCode::InvalidScope, "no such scope");
    for is_denied in [true, false] {
        let id = world.begin("invoice:read");
        let answer = || match is_denied {
            true => run(deny(&world.ports, id)),
            false => run(answer_fault(&world.ports, id, &fault)),
        };
        let answered = parameters(&answer().expect("an address"));
        let code = if is_denied { "access_denied" } else { "invalid_scope" };
        assert_eq!(answered.required("error"), Ok(code));
        assert_eq!((answered.required("state"), answered.required("iss")), (Ok("s"), Ok(BASE)));
        assert!(answered.required("code").is_err());
        let again = answer();
        let is_over = matches!(again, Err(ConsentError::Decision(DecisionError::Over)));
        assert!(is_over, "{again:?}");
        let consent = Consent { organization: world.organization, tier: Tier::Test };
        let late = run(flows::approve(&world.ports, id, &world.signed_in(), consent));
        assert!(late.is_err(), "what was refused is not approved: {late:?}");
    }
}

#[test]
fn what_nobody_asked_for_or_waited_too_long_is_not_answered() {
    let world = world("none");
    let unknown = run(deny(&world.ports, GrantId(uuid::Uuid::nil())));
    assert!(unknown.is_err(), "{unknown:?}");
    let id = world.begin("invoice:read");
    world.ports.still.advance(Duration::days(1));
    let late = run(deny(&world.ports, id));
    assert!(late.is_err(), "{late:?}");
}

/// The same code and the same refresh token are good for the next try.
#[test]
fn without_randomness_nothing_is_registered_and_nothing_spent() {
    let mut world = world("none");
    let code = world.code("offline_access+invoice:read");
    let secretive = r#"{"client_name":"App","redirect_uris":["https://app.example/cb"],
        "token_endpoint_auth_method":"client_secret_basic"}"#;
    world.ports.still.dry = true;
    let registered = run(flows::register(&world.ports, secretive.as_bytes(), HERE)).map(drop);
    assert!(matches!(registered, Err(OAuthFailure::NoRandomness(_))), "{registered:?}");
    let exchanged = world.exchange(&code, VERIFIER).map(drop);
    assert!(matches!(exchanged, Err(OAuthFailure::NoRandomness(_))), "{exchanged:?}");
    assert_eq!(world.mails("oauth.connected_mail"), 0);
    world.ports.still.dry = false;
    run(flows::register(&world.ports, secretive.as_bytes(), HERE)).expect("registered");
    let tokens = world.exchange(&code, VERIFIER).expect("the code is unspent");
    let refresh = tokens.refresh_token.expect("one");
    world.ports.still.dry = true;
    let refreshed = world.refresh(&refresh).map(drop);
    assert!(matches!(refreshed, Err(OAuthFailure::NoRandomness(_))), "{refreshed:?}");
    world.ports.still.dry = false;
    world.refresh(&refresh).expect("the refresh token is unspent");
}
