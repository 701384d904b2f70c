//! A name server, an SML and SMPs on this machine, for tests of what asks them (a dev-dependency, as testkit).
//!
//! ```text
//! let (dns, smp) = (NameServer::open().await, Smp::open().await);
//! dns.register("0245:2023456789", "participant.sml.example", &smp);
//! smp.put(&url, Page::ok(body));
//! ```

mod dns;
mod front;
mod sml;
mod smp;

pub use dns::{NameServer, Says, naptr};
pub use front::Front;
pub use sml::{PAGE, Sml, State};
pub use smp::{Page, Smp};

use peppol_messages::Identifier;
use peppol_messages::discovery::{service_group_url, service_metadata_url, sml_name};
use peppol_messages::smp::{ServiceGroup, ServiceInformation, ServiceMetadata};
use peppol_messages::trust::{Certificate, Identity};

impl NameServer {
    /// What is answered about a participant of a zone.
    pub fn about(&self, participant: &str, zone: &str, says: Says) {
        self.put(&sml_name(&Identifier::participant(participant), zone), says);
    }

    /// A participant of a zone is at this SMP.
    pub fn register(&self, participant: &str, zone: &str, smp: &Smp) {
        self.about(participant, zone, Says::Records(vec![naptr(&smp.base())]));
    }
}

impl Smp {
    /// A participant is registered for document types.
    pub fn lists(&self, participant: &str, types: &[Identifier]) {
        let id = Identifier::participant(participant);
        let group = ServiceGroup::of(&self.base(), id.clone(), types);
        self.put(&service_group_url(&self.base(), &id), Page::ok(group.write()));
    }

    /// What is answered about a document type of a participant.
    pub fn answers(&self, participant: &str, document_type: &Identifier, page: Page) {
        let id = Identifier::participant(participant);
        self.put(&service_metadata_url(&self.base(), &id, document_type), page);
    }
}

/// What an SMP answers, signed.
pub fn signed(information: &ServiceInformation, identity: &Identity) -> String {
    ServiceMetadata::Information(information.clone()).sign(identity).expect("signed")
}

fn pem(name: &str) -> String {
    fixtures::text(&format!("peppol-network/as4/pki/{name}"))
}

/// A certificate of the fixtures' network: `ap2.pem`.
pub fn certificate(name: &str) -> Certificate {
    Certificate::of_text(&pem(name)).expect(name)
}

/// A certificate of the fixtures' network with its key: `smp`.
pub fn identity(name: &str) -> Identity {
    let certificate = certificate(&format!("{name}.pem"));
    Identity::of_pem(certificate, &pem(&format!("{name}.key"))).expect(name)
}
