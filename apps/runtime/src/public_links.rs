//! Public links to invoices: a link alone gives access to its invoice. They cannot be guessed, and need no table: a
//! link holds the ids of organization and invoice, and their HMAC.

use crate::secrets_key::SecretsKey;
use access::OrganizationId;
use data_encoding::BASE64URL_NOPAD;
use invoicing::InvoiceId;
use ring::hmac;
use uuid::Uuid;

/// The purpose that the key of the links is derived for.
const PURPOSE: &[u8] = b"billhook public invoice links 1";

/// The length of the two ids, in bytes.
const IDS: usize = 32;

/// Makes and opens links. A new secrets key makes all of them invalid.
#[derive(Debug, Clone)]
pub struct PublicLinks {
    key: hmac::Key,
}

impl PublicLinks {
    /// The links of an installation with this secrets key.
    #[must_use]
    pub fn new(secrets_key: &SecretsKey) -> Self {
        let main = hmac::Key::new(hmac::HMAC_SHA256, &secrets_key.bytes());
        let derived = hmac::sign(&main, PURPOSE);
        Self { key: hmac::Key::new(hmac::HMAC_SHA256, derived.as_ref()) }
    }

    /// The token of an invoice: base64url of the two ids and their HMAC-SHA256.
    #[must_use]
    pub fn token(&self, organization: OrganizationId, invoice: InvoiceId) -> String {
        let ids = [organization.0.as_bytes().as_slice(), invoice.0.as_bytes()].concat();
        let tag = hmac::sign(&self.key, &ids);
        BASE64URL_NOPAD.encode(&[&ids, tag.as_ref()].concat())
    }

    /// The address of an invoice's page.
    #[must_use]
    pub fn url(&self, base_url: &str, organization: OrganizationId, invoice: InvoiceId) -> String {
        format!("{base_url}/i/{}", self.token(organization, invoice))
    }

    /// The ids that a token holds, if its HMAC is ours. Compared in constant time.
    #[must_use]
    pub fn open(&self, token: &str) -> Option<(OrganizationId, InvoiceId)> {
        let bytes = BASE64URL_NOPAD.decode(token.as_bytes()).ok()?;
        let (ids, tag) = bytes.split_at_checked(IDS)?;
        hmac::verify(&self.key, ids, tag).ok()?;
        let (organization, invoice) = ids.split_at(IDS / 2);
        let organization = Uuid::from_slice(organization).ok()?;
        Some((OrganizationId(organization), InvoiceId(Uuid::from_slice(invoice).ok()?)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn links(byte: &str) -> PublicLinks {
        PublicLinks::new(&SecretsKey::parse(&byte.repeat(32)).expect("a key"))
    }

    #[test]
    fn only_what_was_made_here_is_opened() {
        let (organization, invoice) =
            (OrganizationId(Uuid::from_u128(1)), InvoiceId(Uuid::from_u128(2)));
        let token = links("5a").token(organization, invoice);
        assert_eq!(links("5a").open(&token), Some((organization, invoice)));
        assert_eq!(links("5b").open(&token), None, "another installation's");
        for at in 0..token.len() {
            let mut changed = token.clone().into_bytes();
            changed[at] = if changed[at] == b'A' { b'B' } else { b'A' };
            let changed = String::from_utf8(changed).expect("ASCII");
            assert_eq!(links("5a").open(&changed), None, "changed at {at}");
            assert_eq!(links("5a").open(&token[..at]), None, "cut at {at}");
        }
        for text in ["", "x", "!", &"A".repeat(10_000)] {
            assert_eq!(links("5a").open(text), None);
        }
    }
}
