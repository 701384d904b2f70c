//! Who sends a body is found out before it is read: extractors of one request run side by side, so the one that reads
//! waits for the one that knows.

use actix_web::{HttpMessage, HttpRequest};
use std::future::Future;
use tokio::sync::oneshot;
use uuid::Uuid;

/// To say who calls. Dropped without a word, nobody is known.
#[derive(Debug)]
pub struct Introduction(oneshot::Sender<Uuid>);

struct Awaited(oneshot::Receiver<Uuid>);

/// Whoever reads the body of this request waits until it is said who calls. To be asked for at once by the extractor
/// that finds it out.
#[must_use]
pub fn introduction(request: &HttpRequest) -> Introduction {
    let (says, hears) = oneshot::channel();
    request.extensions_mut().insert(Awaited(hears));
    Introduction(says)
}

impl Introduction {
    /// This organization, partner or person calls.
    pub fn of(self, whose: Uuid) {
        // where nobody reads a body nobody listens
        let _ = self.0.send(whose);
    }
}

/// Who calls; none where nobody finds it out, or it came to nothing.
pub(crate) fn introduced(request: &HttpRequest) -> impl Future<Output = Option<Uuid>> + use<> {
    let awaited = request.extensions_mut().remove::<Awaited>();
    async move { awaited?.0.await.ok() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use actix_web::test::TestRequest;
    use futures_util::FutureExt;
    use std::pin::pin;

    #[test]
    fn who_reads_waits_for_who_knows() {
        let request = TestRequest::default().to_http_request();
        assert_eq!(introduced(&request).now_or_never(), Some(None), "nobody finds it out");
        let says = introduction(&request);
        let mut hears = pin!(introduced(&request));
        assert_eq!(hears.as_mut().now_or_never(), None);
        says.of(Uuid::from_u128(7));
        assert_eq!(hears.now_or_never(), Some(Some(Uuid::from_u128(7))));
        let says = introduction(&request);
        let hears = introduced(&request);
        drop(says);
        assert_eq!(hears.now_or_never(), Some(None), "it came to nothing");
    }
}
