//! A body is read only after its caller is authenticated. Extractors of one request run concurrently, so the extractor
//! of the body waits for the one that authenticates.

use actix_web::{HttpMessage, HttpRequest};
use std::future::Future;
use tokio::sync::oneshot;
use uuid::Uuid;

/// Reports the caller to the extractor of the body. When it is dropped unused, the caller stays unknown.
#[derive(Debug)]
pub struct Introduction(oneshot::Sender<Uuid>);

struct Awaited(oneshot::Receiver<Uuid>);

/// Makes the extractor of this request's body wait for the caller. The extractor that authenticates must call it before
/// its first await.
#[must_use]
pub fn introduction(request: &HttpRequest) -> Introduction {
    let (says, hears) = oneshot::channel();
    request.extensions_mut().insert(Awaited(hears));
    Introduction(says)
}

impl Introduction {
    /// Reports the organization, partner or person that calls.
    pub fn of(self, whose: Uuid) {
        // fails when no extractor reads a body
        let _ = self.0.send(whose);
    }
}

/// The caller; `None` when no extractor authenticates, or when that failed.
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
