//! A Peppol network on this machine: a name server, an SML that writes into it, an SMP, and TLS in front of
//! installations, for the demonstration of the whole network and for tests (crate `test-network`). They end with the
//! process.
//!
//! ```text
//! let dns = NameServer::open().await?;
//! let smp = Smp::plain().await?.with_tls(certificate, key).await?;
//! dns.register("0245:2023456789", "participant.sml.example", &smp);
//! smp.lists("0245:2023456789", &[document_type]);
//! ```
#![warn(missing_docs)]

mod dns;
mod listening;
mod proxy;
mod sml;
mod smp;

pub use dns::{NameServer, Says, naptr};
pub use listening::{header, listen};
pub use proxy::TlsProxy;
pub use sml::{PAGE, Sml, SmlState, Zone};
pub use smp::{Page, Smp};

use peppol_messages::Identifier;
use peppol_messages::discovery::{service_group_url, service_metadata_url, sml_name};
use peppol_messages::smp::ServiceGroup;

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
