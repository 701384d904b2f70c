use persistence::typed_id;

typed_id!(
    /// An organization: the tenant whose data a request touches.
    OrganizationId,
    /// A person who signs in.
    UserId,
    /// A partner: manages many organizations with one key.
    PartnerId,
    /// An API key's record; never the key itself.
    ApiKeyId,
    /// An application's access to a company, given by a user (OAuth).
    ConnectionId,
    /// The id of a [`Credential`](crate::Credential), whatever it is, as it is kept beside its kind.
    CredentialId,
    /// Under which requests are counted ([`Counted::subject`](crate::Counted::subject)).
    CountedId,
);
