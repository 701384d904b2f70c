//! What is no answer, and whose certificate is not taken.

use checked_http::Failure;
use peppol_messages::Identifier;
use peppol_messages::sml::{Page, SmlAnswer, SmlFault, SmlFaultKind};
use peppol_sml::{Settings, SetupError, SmlClient, SmlError};
use test_network::Sml;

fn anybody() -> Identifier {
    Identifier::participant("0245:1")
}

#[tokio::test]
async fn other_certificates_are_refused_in_the_handshake() {
    let sml = Sml::open().await;
    let access_point = sml.pki.access_point("PSK000001", "SK").expect("a certificate");
    for (identity, what) in [(None, "none"), (Some(&access_point), "of an access point")] {
        let client = SmlClient::new(sml.settings("SMP", identity)).expect("a client");
        let error = client.create(anybody()).await.expect_err(what);
        assert!(matches!(error, SmlError::Unanswered(Failure::TlsFailed(_))), "{what}: {error:?}");
    }
    let settings = sml.settings("SMP", None);
    let mut unknown = settings.clone();
    unknown.http.extra_roots = Vec::new();
    let client = SmlClient::new(unknown).expect("a client");
    let error = client.create(anybody()).await.expect_err("an SML of another authority");
    assert!(matches!(error, SmlError::Unanswered(Failure::TlsFailed(_))), "{error:?}");
    assert!(sml.state().publishers.is_empty() && sml.state().complaints.is_empty());
}

#[tokio::test]
async fn what_is_no_answer_is_none() {
    let sml = Sml::open().await;
    let client = sml.client("SMP");
    let page = SmlAnswer::Page(Page::default()).write();
    for (status, body, what) in [
        (200, "<html/>".to_owned(), "a web page"),
        (403, "<html/>".to_owned(), "forbidden"),
        (502, "Bad Gateway".to_owned(), "a proxy"),
        (302, String::new(), "elsewhere"),
        (200, page, "a page to a create"),
        (500, SmlAnswer::Done.write(), "done, and an error"),
        (200, "<!DOCTYPE x><x/>".to_owned(), "a DTD"),
    ] {
        sml.state().instead = Some((status, body.into_bytes()));
        let error = client.create(anybody()).await.expect_err(what);
        assert!(matches!(error, SmlError::Answer { .. }), "{what}: {error:?}");
        assert!(!error.is_certain(), "{what}");
    }
    sml.state().instead = Some((200, vec![b' '; 5_000_000]));
    let error = client.create(anybody()).await.expect_err("large");
    assert!(matches!(error, SmlError::Unanswered(Failure::TooLarge(_))), "{error:?}");
    sml.state().instead = Some((200, Vec::new()));
    client.create(anybody()).await.expect("nothing is done");
}

#[tokio::test]
async fn faults_are_typed() {
    let sml = Sml::open().await;
    let client = sml.client("SMP");
    for (kind, expected, is_certain) in [
        (SmlFaultKind::NotFound, SmlError::NotFound("why".to_owned()), true),
        (SmlFaultKind::Unauthorized, SmlError::Unauthorized("why".to_owned()), true),
        (SmlFaultKind::BadRequest, SmlError::BadRequest("why".to_owned()), true),
        (SmlFaultKind::InternalError, SmlError::InternalError("why".to_owned()), false),
    ] {
        for status in [500, 200] {
            let fault = SmlAnswer::Fault(SmlFault { kind, message: "why".to_owned() });
            sml.state().instead = Some((status, fault.write().into_bytes()));
            let error = client.create(anybody()).await.expect_err("a fault");
            assert_eq!((&error, error.is_certain()), (&expected, is_certain));
        }
    }
    let bare = "<S:Envelope xmlns:S='http://schemas.xmlsoap.org/soap/envelope/'><S:Body><S:Fault>\
                <faultcode>x</faultcode><faultstring>why</faultstring></S:Fault></S:Body></S:Envelope>";
    sml.state().instead = Some((500, bare.as_bytes().to_vec()));
    let error = client.create(anybody()).await.expect_err("a fault");
    assert_eq!(error, SmlError::OtherFault("why".to_owned()));
}

#[tokio::test]
async fn pages_in_a_circle_end() {
    let sml = Sml::open().await;
    let page = Page { next: Some("1".to_owned()), ..Page::default() };
    sml.state().instead = Some((200, SmlAnswer::Page(page).write().into_bytes()));
    let error = sml.client("SMP").list().await.expect_err("a circle");
    assert!(matches!(error, SmlError::Answer { .. }), "{error:?}");
}

#[tokio::test]
async fn settings_are_checked() {
    let sml = Sml::open().await;
    let with = |change: &dyn Fn(&mut Settings)| {
        let mut settings = sml.settings("SMP", None);
        change(&mut settings);
        SmlClient::new(settings).err()
    };
    for address in ["http://localhost/sml/", "https://localhost/sml", "sml", ""] {
        let fault = with(&|settings| settings.address = address.to_owned());
        assert!(matches!(fault, Some(SetupError::Address(_))), "{address}: {fault:?}");
    }
    let fault = with(&|settings| settings.http.identity = Some(b"no PEM".to_vec()));
    assert!(matches!(fault, Some(SetupError::Http(_))), "{fault:?}");
    let closed = with(&|settings| settings.address = "https://localhost:1/".to_owned());
    assert!(closed.is_none());
    let mut settings = sml.settings("SMP", None);
    settings.address = "https://localhost:1/".to_owned();
    let client = SmlClient::new(settings).expect("a client");
    let error = client.create(anybody()).await.expect_err("nobody is there");
    assert_eq!(error, SmlError::Unanswered(Failure::NotConnected));
    assert!(error.is_certain());
}
