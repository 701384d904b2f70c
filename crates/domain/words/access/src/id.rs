use persistence::typed_id;

typed_id!(
    /// A person who signs in.
    UserId,
    /// An API key's record; never the key itself.
    ApiKeyId,
    /// An application's access to a company, given by a user (OAuth).
    ConnectionId,
    /// The id of a [`Credential`](crate::Credential), whatever it is, as it is kept beside its kind.
    CredentialId,
    /// Under which requests are counted ([`Counted::subject`](crate::Counted::subject)).
    CountedId,
);
