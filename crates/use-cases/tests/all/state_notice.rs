//! Notices of the state's portal.

use crate::setup::{TestPorts, run};
use data_encoding::HEXLOWER;
use organizations::notices::{NoticeSecrets, NoticeStore, token_hash};
use ring::hmac;
use use_cases::network::state_notice::{NoticeError, take_notice};

pub fn take(ports: &TestPorts, secret: &str, body: &str) -> Result<(), NoticeError> {
    let secrets: NoticeSecrets = "old,new".parse().expect("secrets");
    let key = hmac::Key::new(hmac::HMAC_SHA256, secret.as_bytes());
    let signature = HEXLOWER.encode(hmac::sign(&key, body.as_bytes()).as_ref());
    run(take_notice(ports, &secrets, &signature, body.as_bytes()))
}

pub const NOTICE: &str = r#"{"verification_token":"AB-7","dic":"2020202020","more":1}"#;

#[test]
fn a_signed_notice_is_taken_once() {
    let ports = TestPorts::default();
    let noticed = |token| run(ports.store.noticed_dic(&token_hash(token))).expect("asked");
    for secret in ["another", ""] {
        let refused = take(&ports, secret, NOTICE);
        assert!(matches!(refused, Err(NoticeError::Unsigned)), "{secret}: {refused:?}");
    }
    assert_eq!(noticed("ab-7"), None);
    for secret in ["old", "new", "new"] {
        take(&ports, secret, NOTICE).expect("taken");
    }
    assert_eq!(noticed("ab-7").as_deref(), Some("2020202020"));
    take(&ports, "new", &NOTICE.replace("2020202020", "2021212121")).expect("repeated");
    assert_eq!(noticed("ab-7").as_deref(), Some("2020202020"), "the first counts");
}

#[test]
fn a_notice_that_says_nothing_is_refused() {
    let ports = TestPorts::default();
    for body in ["", "{}", "[]", &NOTICE.replace("2020202020", "1"), &NOTICE.replace("AB-7", " ")] {
        let refused = take(&ports, "new", body);
        assert!(matches!(refused, Err(NoticeError::Malformed(_))), "{body}: {refused:?}");
    }
}
