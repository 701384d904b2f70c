use serde::{Deserialize, Serialize};
use std::fmt;
use uuid::Uuid;

macro_rules! identifier {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
        #[serde(transparent)]
        pub struct $name(pub Uuid);

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(f)
            }
        }
    };
}

identifier!(
    /// An organization: the tenant whose data a request touches.
    OrganizationId
);
identifier!(
    /// A person who signs in.
    UserId
);
identifier!(
    /// A partner: manages many organizations with one key.
    PartnerId
);
identifier!(
    /// An API key's record; never the key itself.
    ApiKeyId
);
