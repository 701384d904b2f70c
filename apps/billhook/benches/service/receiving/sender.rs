use peppol_as4::{As4Receiver, Keys};
use peppol_connector::identifiers::Network;
use peppol_messages::{
    Identifier,
    as4::{Outgoing, RANDOM_BYTES, Randomness, Sealed},
    instant::write_instant,
    sbdh::Header,
    trust::{Certificate, Identity},
};
use peppol_trust::{Revocation, Trust, WhenUnknown};
use std::{sync::Arc, thread};
use test_pki::{Pair, Plan, TestPki};
use time::OffsetDateTime;

use crate::bench_server::{ORGANIZATIONS, cores};

const DOCUMENT_TYPE: &str = "busdox-docid-qns::urn:oasis:names:specification:ubl:schema:xsd:Invoice-2::Invoice##urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0::2.1";
const PROCESS: &str = "urn:fdc:peppol.eu:2017:poacc:billing:01:1.0";

/// Another access point that writes to ours, and ours.
pub struct Sender {
    pki: TestPki,
    own: Identity,
    receiver: Pair,
    receiver_certificate: Certificate,
    document: Vec<u8>,
}

/// Under what an organization receives.
pub fn receiver_of(organization: u128) -> String {
    format!("9915:{}", 2_100_000_000 + organization)
}

impl Sender {
    /// One that sends documents of so many bytes.
    pub fn new(size: usize) -> Self {
        let plan = Plan::default();
        let pki = TestPki::new(&plan).expect("a PKI");
        let own = pki.access_point("PSK000001", "SK").expect("a certificate");
        let receiver = pki.access_point("PSK000002", "SK").expect("a certificate");
        let certificate = |pair: &Pair| Certificate::of_text(&pair.certificate).expect("read");
        let own = Identity::of_pem(certificate(&own), &own.key).expect("an identity");
        let receiver_certificate = certificate(&receiver);
        Self { pki, own, receiver, receiver_certificate, document: document(size) }
    }

    /// Our access point.
    pub fn receiver(&self) -> As4Receiver {
        let pem = [self.receiver.certificate.as_str(), &self.receiver.key].concat();
        let keys = Arc::new(Keys::of_pem([pem.as_str()]).expect("keys"));
        let authority = &self.pki.access_points;
        let list = authority.list(&[], OffsetDateTime::now_utc()).expect("a list");
        let issuer = Certificate::of_text(&authority.certificate()).expect("an authority");
        let lists = Revocation::Known(vec![list]);
        let trust = Trust::new(vec![issuer], lists, WhenUnknown::Refuse).expect("trust");
        As4Receiver::new(Network::Test, OffsetDateTime::now_utc, keys, Arc::new(trust))
    }

    /// The message of a number in a run.
    pub fn sealed(&self, run: &str, number: usize) -> Sealed {
        let at = OffsetDateTime::now_utc();
        let document_type: Identifier = DOCUMENT_TYPE.parse().expect("a type");
        let process = Identifier::process(PROCESS);
        let receiver = receiver_of(number as u128 % ORGANIZATIONS + 1);
        let header = Header {
            country_c1: "SK".to_owned(),
            instance: format!("{run}-{number}"),
            created: write_instant(at),
            ..Header::of("9915:sender", &receiver, document_type.clone(), process.clone())
        };
        let payload = header.wrap(&self.document).expect("an envelope");
        let outgoing = Outgoing {
            message_id: &format!("{run}-{number}@bench"),
            at,
            sender: &Identifier::participant("9915:sender"),
            receiver: &Identifier::participant(&receiver),
            document_type: &document_type,
            process: &process,
            payload: &payload,
        };
        let random = Randomness::from([7; RANDOM_BYTES]);
        outgoing.seal(&self.own, &self.receiver_certificate, &random).expect("sealed")
    }

    /// The same as a request.
    pub fn message(&self, run: &str, number: usize) -> Vec<u8> {
        let Sealed { content_type, body, .. } = self.sealed(run, number);
        let length = body.len();
        let head = format!(
            "POST /as4 HTTP/1.1\r\nHost: bench\r\nContent-Type: {content_type}\r\nContent-Length: {length}\r\n\r\n"
        );
        [head.as_bytes(), &body].concat()
    }

    /// Many, made on all cores.
    pub fn messages(&self, run: &str, count: usize) -> Vec<Vec<u8>> {
        let each = count.div_ceil(cores());
        thread::scope(|scope| {
            let makers: Vec<_> = (0..cores())
                .map(|core| {
                    let numbers = core * each..((core + 1) * each).min(count);
                    scope.spawn(move || numbers.map(|number| self.message(run, number)).collect())
                })
                .collect();
            let made = makers.into_iter().map(|one| one.join().expect("made"));
            made.collect::<Vec<Vec<Vec<u8>>>>().concat()
        })
    }
}

/// A valid invoice, filled up to a size by its note.
fn document(size: usize) -> Vec<u8> {
    let today = service_day::date(OffsetDateTime::now_utc());
    let text =
        fixtures::text("documents/ubl/invoice-of-today.xml").replace("TODAY", &today.to_string());
    let missing = size.saturating_sub(text.len());
    text.replace("NOTE", &"Ďakujeme. ".repeat(missing / 11 + 1))
        .replace("NUMBER", "R1")
        .into_bytes()
}
