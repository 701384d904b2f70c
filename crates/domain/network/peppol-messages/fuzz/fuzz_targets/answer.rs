//! No bytes break who reads the answer to a message, and none prove that it arrived.
#![no_main]

use std::sync::OnceLock;

use libfuzzer_sys::fuzz_target;
use peppol_messages::as4::{Reply, Sealed, SignedPart, read_answer};
use peppol_messages::trust::Certificate;

fn certificate() -> &'static Certificate {
    static CERTIFICATE: OnceLock<Certificate> = OnceLock::new();
    CERTIFICATE.get_or_init(|| {
        let text = include_str!("../../../../../../fixtures/peppol-network/as4/pki/ap2.pem");
        Certificate::of_text(text).expect("a certificate")
    })
}

fuzz_target!(|bytes: &[u8]| {
    let (head, body) = bytes.split_at(bytes.iter().position(|byte| *byte == b'\n').unwrap_or(0));
    let sent = Sealed {
        content_type: String::new(),
        body: Vec::new(),
        message_id: "1@billhook".to_owned(),
        parts: vec![SignedPart { uri: "#body".to_owned(), digest: vec![7; 32] }],
    };
    let anybody = |_: &Certificate| Ok(());
    let content_type = String::from_utf8_lossy(head);
    let reply = read_answer(&content_type, body, &sent, certificate(), &anybody);
    assert!(!matches!(reply, Ok(Reply::Receipt { .. })));
});
