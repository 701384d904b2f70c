//! The receipt: evidence in the shape of that of AS4 (ebMS 3.0 `eb:Receipt` with the non-repudiation
//! information of ebBP signals), with what an AS4 receipt leaves to the message that it answers. It
//! is not signed: the document never left this installation.

use data_encoding::BASE64;
use peppol_connector::{
    identifiers::{PARTICIPANT_SCHEME, ParticipantId},
    submissions::OutgoingMessage,
};
use ring::digest::{SHA256, digest};
use time::{OffsetDateTime, format_description::well_known::Rfc3339};
use xml::Writer;

const EBMS: &str = "http://docs.oasis-open.org/ebxml-msg/ebms/v3.0/ns/core/200704/";
const EBBP: &str = "http://docs.oasis-open.org/ebxml-bp/ebbp-signals-2.0";
const SIGNATURE: &str = "http://www.w3.org/2000/09/xmldsig#";
const SHA256_URI: &str = "http://www.w3.org/2001/04/xmlenc#sha256";
const DELIVERY: &str = "urn:billhook:sandbox-network:delivery:1";

/// The receipt for a document that was taken at `at`.
pub(crate) fn write(
    message: &OutgoingMessage,
    document: &[u8],
    transaction_id: &str,
    at: OffsetDateTime,
) -> Vec<u8> {
    let mut xml = Writer::new();
    xml.group("eb:SignalMessage", &[("xmlns:eb", EBMS)], |xml| {
        xml.group("eb:MessageInfo", &[], |xml| {
            xml.leaf("eb:Timestamp", &[], &instant(at));
            xml.leaf("eb:MessageId", &[], transaction_id);
            xml.leaf("eb:RefToMessageId", &[], &message.message_id.to_string());
        });
        xml.group("eb:Receipt", &[], |xml| {
            digested(xml, document);
            delivery(xml, message);
        });
    });
    xml.finish().into_bytes()
}

/// What was taken.
fn digested(xml: &mut Writer, document: &[u8]) {
    let sha256 = BASE64.encode(digest(&SHA256, document).as_ref());
    let namespaces = [("xmlns:ebbp", EBBP), ("xmlns:ds", SIGNATURE)];
    xml.group("ebbp:NonRepudiationInformation", &namespaces, |xml| {
        xml.group("ebbp:MessagePartNRInformation", &[], |xml| {
            xml.group("ds:Reference", &[("URI", "cid:document")], |xml| {
                xml.leaf("ds:DigestMethod", &[("Algorithm", SHA256_URI)], "");
                xml.leaf("ds:DigestValue", &[], &sha256);
            });
        });
    });
}

/// From whom, to whom, as what.
fn delivery(xml: &mut Writer, message: &OutgoingMessage) {
    let namespace = [("xmlns:sandbox", DELIVERY)];
    let scheme = [("scheme", PARTICIPANT_SCHEME)];
    let value = ParticipantId::to_string;
    xml.group("sandbox:Delivery", &namespace, |xml| {
        xml.leaf("sandbox:Network", &[], message.network.name());
        xml.leaf("sandbox:Sender", &scheme, &value(&message.sender));
        xml.leaf("sandbox:Receiver", &scheme, &value(&message.receiver));
        xml.leaf("sandbox:DocumentType", &[], &message.document_type.to_string());
        xml.leaf("sandbox:Process", &[], &message.process.to_string());
    });
}

/// In UTC; as it is where a year has no four digits.
fn instant(at: OffsetDateTime) -> String {
    let at = service_day::utc(at);
    at.format(&Rfc3339).unwrap_or_else(|_| at.to_string())
}
