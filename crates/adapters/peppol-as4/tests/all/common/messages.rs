//! Messages as another access point makes them.

use super::{AT, RECEIVER, certificate, pair};
use peppol_as4::Answer;
use peppol_messages::Identifier;
use peppol_messages::as4::{
    Outgoing, RANDOM_BYTES, Randomness, Reply, ReplyFault, Sealed, read_answer,
};
use peppol_messages::sbdh::Header;
use peppol_messages::trust::{Certificate, Identity};
use time::OffsetDateTime;

/// A message that may be wrong in one way.
#[derive(Debug, Clone)]
pub struct Message {
    pub id: String,
    pub instance: String,
    pub at: OffsetDateTime,
    /// Whose key signs.
    pub from: &'static str,
    /// For whose certificate it is encrypted.
    pub to: &'static str,
    pub receiver: &'static str,
    pub document: Vec<u8>,
}

impl Default for Message {
    fn default() -> Self {
        Self {
            id: "9fa201b7-e549-431a-b672-f6ada9ec755c@other.example".to_owned(),
            instance: "5b8b9f2e".to_owned(),
            at: AT,
            from: "ap1",
            to: "ap2",
            receiver: RECEIVER,
            document: fixtures::bytes("documents/ubl/invoice.xml"),
        }
    }
}

pub fn identity(name: &str) -> Identity {
    Identity::of_pem(certificate(name), &pair(name)).expect(name)
}

impl Message {
    pub fn sealed(&self) -> Sealed {
        let document_type: Identifier = "busdox-docid-qns::urn:oasis:names:specification:ubl:schema:xsd:Invoice-2::Invoice##urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0::2.1".parse().expect("a type");
        let process = Identifier::process("urn:fdc:peppol.eu:2017:poacc:billing:01:1.0");
        let header = Header {
            country_c1: "AT".to_owned(),
            instance: self.instance.clone(),
            created: "2026-11-22T12:00:00Z".to_owned(),
            ..Header::of("9915:sender", self.receiver, document_type.clone(), process.clone())
        };
        let payload = header.wrap(&self.document).expect("an envelope");
        let outgoing = Outgoing {
            message_id: &self.id,
            at: self.at,
            sender: &Identifier::participant("9915:sender"),
            receiver: &Identifier::participant(self.receiver),
            document_type: &document_type,
            process: &process,
            payload: &payload,
        };
        let random = Randomness::from([7; RANDOM_BYTES]);
        outgoing.seal(&identity(self.from), &certificate(self.to), &random).expect("sealed")
    }
}

/// The message with another SOAP envelope.
pub fn edited(sealed: &Sealed, edit: impl Fn(&str) -> String) -> Sealed {
    let at = |what: &[u8]| sealed.body.windows(what.len()).position(|bytes| bytes == what);
    let begin = at(b"<S12:Envelope").expect("an envelope");
    let end = at(b"</S12:Envelope>").expect("its end") + "</S12:Envelope>".len();
    let soap = std::str::from_utf8(&sealed.body[begin..end]).expect("text");
    let body = [&sealed.body[..begin], edit(soap).as_bytes(), &sealed.body[end..]].concat();
    Sealed { body, ..sealed.clone() }
}

/// The text without the first element of this name.
pub fn without(soap: &str, name: &str) -> String {
    let begin = soap.find(&format!("<{name}")).expect(name);
    let close = format!("</{name}>");
    let end = begin + soap[begin..].find(&close).expect(name) + close.len();
    [&soap[..begin], &soap[end..]].concat()
}

/// What the sender of a message to `ap2` reads of an answer.
pub fn reply(answer: &Answer, sent: &Sealed) -> Result<Reply, ReplyFault> {
    reply_of(answer, sent, "ap2")
}

/// The same for a message to another certificate.
pub fn reply_of(answer: &Answer, sent: &Sealed, to: &str) -> Result<Reply, ReplyFault> {
    let is_trusted = |_: &Certificate| Ok(());
    read_answer(Answer::CONTENT_TYPE, &answer.body, sent, &certificate(to), &is_trusted)
}
