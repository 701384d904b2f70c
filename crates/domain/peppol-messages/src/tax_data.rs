//! The id of a document in the Slovak tax data document (rule ID-BDID-01).

use aws_lc_rs::digest::{SHA1_FOR_LEGACY_USE_ONLY, digest};
use data_encoding::HEXLOWER;

/// The name space of the ids: e0bc4ac8-b025-46e5-a76d-0c893fc3027e.
const NAME_SPACE: [u8; 16] = [
    0xe0, 0xbc, 0x4a, 0xc8, 0xb0, 0x25, 0x46, 0xe5, 0xa7, 0x6d, 0x0c, 0x89, 0x3f, 0xc3, 0x02, 0x7e,
];

/// What an id is made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ReportedDocument<'a> {
    /// The scheme of the seller's endpoint; left out by some who make such ids.
    pub seller_scheme: Option<&'a str>,
    /// The seller's endpoint.
    pub seller_endpoint: &'a str,
    /// As `380`.
    pub type_code: &'a str,
    /// The number.
    pub number: &'a str,
    /// `YYYY-MM-DD`
    pub issue_date: &'a str,
}

impl ReportedDocument<'_> {
    /// The id: a UUID of version 5 over the parts, joined by blanks.
    #[must_use]
    pub fn uuid(&self) -> String {
        let rest = [self.seller_endpoint, self.type_code, self.number, self.issue_date];
        let parts: Vec<_> = self.seller_scheme.into_iter().chain(rest).collect();
        let named = [&NAME_SPACE[..], parts.join(" ").as_bytes()].concat();
        let hash = digest(&SHA1_FOR_LEGACY_USE_ONLY, &named);
        let mut bytes = [0; 16];
        for (byte, of_hash) in bytes.iter_mut().zip(hash.as_ref()) {
            *byte = *of_hash;
        }
        bytes[6] = bytes[6] & 0x0f | 0x50;
        bytes[8] = bytes[8] & 0x3f | 0x80;
        let hex = HEXLOWER.encode(&bytes);
        [&hex[..8], &hex[8..12], &hex[12..16], &hex[16..20], &hex[20..]].join("-")
    }
}
