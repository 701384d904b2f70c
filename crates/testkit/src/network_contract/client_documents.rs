//! The contract of [`ClientDocuments`]: anybody can name an address, so redirects are not followed, long answers are
//! not read, and private addresses are not called.

use oauth::clients::{ClientDocuments, DocumentError, MAX_CLIENT_DOCUMENT};
use std::{
    future::Future,
    net::{IpAddr, Ipv4Addr},
};

/// The answer at an address.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// A document with these bytes.
    Document(&'static [u8]),
    /// This many spaces.
    Spaces(usize),
    /// Another HTTP status.
    Status(u16),
    /// A redirect to the document of a client.
    Elsewhere,
    /// Nothing listens there.
    Nobody,
    /// An address that is not to be called.
    Private,
}

/// The client documents under test.
pub trait DocumentsUnderTest: Sync {
    /// The implementation of the port.
    type Documents: ClientDocuments;

    /// The reader of client documents.
    fn documents(&self) -> Self::Documents;

    /// An address with this answer; `None` if there can be none.
    fn address(&self, place: Place) -> impl Future<Output = Option<String>> + Send;
}

async fn read<S: DocumentsUnderTest>(
    subject: &S,
    place: Place,
) -> Option<Result<Vec<u8>, DocumentError>> {
    let address = subject.address(place).await?;
    Some(subject.documents().document(&address, IpAddr::V4(Ipv4Addr::LOCALHOST)).await)
}

pub async fn a_document_is_what_its_address_gives<S: DocumentsUnderTest>(subject: &S) {
    const DOCUMENT: &[u8] = b"{\"client_id\":\"https://app.example/client\"}";
    let document = read(subject, Place::Document(DOCUMENT)).await.expect("an address");
    assert_eq!(document.expect("a document"), DOCUMENT);
    if let Some(longest) = read(subject, Place::Spaces(MAX_CLIENT_DOCUMENT)).await {
        assert_eq!(longest.expect("a document").len(), MAX_CLIENT_DOCUMENT);
    }
}

pub async fn nothing_long_is_read<S: DocumentsUnderTest>(subject: &S) {
    let long = read(subject, Place::Spaces(MAX_CLIENT_DOCUMENT + 1)).await;
    assert!(matches!(long, None | Some(Err(DocumentError::TooLong))), "{long:?}");
}

pub async fn another_status_is_no_document<S: DocumentsUnderTest>(subject: &S) {
    for status in [201, 204, 404, 500] {
        let found = read(subject, Place::Status(status)).await;
        let Some(found) = found else { continue };
        assert!(matches!(found, Err(DocumentError::Status(said)) if said == status), "{found:?}");
    }
}

pub async fn nothing_is_followed<S: DocumentsUnderTest>(subject: &S) {
    let found = read(subject, Place::Elsewhere).await;
    assert!(matches!(found, None | Some(Err(DocumentError::Status(300..=399)))), "{found:?}");
}

pub async fn where_nobody_answers_there_is_none<S: DocumentsUnderTest>(subject: &S) {
    for place in [Place::Nobody, Place::Private] {
        let found = read(subject, place).await;
        let is_unreachable = matches!(found, None | Some(Err(DocumentError::Unreachable(_))));
        assert!(is_unreachable, "{place:?}: {found:?}");
    }
}

/// Makes a test of each function of this contract.
#[macro_export]
macro_rules! client_documents_contract {
    ($open:ident) => {
        $crate::network_contract! { $open, client_documents:
            a_document_is_what_its_address_gives
            nothing_long_is_read
            another_status_is_no_document
            nothing_is_followed
            where_nobody_answers_there_is_none
        }
    };
}
