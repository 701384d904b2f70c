//! Authorities and what they issue.

use crate::Plan;
use rcgen::{
    BasicConstraints, CertificateParams, CertificateRevocationListParams, CertifiedIssuer,
    CrlDistributionPoint, DnType, ExtendedKeyUsagePurpose, IsCa, KeyIdMethod, KeyPair,
    KeyUsagePurpose, PKCS_RSA_SHA256, RevocationReason, RevokedCertParams, SerialNumber,
};
use std::fmt;
use time::{Duration, OffsetDateTime};

/// The cryptography failed, or a name cannot stand in a certificate.
#[derive(Debug, thiserror::Error)]
#[error("the certificate cannot be made")]
pub struct Fault(#[from] rcgen::Error);

/// A certificate with its key, both PEM; the key is PKCS#8.
#[derive(Clone)]
pub struct Pair {
    /// The certificate.
    pub certificate: String,
    /// The private key.
    pub key: String,
    /// The serial number, big-endian.
    pub serial: Vec<u8>,
}

impl fmt::Debug for Pair {
    /// Without the key.
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "Pair({:02x?})", self.serial)
    }
}

/// An authority with its key.
pub struct Authority(CertifiedIssuer<'static, KeyPair>);

impl fmt::Debug for Authority {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("Authority")
    }
}

impl Authority {
    /// An authority that signed itself.
    ///
    /// # Errors
    /// [`Fault`].
    pub fn root(name: &str, plan: &Plan) -> Result<Self, Fault> {
        let issuer = CertifiedIssuer::self_signed(authority(name, None, plan)?, key()?)?;
        Ok(Self(issuer))
    }

    /// An authority below this one; `list` is where the list of the revoked ones is.
    pub(crate) fn authority(&self, name: &str, list: &str, plan: &Plan) -> Result<Self, Fault> {
        let parameters = authority(name, Some(list), plan)?;
        Ok(Self(CertifiedIssuer::signed_by(parameters, key()?, &self.0)?))
    }

    /// The certificate of a member of the network.
    ///
    /// # Errors
    /// [`Fault`].
    pub fn member(
        &self,
        seat_id: &str,
        country: &str,
        unit: &str,
        list: &str,
        plan: &Plan,
    ) -> Result<Pair, Fault> {
        let mut parameters = parameters(plan.now, plan.validity)?;
        let name = &mut parameters.distinguished_name;
        name.push(DnType::CountryName, country);
        name.push(DnType::OrganizationName, format!("Test {seat_id}"));
        name.push(DnType::OrganizationalUnitName, unit);
        name.push(DnType::CommonName, seat_id);
        parameters.key_usages = vec![
            KeyUsagePurpose::DigitalSignature,
            KeyUsagePurpose::KeyEncipherment,
            KeyUsagePurpose::KeyAgreement,
        ];
        parameters.extended_key_usages = vec![ExtendedKeyUsagePurpose::ClientAuth];
        parameters.crl_distribution_points = vec![point(list)];
        self.issue(parameters)
    }

    /// A certificate for a TLS server.
    pub(crate) fn server(&self, names: &[&str], plan: &Plan) -> Result<Pair, Fault> {
        let names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
        let mut own = CertificateParams::new(names)?;
        dated(&mut own, plan.now, plan.validity);
        own.distinguished_name.push(DnType::CommonName, "Test server");
        own.key_usages = vec![KeyUsagePurpose::DigitalSignature, KeyUsagePurpose::KeyEncipherment];
        own.extended_key_usages = vec![ExtendedKeyUsagePurpose::ServerAuth];
        self.issue(own)
    }

    fn issue(&self, mut parameters: CertificateParams) -> Result<Pair, Fault> {
        let key = key()?;
        parameters.use_authority_key_identifier_extension = true;
        let serial = serial(&key);
        parameters.serial_number = Some(SerialNumber::from_slice(&serial));
        let certificate = parameters.signed_by(&key, &self.0)?;
        Ok(Pair { certificate: certificate.pem(), key: key.serialize_pem(), serial })
    }

    /// Its certificate, PEM.
    #[must_use]
    pub fn certificate(&self) -> String {
        self.0.pem()
    }

    /// Its private key, PEM.
    #[must_use]
    pub fn key(&self) -> String {
        self.0.key().serialize_pem()
    }

    /// Its list of revoked certificates (DER), valid for a month from an instant.
    ///
    /// # Errors
    /// [`Fault`].
    pub fn list(&self, revoked: &[&Pair], at: OffsetDateTime) -> Result<Vec<u8>, Fault> {
        let entry = |pair: &&Pair| RevokedCertParams {
            serial_number: SerialNumber::from_slice(&pair.serial),
            revocation_time: at,
            reason_code: Some(RevocationReason::KeyCompromise),
            invalidity_date: None,
        };
        let list = CertificateRevocationListParams {
            this_update: at,
            next_update: at + Duration::days(30),
            crl_number: SerialNumber::from(1),
            issuing_distribution_point: None,
            revoked_certs: revoked.iter().map(entry).collect(),
            key_identifier_method: KeyIdMethod::Sha256,
        };
        Ok(list.signed_by(&self.0)?.der().to_vec())
    }
}

/// RSA of 2048 bits, which the network asks of members.
fn key() -> Result<KeyPair, Fault> {
    Ok(KeyPair::generate_for(&PKCS_RSA_SHA256)?)
}

/// Sixteen positive bytes that no other key gives.
fn serial(key: &KeyPair) -> Vec<u8> {
    let public = key.public_key_raw();
    let middle = &public[public.len() / 2..public.len() / 2 + 16];
    let mut serial = middle.to_vec();
    serial[0] = serial[0] & 0x7f | 0x40;
    serial
}

fn parameters(now: OffsetDateTime, validity: Duration) -> Result<CertificateParams, Fault> {
    let mut parameters = CertificateParams::default();
    dated(&mut parameters, now, validity);
    Ok(parameters)
}

fn dated(parameters: &mut CertificateParams, now: OffsetDateTime, validity: Duration) {
    parameters.not_before = now - Duration::DAY;
    parameters.not_after = now + validity;
    parameters.distinguished_name = rcgen::DistinguishedName::new();
}

fn authority(name: &str, list: Option<&str>, plan: &Plan) -> Result<CertificateParams, Fault> {
    let mut own = parameters(plan.now, plan.validity * 10)?;
    own.distinguished_name.push(DnType::CountryName, "BE");
    own.distinguished_name.push(DnType::OrganizationName, "Test network");
    own.distinguished_name.push(DnType::OrganizationalUnitName, "FOR TEST ONLY");
    own.distinguished_name.push(DnType::CommonName, name);
    own.key_usages = vec![
        KeyUsagePurpose::DigitalSignature,
        KeyUsagePurpose::KeyCertSign,
        KeyUsagePurpose::CrlSign,
    ];
    own.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    own.use_authority_key_identifier_extension = list.is_some();
    own.crl_distribution_points = list.map(point).into_iter().collect();
    Ok(own)
}

fn point(url: &str) -> CrlDistributionPoint {
    CrlDistributionPoint { uris: vec![url.to_owned()] }
}
