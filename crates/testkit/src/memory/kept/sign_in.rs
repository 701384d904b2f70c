//! Sessions, second factors and forgotten passwords.

use access::{AttemptHash, UserId};
use sign_in::{PendingSignIn, ResetId, ResetRequest, SecondFactor, SecretHash, Session};
use std::collections::{BTreeMap, HashMap};
use time::OffsetDateTime;

#[derive(Clone, Default)]
pub(in crate::memory) struct SignInData {
    pub(in crate::memory) sessions: Vec<(SecretHash, Session)>,
    pub(in crate::memory) since: BTreeMap<UserId, OffsetDateTime>,
    pub(in crate::memory) factors: BTreeMap<UserId, SecondFactor>,
    pub(in crate::memory) pending: Vec<(SecretHash, PendingSignIn)>,
    pub(in crate::memory) places: HashMap<(UserId, AttemptHash), OffsetDateTime>,
    /// With whether it was used.
    pub(in crate::memory) resets: Vec<(ResetRequest, bool)>,
    pub(in crate::memory) reset_tokens: Vec<(SecretHash, ResetId)>,
}
