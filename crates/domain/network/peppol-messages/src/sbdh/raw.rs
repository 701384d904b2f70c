use super::scope::Scope;

/// What stands in a header, unchecked.
pub(super) struct Raw {
    pub(super) version: String,
    pub(super) senders: Vec<(String, String)>,
    pub(super) receivers: Vec<(String, String)>,
    pub(super) standard: String,
    pub(super) type_version: String,
    pub(super) instance: String,
    pub(super) kind: String,
    pub(super) created: String,
    pub(super) scopes: Option<Vec<Scope>>,
}
