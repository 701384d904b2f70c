//! Clients, grants, connections and tokens of OAuth.

use access::AttemptHash;
use oauth::{
    ClientId, GrantId, Share, Taken,
    authorizations::Grant,
    clients::Client,
    connections::Connection,
    tokens::{RefreshToken, SigningKey},
};
use time::OffsetDateTime;

/// The records that callers without an account create.
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
        let mut taken = Taken::default();
        for (origin, _, at) in recent {
            count(&mut taken.in_all, *at);
            if *origin == from {
                count(&mut taken.of_address, *at);
            }
        }
        taken
    }
}

fn count(share: &mut Share, at: OffsetDateTime) {
    share.count += 1;
    share.oldest = Some(share.oldest.map_or(at, |oldest| oldest.min(at)));
}
