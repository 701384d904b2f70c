//! The management interface of the SML (SML 1.3.0): SOAP 1.1 requests of an SMP, and the answers.
//!
//! Build a [`SmlRequest`], send what [`SmlRequest::write`] gives to [`SmlRequest::path`] below the SML's
//! address with the header `SOAPAction` of [`SmlRequest::soap_action`], and hand the body that comes back,
//! whatever its status, to [`SmlAnswer::read`].

mod answer;
mod read;
mod request;
mod soap;

pub use answer::{Page, SmlAnswer, SmlFault, SmlFaultKind};
pub use read::NotSml;
pub use request::{Migration, Publisher, SmlRequest};

/// Namespace of requests and answers.
pub const SML_NAMESPACE: &str = "http://busdox.org/serviceMetadata/locator/1.0/";
