//! Rate limits of sign-in and of unauthenticated requests.

use access::{AttemptHash, Counted};
use secret_text::SecretHash;
use std::{
    net::{IpAddr, Ipv6Addr},
    num::NonZeroU32,
};
use time::Duration;

/// How long a place stays known after its user signed in from there.
pub const PLACE_KNOWN_FOR: Duration = Duration::days(90);

/// The kinds of attempts that are limited per minute.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Attempt {
    /// Signing in to one account from one IP address.
    AccountFromAddress,
    /// Signing in to one account from any address. Many addresses together can use this limit up, so it does not apply
    /// to the account's owner at places where they signed in before ([`PLACE_KNOWN_FOR`]).
    Account,
    /// Typing the password of one account again in one of its sessions.
    Confirmation,
    /// Signing in from one IP address, to any account.
    Address,
    /// Requesting a password reset from one IP address.
    Reset,
    /// Following a mailed link from one IP address.
    Link,
    /// Registering an application from one IP address.
    Registration,
    /// Starting an authorization from one IP address.
    Authorization,
    /// Fetching client documents from one host.
    Document,
    /// Calling the token endpoint with wrong credentials from one IP address.
    Client,
}

impl Attempt {
    /// The maximum number of attempts a minute.
    #[must_use]
    pub const fn limit(self) -> NonZeroU32 {
        let limit = match self {
            Attempt::AccountFromAddress | Attempt::Confirmation => 10,
            Attempt::Reset | Attempt::Document => 10,
            Attempt::Account => 100,
            Attempt::Address | Attempt::Registration => 30,
            Attempt::Client | Attempt::Link => 60,
            Attempt::Authorization => 120,
        };
        NonZeroU32::MIN.saturating_add(limit - 1)
    }

    const fn name(self) -> &'static str {
        match self {
            Attempt::AccountFromAddress => "sign-in:account-from",
            Attempt::Account => "sign-in:account",
            Attempt::Confirmation => "sign-in:confirmation",
            Attempt::Address => "sign-in:address",
            Attempt::Reset => "sign-in:reset",
            Attempt::Link => "sign-in:link",
            Attempt::Registration => "oauth:register",
            Attempt::Authorization => "oauth:authorize",
            Attempt::Client => "oauth:client",
            Attempt::Document => "oauth:document",
        }
    }

    /// The counter of this kind of attempt for an IP address.
    #[must_use]
    pub fn from_address(self, address: IpAddr) -> Counted {
        Counted::Attempt(self.name(), hash_of(&address.to_string()))
    }
}

/// The counter of client document requests to a host, which protects hosts from requests that others cause.
#[must_use]
pub fn of_document_host(host: &str) -> Counted {
    Counted::Attempt(Attempt::Document.name(), hash_of(host))
}

/// The counter of this kind of attempt for an account, which need not exist.
#[must_use]
pub fn of_account(attempt: Attempt, email: &str) -> Counted {
    Counted::Attempt(attempt.name(), hash_of(email))
}

/// The counter of sign-ins to an account from an address.
#[must_use]
pub fn of_account_from(address: IpAddr, email: &str) -> Counted {
    // an address contains no space
    Counted::Attempt(Attempt::AccountFromAddress.name(), hash_of(&format!("{address} {email}")))
}

/// The origin to store for an IP address: the address itself, or for IPv6 the network of a site (/48), because its
/// owner controls all 65,536 networks in it.
#[must_use]
pub fn origin(address: IpAddr) -> AttemptHash {
    let site = match address {
        IpAddr::V4(address) => IpAddr::V4(address),
        IpAddr::V6(address) => IpAddr::V6(Ipv6Addr::from_bits(address.to_bits() >> 80 << 80)),
    };
    hash_of(&site.to_string())
}

fn hash_of(text: &str) -> AttemptHash {
    let SecretHash(hash) = SecretHash::of(text);
    let [low @ .., _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _] = hash;
    AttemptHash(low)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_site_is_one_origin() {
        let origin = |text: &str| origin(text.parse().expect("an address"));
        for (one, other, same) in [
            ("192.0.2.1", "192.0.2.1", true),
            ("192.0.2.1", "192.0.2.2", false),
            ("2001:db8:1:2::3", "2001:db8:1:ffff::", true),
            ("2001:db8:1:2::3", "2001:db8:2:2::3", false),
        ] {
            assert_eq!(origin(one) == origin(other), same, "{one} {other}");
        }
    }

    #[test]
    fn attempts_are_counted_apart() {
        let address: IpAddr = "192.0.2.1".parse().expect("an address");
        let of_account = |email| super::of_account(Attempt::Account, email);
        assert_ne!(Attempt::Address.from_address(address), of_account("192.0.2.1"));
        assert_ne!(of_account("a@b.example"), of_account("c@b.example"));
        let again = super::of_account(Attempt::Confirmation, "a@b.example");
        assert_ne!(of_account("a@b.example"), again, "a session is not kept out by strangers");
        let other: IpAddr = "192.0.2.2".parse().expect("an address");
        let here = of_account_from(address, "a@b.example");
        assert_ne!(here, of_account_from(other, "a@b.example"));
        assert_ne!(here, of_account_from(address, "c@b.example"));
        assert_eq!(here, of_account_from(address, "a@b.example"));
        assert_eq!(Attempt::AccountFromAddress.limit().get(), 10);
        assert!(Attempt::Account.limit() > Attempt::Address.limit(), "one address fills it never");
    }
}
