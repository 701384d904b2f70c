//! Header, metadata and document name the same participants (SAPI-DOC-025), and the metadata say what
//! the document says.

use crate::{Code, Detail, SapiError, SendRequest};
use peppol_connector::{
    documents::{DocumentFacts, Side},
    identifiers::{Network, ParticipantId, Root, route_of},
};

impl SendRequest {
    /// To whom the document goes, where that is not as it is written: in the sandbox a firm may be named as in the live
    /// network, so that a program can be tried out as it is.
    #[must_use]
    pub fn receiver_elsewhere(&self, network: Network) -> Option<ParticipantId> {
        let written = &self.metadata.receiver;
        Some(written.looked_up_in(network)).filter(|receiver| receiver != written)
    }

    /// Checks that the metadata name the participant of the header as the sender.
    ///
    /// # Errors
    /// 422 SAPI-DOC-025.
    pub fn check_sender(&self, header: &ParticipantId) -> Result<(), SapiError> {
        if self.metadata.sender == *header {
            return Ok(());
        }
        let named = self.metadata.sender.to_string();
        Err(disagree("metadata.senderParticipantId", header, Some(named)))
    }

    /// Checks what was read of the document against the metadata. What the document lacks is for its
    /// rules to say.
    ///
    /// # Errors
    /// 422 with everything that differs: SAPI-DOC-025 for participants, else a code for the rest.
    pub fn check_document(&self, document: &DocumentFacts) -> Result<(), SapiError> {
        let metadata = &self.metadata;
        let side = document.sender();
        let parties = [(side, &metadata.sender), (side.other(), &metadata.receiver)];
        let parties = parties.into_iter().filter_map(|(side, id)| party(document, side, id));
        let parties: Vec<_> = parties.collect();
        if !parties.is_empty() {
            return Err(SapiError::of(Code::PARTICIPANTS_DISAGREE, parties));
        }
        let mut found = Vec::new();
        if document.number.as_deref().is_some_and(|number| number != metadata.document_id.trim()) {
            found.push(differs("metadata.documentId", document.number.clone()));
        }
        let route =
            route_of(document.root, document.customization.as_deref(), document.profile.as_deref());
        if let Ok((document_type, process)) = route {
            let given = metadata.document_type.trim();
            let full = document_type.to_string();
            if given != full && given != document_type.value() && !is_word(given, document.root) {
                found.push(differs("metadata.documentTypeId", Some(full)));
            }
            let given = metadata.process.trim();
            let full = process.to_string();
            if given != full && given != process.value() {
                found.push(differs("metadata.processId", Some(full)));
            }
        }
        if found.is_empty() { Ok(()) } else { Err(SapiError::of(Code::METADATA_DISAGREE, found)) }
    }
}

/// Checks that a participant is the organization's, and answers as what it is in the network. In the sandbox a firm may be
/// named as in the live network, so that a program can be tried out as it is.
///
/// # Errors
/// 403.
pub fn check_participant(
    header: &ParticipantId,
    own: Option<&ParticipantId>,
    network: Network,
) -> Result<ParticipantId, SapiError> {
    let named = header.looked_up_in(network);
    if own.is_some_and(|own| *own == named) {
        return Ok(named);
    }
    let message = format!("{header} is not the participant of these client credentials");
    Err(SapiError::new(Code::OTHER_PARTICIPANT, message))
}

/// A short word for a document type.
fn is_word(text: &str, root: Root) -> bool {
    let word = text.to_ascii_lowercase().replace(['_', '-', ' '], "");
    match root {
        Root::UblInvoice => word == "invoice",
        Root::UblCreditNote => word == "creditnote",
        Root::CiiInvoice => false,
    }
}

/// How a party's electronic address differs from the metadata.
fn party(document: &DocumentFacts, side: Side, id: &ParticipantId) -> Option<Detail> {
    let endpoint = document.party(side).endpoint.as_ref()?;
    let scheme = endpoint.scheme.as_deref().unwrap_or_default();
    if ParticipantId::new(scheme, &endpoint.value).is_ok_and(|named| named == *id) {
        return None;
    }
    let field = match side {
        Side::Supplier => "cac:AccountingSupplierParty/cac:Party/cbc:EndpointID",
        Side::Customer => "cac:AccountingCustomerParty/cac:Party/cbc:EndpointID",
    };
    let found = format!("{scheme}:{}", endpoint.value);
    Some(disagreement(field, id, Some(found)))
}

fn disagree(field: &str, expected: &ParticipantId, found: Option<String>) -> SapiError {
    SapiError::of(Code::PARTICIPANTS_DISAGREE, vec![disagreement(field, expected, found)])
}

fn disagreement(field: &str, expected: &ParticipantId, value: Option<String>) -> Detail {
    Detail {
        value,
        ..Detail::new(field, format!("must be {expected}, as elsewhere in the request"))
    }
}

