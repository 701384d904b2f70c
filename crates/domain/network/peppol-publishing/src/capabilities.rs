use peppol_connector::identifiers::{DocumentTypeId, ParticipantId, ProcessId, Profile, Root};
use peppol_messages::Identifier;
use peppol_messages::card::{BusinessCard, BusinessEntity};
use peppol_messages::invoice_response::{INVOICE_RESPONSE_DOCUMENT_TYPE, INVOICE_RESPONSE_PROCESS};
use peppol_messages::mls::{MLS_DOCUMENT_TYPE, MLS_PROCESS, main_provider_id};
use peppol_messages::smp::{AS4_TRANSPORT, Endpoint, Process, ServiceGroup, ServiceInformation};
use time::OffsetDateTime;

/// The address of our access point in a network.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AccessPointAddress {
    /// Its https address.
    pub url: String,
    /// The certificate for encryption: Base64 of DER.
    pub certificate: String,
    /// The certificate's first instant, and so the endpoint's.
    pub active_from: OffsetDateTime,
    /// The last instant of the certificate.
    pub expires: OffsetDateTime,
}

/// The document types that an installation receives in a network, and its address.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Capabilities {
    /// The common name of our certificates.
    pub seat: String,
    /// The address for documents.
    pub access_point: AccessPointAddress,
    /// For people: who runs it.
    pub description: String,
    /// The technical contact: a URL.
    pub contact: String,
}

/// The documents that a participant of ours receives beside invoices.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Receives {
    /// Responses to the invoices that it sends: not unless its organization asked.
    pub invoice_responses: bool,
}

impl Receives {
    /// The document types that are published for a participant, with their processes.
    fn services(self) -> Vec<Service> {
        let profiles = [&Profile::BILLING, &Profile::SELF_BILLING];
        let roots = [Root::UblInvoice, Root::UblCreditNote];
        let each = profiles.into_iter().flat_map(|profile| roots.map(|root| (profile, root)));
        let response = self.invoice_responses.then(|| {
            let document_type = Identifier::new(DOCUMENT_SCHEME, INVOICE_RESPONSE_DOCUMENT_TYPE);
            (document_type, Identifier::process(INVOICE_RESPONSE_PROCESS))
        });
        each.map(|(profile, root)| service(profile, root)).chain(response).collect()
    }

    /// Whether a participant is published to receive documents of this type in this process.
    #[must_use]
    pub fn includes(self, document_type: &DocumentTypeId, process: &ProcessId) -> bool {
        self.services().iter().any(|(own, within)| {
            (own.scheme.as_str(), own.value.as_str())
                == (document_type.scheme(), document_type.value())
                && within.value == process.value()
        })
    }
}

/// A document type within its process.
type Service = (Identifier, Identifier);

impl Capabilities {
    /// Whether a participant is our own one, to which message level statuses are sent.
    #[must_use]
    pub fn is_ourselves(&self, participant: &ParticipantId) -> bool {
        main_provider_id(&self.seat).is_some_and(|own| own == participant.to_string())
    }

    /// The document types that a participant of ours receives, as they are registered.
    #[must_use]
    pub fn document_types(
        &self,
        participant: &ParticipantId,
        receives: Receives,
    ) -> Vec<Identifier> {
        self.offered(participant, receives)
            .into_iter()
            .map(|(document_type, _)| document_type)
            .collect()
    }

    /// The ServiceGroup of a participant of ours, at the SMP's base address.
    #[must_use]
    pub fn group(
        &self,
        base: &str,
        participant: &ParticipantId,
        receives: Receives,
    ) -> ServiceGroup {
        let types = self.document_types(participant, receives);
        ServiceGroup::of(base, published(participant), &types)
    }

    /// The list of a participant that receives nothing here any more, and is still found by the registry.
    #[must_use]
    pub fn empty_group(&self, base: &str, participant: &ParticipantId) -> ServiceGroup {
        ServiceGroup::of(base, published(participant), &[])
    }

    /// The published service for a document type, which is compared case-sensitively; `None` when it is not received.
    /// Wildcards do not match here, because an SMP is asked for registered types.
    #[must_use]
    pub fn service(
        &self,
        participant: &ParticipantId,
        receives: Receives,
        document_type: &Identifier,
    ) -> Option<ServiceInformation> {
        let offered = self.offered(participant, receives);
        let (document_type, process) = offered.into_iter().find(|(own, _)| own == document_type)?;
        Some(ServiceInformation {
            participant: published(participant),
            document_type,
            processes: vec![Process { process, endpoints: vec![self.endpoint()] }],
        })
    }

    fn offered(&self, participant: &ParticipantId, receives: Receives) -> Vec<Service> {
        if self.is_ourselves(participant) {
            let status = Identifier::new(DOCUMENT_SCHEME, MLS_DOCUMENT_TYPE);
            return vec![(status, Identifier::process(MLS_PROCESS))];
        }
        receives.services()
    }

