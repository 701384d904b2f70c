//! The client against a server that follows the published WSDL, over TLS with client certificates.

mod calls;
mod contract;
mod failures;
