//! A whole PKI as files.

use crate::{Authority, Fault, Plan, TestPki};

/// A file: its name and its bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct File {
    /// As `ap1.pem`.
    pub name: &'static str,
    /// What is in it.
    pub bytes: Vec<u8>,
    /// Whether it holds a private key.
    pub is_secret: bool,
}

/// The files of a PKI: authorities (`root`, `ap-ca`, `smp-ca`), two access points, an SMP, one that is `revoked`, one
/// of a `rogue` authority, one for `tls` on this machine; each as `.pem` and `.key`; and three lists of revoked
/// certificates in DER, `.crl`.
///
/// # Errors
/// [`Fault`].
pub fn files(plan: &Plan) -> Result<Vec<File>, Fault> {
    let pki = TestPki::new(plan)?;
    let rogue_authority = Authority::root("PEPPOL ACCESS POINT TEST CA", plan)?;
    let list = plan.list_url("ap.crl");
    let rogue = rogue_authority.member("PSK000001", "XX", "PEPPOL TEST AP", &list, plan)?;
    let revoked = pki.access_point("PSK000009", "SK")?;
    let mut files = Vec::new();
    for (pem, key, authority) in [
        ("root.pem", "root.key", &pki.root),
        ("ap-ca.pem", "ap-ca.key", &pki.access_points),
        ("smp-ca.pem", "smp-ca.key", &pki.publishers),
        ("rogue-ca.pem", "rogue-ca.key", &rogue_authority),
    ] {
        push(&mut files, pem, key, authority.certificate(), authority.key());
    }
    for (pem, key, pair) in [
        ("ap1.pem", "ap1.key", &pki.access_point("PSK000001", "SK")?),
        ("ap2.pem", "ap2.key", &pki.access_point("PAT000002", "AT")?),
        ("smp.pem", "smp.key", &pki.publisher("PSK000001", "SK")?),
        ("revoked.pem", "revoked.key", &revoked),
        ("rogue.pem", "rogue.key", &rogue),
        ("tls.pem", "tls.key", &pki.server(&["localhost", "127.0.0.1"])?),
    ] {
        push(&mut files, pem, key, pair.certificate.clone(), pair.key.clone());
    }
    for (name, bytes) in [
        ("root.crl", pki.root.list(&[], plan.now)?),
        ("ap.crl", pki.access_points.list(&[&revoked], plan.now)?),
        ("smp.crl", pki.publishers.list(&[], plan.now)?),
    ] {
        files.push(File { name, bytes, is_secret: false });
    }
    Ok(files)
}

fn push(
    files: &mut Vec<File>,
    certificate_name: &'static str,
    key_name: &'static str,
    certificate: String,
    key: String,
) {
    files.push(File { name: certificate_name, bytes: certificate.into(), is_secret: false });
    files.push(File { name: key_name, bytes: key.into(), is_secret: true });
}
