//! X.509 certificates.

use std::fmt;

use data_encoding::{BASE64, HEXUPPER};
use time::OffsetDateTime;
use x509_parser::extensions::ParsedExtension;
use x509_parser::prelude::{FromDer, X509Certificate};

/// A parsed certificate.
#[derive(Clone, PartialEq, Eq)]
pub struct Certificate {
    der: Vec<u8>,
    /// The common name of its subject: the seat id of a provider, as `PSK000001`.
    pub common_name: String,
    /// The subject, for people; the order of its parts varies.
    pub subject: String,
    /// The issuer, for people.
    pub issuer: String,
    /// The serial number in hexadecimal digits, without leading zeros.
    pub serial: String,
    /// The first instant of its validity.
    pub not_before: OffsetDateTime,
    /// The last instant of its validity.
    pub not_after: OffsetDateTime,
    /// Whether it is an authority's.
    pub is_authority: bool,
    /// The addresses of lists of revoked certificates.
    pub revocation_lists: Vec<String>,
    pub(crate) subject_key_identifier: Option<Vec<u8>>,
    /// The RSA public key (PKCS#1).
    pub(crate) public_key: Vec<u8>,
    /// The public key with its algorithm (X.509).
    pub(crate) public_key_info: Vec<u8>,
}

impl fmt::Debug for Certificate {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "Certificate({}, {})", self.subject, self.serial)
    }
}

/// Bytes that are no certificate.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("these bytes are no X.509 certificate")]
pub struct NoCertificate;

impl Certificate {
    /// Parses DER.
    ///
    /// # Errors
    /// [`NoCertificate`].
    pub fn of_der(der: &[u8]) -> Result<Self, NoCertificate> {
        let (rest, read) = X509Certificate::from_der(der).map_err(|_| NoCertificate)?;
        if !rest.is_empty() {
            return Err(NoCertificate);
        }
        let name = read.subject().iter_common_name().next().and_then(|name| name.as_str().ok());
        let key = read.public_key();
        Ok(Self {
            der: der.to_vec(),
            common_name: name.unwrap_or_default().to_owned(),
            subject: read.subject().to_string(),
            issuer: read.issuer().to_string(),
            serial: HEXUPPER.encode(read.raw_serial()).trim_start_matches('0').to_owned(),
            not_before: read.validity().not_before.to_datetime(),
            not_after: read.validity().not_after.to_datetime(),
            is_authority: read.is_ca(),
            revocation_lists: revocation_lists(&read),
            subject_key_identifier: subject_key_identifier(&read),
            public_key: key.subject_public_key.data.to_vec(),
            public_key_info: key.raw.to_vec(),
        })
    }

    /// Reads what messages hold: Base64 of DER, with or without the lines of PEM around it.
    ///
    /// # Errors
    /// [`NoCertificate`].
    pub fn of_text(text: &str) -> Result<Self, NoCertificate> {
        let first = Self::ders_of_pem(text).into_iter().next();
        let der = first.or_else(|| crate::tree::base64(text)).ok_or(NoCertificate)?;
        Self::of_der(&der)
    }

    /// All certificates of a PEM file.
    ///
    /// # Errors
    /// [`NoCertificate`] when one cannot be parsed, or there is none.
    pub fn all_of_pem(text: &str) -> Result<Vec<Self>, NoCertificate> {
        let ders = Self::ders_of_pem(text);
        let all: Result<Vec<_>, _> = ders.iter().map(|der| Self::of_der(der)).collect();
        all.and_then(|all| if all.is_empty() { Err(NoCertificate) } else { Ok(all) })
    }

    fn ders_of_pem(text: &str) -> Vec<Vec<u8>> {
        super::pem::sections(text, "CERTIFICATE")
    }

    /// The DER bytes.
    #[must_use]
    pub fn der(&self) -> &[u8] {
        &self.der
    }

    /// The bytes as in messages: Base64 without line breaks.
    #[must_use]
    pub fn base64(&self) -> String {
        BASE64.encode(&self.der)
    }

    /// The serial number in decimal digits, as XML signatures write it.
    pub(crate) fn decimal_serial(&self) -> String {
        let mut digits = vec![0_u8];
        for nibble in self.serial.chars().filter_map(|digit| digit.to_digit(16)) {
            let mut carry = nibble;
            for digit in digits.iter_mut().rev() {
                let value = u32::from(*digit) * 16 + carry;
                *digit = u8::try_from(value % 10).unwrap_or(0);
                carry = value / 10;
            }
            while carry > 0 {
                digits.insert(0, u8::try_from(carry % 10).unwrap_or(0));
                carry /= 10;
            }
        }
        digits.into_iter().map(|digit| char::from(b'0' + digit)).collect()
    }

    /// Whether it is valid at an instant, by its own dates.
    #[must_use]
    pub fn is_within_dates(&self, at: OffsetDateTime) -> bool {
        (self.not_before..=self.not_after).contains(&at)
    }
}

fn revocation_lists(read: &X509Certificate<'_>) -> Vec<String> {
    let mut found = Vec::new();
    for extension in read.extensions() {
        let ParsedExtension::CRLDistributionPoints(points) = extension.parsed_extension() else {
            continue;
        };
        for point in points.iter() {
            let Some(x509_parser::extensions::DistributionPointName::FullName(names)) =
                &point.distribution_point
            else {
                continue;
            };
            for name in names {
                if let x509_parser::extensions::GeneralName::URI(uri) = name {
                    found.push((*uri).to_owned());
                }
            }
        }
    }
    found
}

fn subject_key_identifier(read: &X509Certificate<'_>) -> Option<Vec<u8>> {
    read.extensions().iter().find_map(|extension| match extension.parsed_extension() {
        ParsedExtension::SubjectKeyIdentifier(identifier) => Some(identifier.0.to_vec()),
        _ => None,
    })
}