    fn endpoint(&self) -> Endpoint {
        let AccessPointAddress { url, certificate, active_from, expires } = &self.access_point;
        Endpoint {
            transport: Some(AS4_TRANSPORT.to_owned()),
            address: url.clone(),
            active_from: Some(*active_from),
            expires: Some(*expires),
            certificate: certificate.clone(),
            description: self.description.clone(),
            contact: self.contact.clone(),
            information: None,
        }
    }
}

const DOCUMENT_SCHEME: &str = "busdox-docid-qns";

fn service(profile: &Profile, root: Root) -> Service {
    let own = DocumentTypeId::of(root, profile.customization_id);
    (Identifier::new(own.scheme(), own.value()), Identifier::process(profile.profile_id))
}

/// Participants compare without case, so they are published in one.
fn published(participant: &ParticipantId) -> Identifier {
    Identifier::participant(&participant.canonical())
}

/// The business card of a company: its name and country, which public registers have too.
#[must_use]
pub fn company_card(participant: &ParticipantId, name: &str, country: &str) -> BusinessCard {
    let entity = BusinessEntity {
        names: vec![(None, name.to_owned())],
        country: country.to_owned(),
        ..BusinessEntity::default()
    };
    BusinessCard { participant: published(participant), entities: vec![entity] }
}

#[cfg(test)]
mod tests {
    use super::*;
    use peppol_messages::smp::ServiceMetadata;
    use time::macros::datetime;

    const INVOICES: Receives = Receives { invoice_responses: false };

    fn capabilities() -> Capabilities {
        Capabilities {
            seat: "PSK000001".to_owned(),
            access_point: AccessPointAddress {
                url: "https://billhook.example/as4".to_owned(),
                certificate: "MIIB".to_owned(),
                active_from: datetime!(2026-01-01 0:00 UTC),
                expires: datetime!(2028-01-01 0:00 UTC),
            },
            description: "Billhook".to_owned(),
            contact: "mailto:peppol@billhook.example".to_owned(),
        }
    }

    fn id(text: &str) -> ParticipantId {
        text.parse().expect(text)
    }

    #[test]
    fn a_company_receives_both_pairs_of_bis_billing_each_in_its_process() {
        let own = capabilities();
        let firm = id("9930:DE123");
        let types = own.document_types(&firm, INVOICES);
        assert_eq!(types.len(), 4);
        for one in &types {
            let found = own.service(&firm, INVOICES, one).expect("received");
            assert_eq!(found.document_type, *one);
            assert_eq!(found.participant.value, "9930:de123", "in one case");
            let [process] = found.processes.as_slice() else { panic!("one process") };
            let is_self = one.value.contains("selfbilling");
            assert_eq!(process.process.value.contains("selfbilling"), is_self, "{one}");
            assert_eq!(process.endpoints[0].transport.as_deref(), Some(AS4_TRANSPORT));
            assert!(ServiceMetadata::Information(found).write().contains("billhook.example/as4"));
        }
        let group = own.group("https://smp.example/smp", &firm, INVOICES);
        assert_eq!(group.document_types(), types);
    }

    #[test]
    fn responses_are_received_by_who_asked() {
        let (own, firm) = (capabilities(), id("9930:DE123"));
        let response = Identifier::new(DOCUMENT_SCHEME, INVOICE_RESPONSE_DOCUMENT_TYPE);
        assert_eq!(own.service(&firm, INVOICES, &response), None);
        let asked = Receives { invoice_responses: true };
        let types = own.document_types(&firm, asked);
        assert_eq!((types.len(), types.last()), (5, Some(&response)));
        let service = own.service(&firm, asked, &response).expect("received");
        assert_eq!(service.processes[0].process, Identifier::process(INVOICE_RESPONSE_PROCESS));
    }

    #[test]
    fn document_types_compare_with_case_and_no_wildcard_matches() {
        let own = capabilities();
        let firm = id("0245:2023456789");
        let one = own.document_types(&firm, INVOICES).remove(0);
        let upper = Identifier::new(&one.scheme, &one.value.to_uppercase());
        let wildcard = Identifier::new("peppol-doctype-wildcard", &one.value);
        let status = Identifier::new(DOCUMENT_SCHEME, MLS_DOCUMENT_TYPE);
        for other in [upper, wildcard, status] {
            assert_eq!(own.service(&firm, INVOICES, &other), None, "{other}");
        }
    }

    #[test]
    fn statuses_come_to_our_own_identifier_alone() {
        let own = capabilities();
        let types = own.document_types(&id("0242:000001"), Receives { invoice_responses: true });
        assert_eq!(types, [Identifier::new(DOCUMENT_SCHEME, MLS_DOCUMENT_TYPE)]);
        assert!(!own.is_ourselves(&id("0242:000002")));
        let without = Capabilities { seat: "somebody".to_owned(), ..capabilities() };
        assert!(!without.is_ourselves(&id("0242:000001")));
    }

    #[test]
    fn a_card_is_one_that_its_reader_takes() {
        let card = company_card(&id("0245:2023456789"), "Píla & spol.", "SK");
        assert_eq!(BusinessCard::read(card.write().as_bytes()), Ok(card));
    }
}
