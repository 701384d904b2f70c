//! Writes what an SMP publishes.

use xml::{Name, Writer};

use super::{
    Endpoint, IDENTIFIERS_NAMESPACE, Process, SMP_NAMESPACE, ServiceInformation, ServiceMetadata,
    WSA,
};
use crate::Identifier;
use crate::instant::write_instant;
use crate::signature::{Enveloped, sign_enveloped};
use crate::trust::Identity;

const SIGNED: &str = "SignedServiceMetadata";

impl ServiceMetadata {
    /// The answer of an SMP, signed with its certificate.
    ///
    /// # Errors
    /// [`Enveloped`] when the key does not sign.
    pub fn sign(&self, identity: &Identity) -> Result<String, Enveloped> {
        let mut writer = Writer::new();
        let root = writer.open_with_namespaces(SIGNED, &NAMESPACES);
        self.content(&mut writer, &[]);
        writer.close(root);
        sign_enveloped(identity, &writer.finish(), &format!("</{SIGNED}>"))
    }

    /// The document without a signature, as it is sent to an SMP.
    #[must_use]
    pub fn write(&self) -> String {
        let mut writer = Writer::new();
        let namespaces = NAMESPACES.map(|(prefix, uri)| {
            let name =
                if prefix.is_empty() { "xmlns".to_owned() } else { format!("xmlns:{prefix}") };
            (name, uri)
        });
        let namespaces: Vec<_> =
            namespaces.iter().map(|(name, uri)| (name.as_str(), *uri)).collect();
        self.content(&mut writer, &namespaces);
        writer.finish()
    }

    fn content(&self, writer: &mut Writer, attributes: &[(&str, &str)]) {
        writer.group("ServiceMetadata", attributes, |writer| match self {
            Self::Information(information) => information.write(writer),
            Self::Redirect(redirect) => {
                writer.group("Redirect", &[("href", &redirect.href)], |writer| {
                    writer.leaf("CertificateUID", &[], &redirect.certificate_uid);
                });
            }
        });
    }
}

const NAMESPACES: [(&str, &str); 3] =
    [("", SMP_NAMESPACE), ("ids", IDENTIFIERS_NAMESPACE), ("wsa", WSA)];

fn identifier(writer: &mut Writer, name: &str, id: &Identifier) {
    writer.leaf(Name("ids", name), &[("scheme", &id.scheme)], &id.value);
}

impl ServiceInformation {
    fn write(&self, writer: &mut Writer) {
        writer.group("ServiceInformation", &[], |writer| {
            identifier(writer, "ParticipantIdentifier", &self.participant);
            identifier(writer, "DocumentIdentifier", &self.document_type);
            writer.group("ProcessList", &[], |writer| {
                for process in &self.processes {
                    process.write(writer);
                }
            });
        });
    }
}

impl Process {
    fn write(&self, writer: &mut Writer) {
        writer.group("Process", &[], |writer| {
            identifier(writer, "ProcessIdentifier", &self.process);
            writer.group("ServiceEndpointList", &[], |writer| {
                for endpoint in &self.endpoints {
                    endpoint.write(writer);
                }
            });
        });
    }
}

impl Endpoint {
    fn write(&self, writer: &mut Writer) {
        let transport = self.transport.as_ref().map(|transport| ("transportProfile", &**transport));
        let attributes: Vec<_> = transport.into_iter().collect();
        writer.group("Endpoint", &attributes, |writer| {
            writer.group(Name("wsa", "EndpointReference"), &[], |writer| {
                writer.leaf(Name("wsa", "Address"), &[], &self.address);
            });
            writer.leaf("RequireBusinessLevelSignature", &[], "false");
            if let Some(from) = self.active_from {
                writer.leaf("ServiceActivationDate", &[], &write_instant(from));
            }
            if let Some(end) = self.expires {
                writer.leaf("ServiceExpirationDate", &[], &write_instant(end));
            }
            writer.leaf("Certificate", &[], &self.certificate);
            writer.leaf("ServiceDescription", &[], &self.description);
            writer.leaf("TechnicalContactUrl", &[], &self.contact);
            if let Some(information) = &self.information {
                writer.leaf("TechnicalInformationUrl", &[], information);
            }
        });
    }
}
