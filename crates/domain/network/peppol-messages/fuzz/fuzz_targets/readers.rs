//! No bytes break a reader, and what is read is written and read again.
#![no_main]

use libfuzzer_sys::fuzz_target;
use peppol_inspection::{Options, inspect};
use peppol_messages::card::BusinessCard;
use peppol_messages::invoice_response::{InvoiceResponse, broken_rules};
use peppol_messages::mls::MessageStatus;
use peppol_messages::sbdh::{Envelope, Payload};
use peppol_messages::smp::{ServiceGroup, ServiceMetadata};
use peppol_messages::sml::{SmlAnswer, SmlRequest};
use peppol_messages::trust::Certificate;
use time::OffsetDateTime;
use xml::{Canonical, Parsed};

fuzz_target!(|bytes: &[u8]| {
    if let Ok(envelope) = Envelope::read(bytes) {
        if let Payload::Xml(payload) = &envelope.payload {
            if Parsed::read(payload.as_bytes()).is_ok() {
                assert!(envelope.header.wrap(payload.as_bytes()).is_ok());
            }
        }
    }
    if let Ok(card) = BusinessCard::read(bytes) {
        assert_eq!(BusinessCard::read(card.write().as_bytes()).as_ref(), Ok(&card));
    }
    if let Ok(group) = ServiceGroup::read(bytes) {
        assert_eq!(ServiceGroup::read(group.write().as_bytes()).as_ref(), Ok(&group));
    }
    if let Ok(request) = SmlRequest::read(bytes) {
        assert_eq!(SmlRequest::read(request.write().as_bytes()).as_ref(), Ok(&request));
    }
    if let Ok(status) = MessageStatus::read(bytes) {
        assert!(MessageStatus::read(status.write().as_bytes()).is_ok());
    }
    if let Ok(response) = InvoiceResponse::read(bytes) {
        assert_eq!(InvoiceResponse::read(response.write().as_bytes()).as_ref(), Ok(&response));
    }
    let found = inspect(bytes, &Options::at(OffsetDateTime::UNIX_EPOCH));
    assert_eq!(found.valid, found.errors.is_empty());
    let _ = (ServiceMetadata::read(bytes), SmlAnswer::read(bytes), Certificate::of_der(bytes));
    if let Ok(parsed) = Parsed::read(bytes) {
        let _ = broken_rules(parsed.root());
        // a canonical form is its own canonical form
        let once = Canonical::inclusive().of(parsed.document().root());
        let again = Parsed::read(once.as_bytes()).expect("well-formed");
        assert_eq!(Canonical::inclusive().of(again.document().root()), once);
    }
});
