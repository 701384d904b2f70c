//! How often somebody may try.

use access::Counted;
use secret_text::SecretHash;
use std::{net::IpAddr, num::NonZeroU32};
use uuid::Uuid;

/// What anybody may try, a minute, and how often.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Attempt {
    /// To sign in to one account.
    Account,
    /// To sign in from one address.
    Address,
    /// To ask for a new password from one address.
    Reset,
    /// To follow a link of a mail from one address.
    Link,
    /// To register an application from one address.
    Registration,
    /// To begin an authorization from one address.
    Authorization,
    /// To have the document of a client read from one host.
    Document,
    /// To ask the token endpoint from one address with wrong credentials.
    Client,
}

impl Attempt {
    /// How often a minute.
    #[must_use]
    pub const fn limit(self) -> NonZeroU32 {
        let limit = match self {
            Attempt::Account | Attempt::Reset | Attempt::Document => 10,
            Attempt::Address | Attempt::Registration => 30,
            Attempt::Client | Attempt::Link => 60,
            Attempt::Authorization => 120,
        };
        NonZeroU32::MIN.saturating_add(limit - 1)
    }

    const fn name(self) -> &'static str {
        match self {
            Attempt::Account => "sign-in:account",
            Attempt::Address => "sign-in:address",
            Attempt::Reset => "sign-in:reset",
            Attempt::Link => "sign-in:link",
            Attempt::Registration => "oauth:register",
            Attempt::Authorization => "oauth:authorize",
            Attempt::Client => "oauth:client",
            Attempt::Document => "oauth:document",
        }
    }

    /// As it is counted, from an address.
    #[must_use]
    pub fn from_address(self, address: IpAddr) -> Counted {
        Counted::Attempt(self.name(), id_of(&address.to_string()))
    }
}

/// As documents of clients are counted, by the host that is asked: nobody has us ask one for them.
#[must_use]
pub fn of_document_host(host: &str) -> Counted {
    Counted::Attempt(Attempt::Document.name(), id_of(host))
}

/// As sign-ins to an account are counted, whether there is one or not.
#[must_use]
pub fn of_account(email: &str) -> Counted {
    Counted::Attempt(Attempt::Account.name(), id_of(email))
}

fn id_of(text: &str) -> Uuid {
    let SecretHash(hash) = SecretHash::of(text);
    let [low @ .., _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _] = hash;
    Uuid::from_bytes(low)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn attempts_are_counted_apart() {
        let address: IpAddr = "192.0.2.1".parse().expect("an address");
        assert_ne!(Attempt::Address.from_address(address), of_account("192.0.2.1"));
        assert_ne!(of_account("a@b.example"), of_account("c@b.example"));
        assert_eq!(Attempt::Account.limit().get(), 10);
    }
}
