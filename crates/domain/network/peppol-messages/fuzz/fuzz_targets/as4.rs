//! No bytes break the endpoint, and none that nobody signed are taken; of an edited message what was signed, or nothing.
#![no_main]

use std::sync::OnceLock;

use libfuzzer_sys::fuzz_target;
use peppol_messages::Identifier;
use peppol_messages::as4::{
    Outgoing, RANDOM_BYTES, Randomness, Received, Receiver, Sealed, receive,
};
use peppol_messages::trust::{Certificate, Identity, Untrusted};
use time::macros::datetime;

const PAYLOAD: &[u8] = b"<x/>";

struct World {
    own: Identity,
    sealed: Sealed,
    received: Received,
}

macro_rules! identity {
    ($name:literal) => {{
        let of = |text: &str| Certificate::all_of_pem(text).expect("PEM").remove(0);
        let pem =
            include_str!(concat!("../../../../../../fixtures/peppol-network/as4/pki/", $name, ".pem"));
        let key =
            include_str!(concat!("../../../../../../fixtures/peppol-network/as4/pki/", $name, ".key"));
        Identity::of_pem(of(pem), key).expect("an identity")
    }};
}

fn everybody(_: &Certificate) -> Result<(), Untrusted> {
    Ok(())
}

fn world() -> &'static World {
    static WORLD: OnceLock<World> = OnceLock::new();
    WORLD.get_or_init(|| {
        let (other, own) = (identity!("ap1"), identity!("ap2"));
        let participant = Identifier::participant("9915:test");
        let outgoing = Outgoing {
            message_id: "1@x",
            at: datetime!(2026-11-22 12:00 UTC),
            sender: &participant,
            receiver: &participant,
            document_type: &Identifier::new("busdox-docid-qns", "urn:x::X##y::2.1"),
            process: &Identifier::process("p"),
            payload: PAYLOAD,
        };
        let random = Randomness::from([7; RANDOM_BYTES]);
        let sealed = outgoing.seal(&other, &own.certificate, &random).expect("sealed");
        let received =
            receive(&sealed.content_type, &sealed.body, &Receiver::new(&[&own], &everybody));
        World { received: received.expect("taken"), own, sealed }
    })
}

/// Two bytes say where the message is cut, the third how much is taken out; the rest is put there.
fn edited(body: &[u8], edit: &[u8]) -> Option<Vec<u8>> {
    let [high, low, cut, put @ ..] = edit else { return None };
    let at = usize::from(u16::from_be_bytes([*high, *low])) % body.len();
    let end = (at + usize::from(*cut)).min(body.len());
    Some([&body[..at], put, &body[end..]].concat())
}

fuzz_target!(|bytes: &[u8]| {
    let world = world();
    let (head, body) = bytes.split_at(bytes.iter().position(|byte| *byte == b'\n').unwrap_or(0));
    let content_type = String::from_utf8_lossy(head);
    let nobody = |_: &Certificate| Err(Untrusted::Chain);
    let identities = [&world.own];
    assert!(receive(&content_type, body, &Receiver::new(&identities, &nobody)).is_err());
    let Some(body) = edited(&world.sealed.body, bytes) else { return };
    // a changed certificate may hold the same key
    let sender = &world.received.signer;
    let the_sender = |one: &Certificate| if one == sender { Ok(()) } else { Err(Untrusted::Chain) };
    let receiver = Receiver::new(&identities, &the_sender);
    if let Ok(received) = receive(&world.sealed.content_type, &body, &receiver) {
        assert_eq!(received.message, world.received.message);
        assert_eq!(received.payload, PAYLOAD);
    }
});
