//! The recipient of a mail.

use access::Tier;
use notifications::{Address, AddressError};

/// The addresses that are known.
#[derive(Debug, Clone, Copy, Default)]
pub struct Recipients<'a> {
    /// The address in the request.
    pub named: Option<&'a str>,
    /// The address in the customer's current record.
    pub contact: Option<&'a str>,
    /// The customer's address on the invoice.
    pub invoice: Option<&'a str>,
    /// The organization's address.
    pub own: Option<&'a str>,
}

/// Why there is no recipient.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error, refusals::Refusal)]
#[refusal("mail_recipient")]
pub enum NoRecipient {
    /// 400 at `email`.
    #[error("{0}")]
    Named(AddressError),
    /// 400 at `email`.
    #[error("the customer has no e-mail address: name one")]
    Unknown,
    /// 400 at `email`: mail of test keys has nowhere to go.
    #[error("mail of a test key goes to the organization itself, which has no e-mail address")]
    NoneOfOwn,
}

/// The recipient of a mail: the address in the request, or else that of the customer's current record, or else that
/// on the invoice. Mail of a test key goes to the organization itself.
///
/// # Errors
/// [`NoRecipient`].
pub fn recipient(tier: Tier, known: &Recipients<'_>) -> Result<Address, NoRecipient> {
    let named = known.named.map(Address::parse).transpose().map_err(NoRecipient::Named)?;
    let usable = |text: Option<&str>| text.and_then(|text| Address::parse(text).ok());
    match tier {
        Tier::Test => usable(known.own).ok_or(NoRecipient::NoneOfOwn),
        Tier::Live => named
            .or_else(|| usable(known.contact))
            .or_else(|| usable(known.invoice))
            .ok_or(NoRecipient::Unknown),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_address_is_taken() {
        let all = Recipients {
            named: Some("n@a.sk"),
            contact: Some("c@a.sk"),
            invoice: Some("i@a.sk"),
            own: Some("o@a.sk"),
        };
        let unnamed = Recipients { named: None, ..all };
        let none = Recipients::default();
        for (tier, known, expected) in [
            (Tier::Live, all, Ok("n@a.sk")),
            (Tier::Live, unnamed, Ok("c@a.sk")),
            (Tier::Live, Recipients { contact: None, ..unnamed }, Ok("i@a.sk")),
            (Tier::Live, Recipients { contact: Some("no address"), ..unnamed }, Ok("i@a.sk")),
            (Tier::Live, Recipients { own: all.own, ..none }, Err(NoRecipient::Unknown)),
            (
                Tier::Live,
                Recipients { named: Some("x"), ..all },
                Err(NoRecipient::Named(AddressError::Form)),
            ),
            (Tier::Test, all, Ok("o@a.sk")),
            (
                Tier::Test,
                Recipients { named: Some("x"), ..all },
                Err(NoRecipient::Named(AddressError::Form)),
            ),
            (Tier::Test, Recipients { own: None, ..all }, Err(NoRecipient::NoneOfOwn)),
        ] {
            let chosen = recipient(tier, &known);
            assert_eq!(
                chosen.as_ref().map(Address::as_str),
                expected.as_ref().copied(),
                "{known:?}"
            );
        }
    }
}
