use super::{Part, Timing, caller::find_key};
use crate::error::ApiError;
use access::{Holder, PartnerId, Scope};
use actix_web::{FromRequest, HttpRequest, dev::Payload};
use std::{future::Future, pin::Pin, time::Instant};

/// The authenticated caller of an operation that acts for no single organization:
/// `X-Organization-Id` is not read.
#[derive(Debug, Clone, Copy)]
pub struct KeyCaller(pub Holder);

impl KeyCaller {
    /// The partner whose key it is.
    ///
    /// # Errors
    /// 403 for a user's key, and naming the scope.
    pub fn require_partner(&self, scope: Scope) -> Result<PartnerId, ApiError> {
        let partner = self.0.partner()?;
        self.0.require(scope)?;
        Ok(partner)
    }
}

impl FromRequest for KeyCaller {
    type Error = ApiError;
    type Future = Pin<Box<dyn Future<Output = Result<Self, ApiError>>>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let request = request.clone();
        Box::pin(async move {
            let timing = Timing::of(&request);
            let began = Instant::now();
            let found = find_key(&request, None).await;
            timing.add(Part::Auth, began);
            Ok(KeyCaller(Holder::of(&found?.key)))
        })
    }
}
