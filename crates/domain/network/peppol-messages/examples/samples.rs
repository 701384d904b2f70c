//! Writes what we sign and encrypt into a folder, to be looked at by another implementation: a signed SMP
//! answer, and the parts of an AS4 message and its receipt. `samples FOLDER`, with the keys of the fixtures.

use std::{env, fs, path::Path};

use peppol_messages::Identifier;
use peppol_messages::as4::{Outgoing, RANDOM_BYTES, Randomness, Receiver, receive};
use peppol_messages::smp::{AS4_TRANSPORT, Endpoint, Process, ServiceInformation, ServiceMetadata};
use peppol_messages::trust::{Certificate, Identity};
use time::macros::datetime;

fn identity(name: &str) -> Identity {
    let file = |kind: &str| fixtures::text(&format!("peppol-network/as4/pki/{name}.{kind}"));
    let certificate = Certificate::all_of_pem(&file("pem")).expect("a certificate").remove(0);
    Identity::of_pem(certificate, &file("key")).expect("its key")
}

fn main() {
    let folder = env::args().nth(1).expect("a folder");
    let write = |name: &str, bytes: &[u8]| {
        fs::write(Path::new(&folder).join(name), bytes).expect("written");
    };
    let (at, one, two) = (datetime!(2026-11-22 12:00 UTC), identity("ap1"), identity("ap2"));
    let participant = Identifier::participant("0245:2900000015");
    let document_type = Identifier::new("busdox-docid-qns", "urn:x::Invoice##urn:y#č & <z>::2.1");
    let endpoint = Endpoint {
        transport: Some(AS4_TRANSPORT.to_owned()),
        address: "https://ap.example.sk/as4?a=1&b=2".to_owned(),
        active_from: Some(at),
        expires: None,
        certificate: two.certificate.base64(),
        description: "Príjem \"faktúr\"".to_owned(),
        contact: "mailto:x@example.sk".to_owned(),
        information: None,
    };
    let process = Process { process: Identifier::process("p"), endpoints: vec![endpoint] };
    let information = ServiceInformation {
        participant: participant.clone(),
        document_type: document_type.clone(),
        processes: vec![process],
    };
    let signed = ServiceMetadata::Information(information).sign(&identity("smp"));
    write("smp-answer.xml", signed.expect("signed").as_bytes());
    let outgoing = Outgoing {
        message_id: "1@billhook",
        at,
        sender: &participant,
        receiver: &participant,
        document_type: &document_type,
        process: &Identifier::process("p"),
        payload: b"<x>\xc4\x8d</x>",
    };
    let random = Randomness::from([9; RANDOM_BYTES]);
    let sealed = outgoing.seal(&one, &two.certificate, &random).expect("sealed");
    write("message.body", &sealed.body);
    write("message.type", sealed.content_type.as_bytes());
    let everybody = |_: &Certificate| Ok(());
    let identities = [&two];
    let receiver = Receiver::new(&identities, &everybody);
    let received = receive(&sealed.content_type, &sealed.body, &receiver).expect("taken");
    let receipt = received.receipt(&two, "2@billhook", at).expect("signed");
    write("receipt.xml", receipt.as_bytes());
}
