use super::call::Call;
use crate::{error::ApiError, secrets};
use idempotency::{Claim, Fingerprint, Key};
use uuid::Uuid;

const FIELD: &str = "Idempotency-Key";

impl<Caller> Call<Caller> {
    /// The claim of the request under its `Idempotency-Key`, when it has one.
    ///
    /// # Errors
    /// 400 when the header is no key, or given more than once.
    pub(crate) fn idempotency_claim(
        &self,
        operation: &'static str,
        body: &[u8],
    ) -> Result<Option<(Claim, Fingerprint)>, ApiError> {
        let mut sent = self.headers().get_all(FIELD);
        let Some(value) = sent.next() else { return Ok(None) };
        let invalid = |message: String| ApiError::InvalidField { field: FIELD, message };
        if sent.next().is_some() {
            return Err(invalid("is given more than once".to_owned()));
        }
        let text = value.to_str().map_err(|_| invalid(idempotency::InvalidKey.to_string()))?;
        let key = Key::parse(text).map_err(|error| invalid(error.to_string()))?;
        let claim = Claim { operation, key, token: Uuid::now_v7() };
        Ok(Some((claim, Fingerprint(secrets::sha256(body)))))
    }

    /// The same where the header is required.
    ///
    /// # Errors
    /// 400 also when it is missing.
    pub(crate) fn required_claim(
        &self,
        operation: &'static str,
        body: &[u8],
    ) -> Result<(Claim, Fingerprint), ApiError> {
        self.idempotency_claim(operation, body)?.ok_or_else(|| ApiError::InvalidField {
            field: FIELD,
            message: "is required: any text that is new for each new send".to_owned(),
        })
    }
}
