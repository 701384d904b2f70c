//! Clients: registered, or described by a metadata document; their authentication and redirect URIs.

mod client;
mod client_auth;
mod client_document;
pub(crate) mod document_address;
mod redirect;

pub use client::{
    AuthMethod, CLIENT_UNUSED_FOR, Client, ClientMetadata, GrantType, MAX_CLIENT_NAME,
    MAX_REDIRECT_BYTES, MAX_REDIRECT_URIS, MAX_REGISTRATION, Registered,
};
pub use client_auth::{ClientCredentials, invalid_client};
pub use client_document::{
    ClientDocuments, DOCUMENT_FRESH_FOR, DOCUMENT_KEPT_FOR, DocumentAge, DocumentError,
    MAX_CLIENT_DOCUMENT, read_client_document,
};
pub use redirect::{MAX_REDIRECT_URI, RedirectUri, RedirectUriError};
