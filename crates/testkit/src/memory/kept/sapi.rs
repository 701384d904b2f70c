//! Tokens of SAPI-SK.

use access::{ApiKeyId, AttemptHash};
use sapi_sk::{Failures, TokenRecord};
use std::collections::HashMap;
use time::OffsetDateTime;

#[derive(Clone, Default)]
pub(in crate::memory) struct SapiData {
    pub(in crate::memory) tokens: Vec<(TokenRecord, [u8; 32])>,
    pub(in crate::memory) failures: HashMap<(ApiKeyId, AttemptHash), Failures>,
}

impl SapiData {
    pub(in crate::memory) fn failures(&self, id: ApiKeyId, from: AttemptHash) -> Failures {
        self.failures.get(&(id, from)).copied().unwrap_or_default()
    }

    /// The tokens of a grant or of an id that have not ended.
    pub(in crate::memory) fn end(
        &mut self,
        now: OffsetDateTime,
        ends: impl Fn(&TokenRecord) -> bool,
    ) -> usize {
        let live = self.tokens.iter_mut().filter(|(t, _)| t.ended_at.is_none() && ends(t));
        live.map(|(token, _)| token.ended_at = Some(now)).count()
    }
}
