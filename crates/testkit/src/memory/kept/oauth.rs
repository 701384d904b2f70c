//! Clients, grants, connections and tokens of OAuth.

use access::AttemptHash;
use oauth::{
    ClientId, GrantId, Taken,
    authorizations::Grant,
    clients::Client,
    connections::Connection,
    tokens::{RefreshToken, SigningKey},
};
use time::OffsetDateTime;

/// What strangers leave.
#[derive(Clone, PartialEq, Eq)]
pub(in crate::memory) enum Left {
    Client(ClientId),
    Grant(GrantId),
}

#[derive(Clone, Default)]
pub(in crate::memory) struct OAuthData {
    pub(in crate::memory) clients: Vec<Client>,
    pub(in crate::memory) grants: Vec<Grant>,
    pub(in crate::memory) connections: Vec<Connection>,
    pub(in crate::memory) refresh: Vec<RefreshToken>,
    pub(in crate::memory) keys: Vec<SigningKey>,
    /// Where grants and clients came from, and when.
    pub(in crate::memory) origins: Vec<(AttemptHash, Left, OffsetDateTime)>,
}

impl OAuthData {
    /// How many of these came since then, from there and in all.
    pub(in crate::memory) fn taken(
        &self,
        from: AttemptHash,
        since: OffsetDateTime,
        counts: impl Fn(&Left) -> bool,
    ) -> Taken {
        let recent = self.origins.iter().filter(|(_, left, at)| *at >= since && counts(left));
        let (mut of_address, mut in_all) = (0, 0);
        for (origin, ..) in recent {
            in_all += 1;
            of_address += u64::from(*origin == from);
        }
        Taken { of_address, in_all }
    }
}
