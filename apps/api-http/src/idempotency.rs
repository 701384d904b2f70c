use super::call::{Authorized, Call};
use crate::error::ApiError;
use crate::error::ServiceRefused;
use idempotency::{Fingerprint, Key, Lease, LeaseToken};
use refusals::{FieldFault, Reason};
use runtime::secrets;
use utoipa::IntoParams;
use uuid::Uuid;

const FIELD: &str = "Idempotency-Key";

/// The header as most operations that take one declare it among their `params(..)`. It is only described.
#[derive(IntoParams)]
#[into_params(names("Idempotency-Key"), parameter_in = Header)]
pub struct IdempotencyKey(
    /// The same key and body again answers the stored response
    pub Option<String>,
);

/// The bytes that identify a request about a record: the same body for another record is another request.
pub fn about(id: Uuid, body: &[u8]) -> Vec<u8> {
    [id.as_bytes(), body].concat()
}

impl<Caller: Authorized> Call<Caller> {
    /// The lease of the request under its `Idempotency-Key`, in the tier of the calling key; `None` without that
    /// header.
    ///
    /// # Errors
    /// 400 when the header is not a valid key or appears more than once.
    pub fn idempotency_lease(
        &self,
        operation: &'static str,
        body: &[u8],
    ) -> Result<Option<(Lease, Fingerprint)>, ApiError> {
        let mut sent = self.headers().get_all(FIELD);
        let Some(value) = sent.next() else { return Ok(None) };
        let invalid = |message: Reason| ApiError::InvalidField { field: FIELD, message };
        if sent.next().is_some() {
            return Err(invalid(FieldFault::Twice.into()));
        }
        let text = value.to_str().map_err(|_| invalid(idempotency::InvalidKey.into()))?;
        let key = Key::parse(text).map_err(|error| invalid(error.into()))?;
        let lease = Lease::new(operation, self.caller.tier(), key, LeaseToken(Uuid::now_v7()));
        Ok(Some((lease, Fingerprint(secrets::sha256(body)))))
    }

    /// The lease of the request where the header is required.
    ///
    /// # Errors
    /// 400 when the header is missing, is not a valid key or appears more than once.
    pub fn required_lease(
        &self,
        operation: &'static str,
        body: &[u8],
    ) -> Result<(Lease, Fingerprint), ApiError> {
        self.idempotency_lease(operation, body)?.ok_or_else(|| ApiError::InvalidField {
            field: FIELD,
            message: ServiceRefused::NoIdempotencyKey.into(),
        })
    }
}
