//! No bytes break the endpoint, and none that nobody signed are taken.
#![no_main]

use std::sync::OnceLock;

use libfuzzer_sys::fuzz_target;
use peppol_messages::as4::{Receiver, receive};
use peppol_messages::trust::{Certificate, Identity, Untrusted};

fn identity() -> &'static Identity {
    static IDENTITY: OnceLock<Identity> = OnceLock::new();
    IDENTITY.get_or_init(|| {
        let of = |text: &str| Certificate::all_of_pem(text).expect("PEM").remove(0);
        let folder = include_str!("../../../../../fixtures/peppol-network/as4/pki/ap2.pem");
        let key = include_str!("../../../../../fixtures/peppol-network/as4/pki/ap2.key");
        Identity::of_pem(of(folder), key).expect("an identity")
    })
}

fuzz_target!(|bytes: &[u8]| {
    let (head, body) = bytes.split_at(bytes.iter().position(|byte| *byte == b'\n').unwrap_or(0));
    let content_type = String::from_utf8_lossy(head);
    let nobody = |_: &Certificate| Err(Untrusted::Chain);
    assert!(receive(&content_type, body, &Receiver::new(&[identity()], &nobody)).is_err());
});
