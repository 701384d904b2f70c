//! Clients, grants, connections and tokens of OAuth.

use oauth::{
    authorizations::Grant,
    clients::Client,
    connections::Connection,
    tokens::{RefreshToken, SigningKey},
};

#[derive(Clone, Default)]
pub(in crate::memory) struct OAuthData {
    pub(in crate::memory) clients: Vec<Client>,
    pub(in crate::memory) grants: Vec<Grant>,
    pub(in crate::memory) connections: Vec<Connection>,
    pub(in crate::memory) refresh: Vec<RefreshToken>,
    pub(in crate::memory) keys: Vec<SigningKey>,
}