fn differs(field: &str, expected: Option<String>) -> Detail {
    let expected = expected.unwrap_or_default();
    Detail::new(field, format!("is not what the document says: {expected}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Metadata;
    use peppol_connector::documents::Endpoint;
    use time::OffsetDateTime;

    const CUSTOMIZATION: &str =
        "urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0";
    const PROCESS: &str = "urn:fdc:peppol.eu:2017:poacc:billing:01:1.0";

    fn id(text: &str) -> ParticipantId {
        text.parse().expect("a participant")
    }

    fn endpoint(scheme: &str, value: &str) -> Option<Endpoint> {
        Some(Endpoint { scheme: Some(scheme.to_owned()), value: value.to_owned() })
    }

    fn document() -> DocumentFacts {
        let mut document = DocumentFacts::of(Root::UblInvoice);
        document.customization = Some(CUSTOMIZATION.to_owned());
        document.profile = Some(PROCESS.to_owned());
        document.number = Some("FA-1".to_owned());
        document.supplier.endpoint = endpoint("0245", "2023456789");
        document.customer.endpoint = endpoint("0245", "2020317068");
        document
    }

    fn request() -> SendRequest {
        let metadata = Metadata {
            document_id: "FA-1".to_owned(),
            document_type: "invoice".to_owned(),
            process: PROCESS.to_owned(),
            sender: id("0245:2023456789"),
            receiver: id("0245:2020317068"),
            created_at: OffsetDateTime::UNIX_EPOCH,
        };
        SendRequest { metadata, payload: String::new() }
    }

    fn fields(result: Result<(), SapiError>) -> (Option<Code>, Vec<String>) {
        let error = result.err();
        let details = error.iter().flat_map(|error| &error.details);
        (error.as_ref().map(|error| error.code), details.map(|d| d.field.clone()).collect())
    }

    #[test]
    fn all_forms_of_identifiers_agree() {
        assert_eq!(request().check_document(&document()), Ok(()));
        let mut full = request();
        let (document_type, process) =
            route_of(Root::UblInvoice, Some(CUSTOMIZATION), Some(PROCESS)).expect("a route");
        full.metadata.document_type = document_type.to_string();
        full.metadata.process = process.to_string();
        assert_eq!(full.check_document(&document()), Ok(()));
        assert_eq!(full.check_sender(&id("0245:2023456789")), Ok(()));
    }

    #[test]
    fn participants_that_disagree_are_sapi_doc_025() {
        let other = id("0245:2020876550");
        let (code, _) = fields(request().check_sender(&other));
        assert_eq!(code.map(|code| code.name), Some("SAPI-DOC-025"));

        let mut both = document();
        both.supplier.endpoint = endpoint("9950", "SK2023456789");
        both.customer.endpoint = endpoint("0245", "2020876550");
        let (code, places) = fields(request().check_document(&both));
        assert_eq!((code, places.len()), (Some(Code::PARTICIPANTS_DISAGREE), 2));
        assert!(places[0].contains("Supplier") && places[1].contains("Customer"));

        // who sends a self-billed document is its customer
        let mut self_billed = document();
        self_billed.customization = Some(CUSTOMIZATION.replace("billing", "selfbilling"));
        let (_, places) = fields(request().check_document(&self_billed));
        assert!(places[0].contains("Customer") && places[1].contains("Supplier"));
    }

    #[test]
    fn metadata_that_say_something_else_are_all_named() {
        let mut wrong = request();
        wrong.metadata.document_id = "FA-2".to_owned();
        wrong.metadata.document_type = "creditnote".to_owned();
        wrong.metadata.process = "urn:other".to_owned();
        let (code, places) = fields(wrong.check_document(&document()));
        assert_eq!(code, Some(Code::METADATA_DISAGREE));
        assert_eq!(
            places,
            ["metadata.documentId", "metadata.documentTypeId", "metadata.processId"]
        );
    }

    #[test]
    fn what_the_document_lacks_is_for_its_rules_to_say() {
        assert_eq!(request().check_document(&DocumentFacts::of(Root::UblInvoice)), Ok(()));
    }

    #[test]
    fn a_client_speaks_for_its_own_participant() {
        let (test, live) = (id("9915:2023456789"), id("0245:2023456789"));
        let check = |header, own, network| check_participant(header, own, network).is_ok();
        assert!(check(&test, Some(&test), Network::Test));
        assert!(check(&live, Some(&test), Network::Test));
        assert!(check(&live, Some(&live), Network::Live));
        assert!(!check(&test, Some(&live), Network::Live));
        let other = id("0245:2020317068");
        assert!(!check(&other, Some(&test), Network::Test));
        assert!(!check(&live, None, Network::Live));
    }
}
