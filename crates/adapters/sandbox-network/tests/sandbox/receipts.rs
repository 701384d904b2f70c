//! The evidence.

use crate::setup::{INVOICE, message, sandbox};
use peppol_connector::{
    identifiers::{Root, route_of},
    ports::AccessPoint,
    submissions::OutgoingMessage,
};
use proptest::prelude::*;
use roxmltree::Document;
use testkit::MemoryStore;

async fn receipt(message: &OutgoingMessage, document: &[u8]) -> (String, String) {
    let receipt = sandbox(MemoryStore::default()).deliver(message, document).await;
    let receipt = receipt.expect("delivered");
    let evidence = String::from_utf8(receipt.evidence).expect("UTF-8");
    (evidence, receipt.transaction_id.expect("a transaction"))
}

/// The text of the only element of this name.
fn text(xml: &Document<'_>, name: &str) -> String {
    let mut found = xml.descendants().filter(|node| node.tag_name().name() == name);
    let node = found.next().unwrap_or_else(|| panic!("no {name}"));
    assert!(found.next().is_none(), "{name} twice");
    node.text().unwrap_or_default().to_owned()
}

#[tokio::test]
async fn the_receipt_says_what_was_taken() {
    let sent = message("9915:2023456789", "9915:0000000001");
    let (evidence, transaction_id) = receipt(&sent, b"abc").await;
    let xml = Document::parse(&evidence).expect("well-formed");
    let root = xml.root_element().tag_name();
    assert_eq!(root.name(), "SignalMessage");
    let ebms = "http://docs.oasis-open.org/ebxml-msg/ebms/v3.0/ns/core/200704/";
    assert_eq!(root.namespace(), Some(ebms));
    for (name, value) in [
        ("Timestamp", "2026-11-21T10:00:00.123456Z"),
        ("MessageId", transaction_id.as_str()),
        ("RefToMessageId", sent.message_id.to_string().as_str()),
        // FIPS 180-2, appendix B.1, in base64
        ("DigestValue", "ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0="),
        ("Network", "test"),
        ("Sender", "9915:2023456789"),
        ("Receiver", "9915:0000000001"),
        ("DocumentType", sent.document_type.to_string().as_str()),
        ("Process", sent.process.to_string().as_str()),
    ] {
        assert_eq!(text(&xml, name), value, "{name}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Whatever identifiers and bytes a document brings.
    #[test]
    fn a_receipt_is_always_well_formed(
        customization in any::<String>(),
        profile in any::<String>(),
        document in any::<Vec<u8>>(),
    ) {
        let route = route_of(Root::CiiInvoice, Some(&customization), Some(&profile));
        prop_assume!(route.is_ok());
        let (document_type, process) = route.expect("a route");
        let plain = message("9930:DE~1", "9915:0000000001");
        let sent = OutgoingMessage { document_type, process, ..plain };
        let runtime = tokio::runtime::Builder::new_current_thread().build().expect("a runtime");
        let (evidence, _) = runtime.block_on(receipt(&sent, &document));
        let xml = Document::parse(&evidence);
        prop_assert!(xml.is_ok(), "{evidence}");
    }
}

#[tokio::test]
async fn two_documents_have_two_digests() {
    let sent = message("9915:2023456789", "9915:0000000001");
    let (one, _) = receipt(&sent, INVOICE).await;
    let (other, _) = receipt(&sent, &INVOICE[1..]).await;
    let digest = |evidence: &str| text(&Document::parse(evidence).expect("XML"), "DigestValue");
    assert_ne!(digest(&one), digest(&other));
}
