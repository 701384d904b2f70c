//! A PKI shaped like Peppol's: a root, an authority of access points, one of SMPs, certificates of both roles, one
//! that is revoked, one of a rogue authority, one for TLS, and lists of revoked certificates. For tests and
//! demonstrations: its keys are public.
//!
//! ```
//! let pki = test_pki::TestPki::new(&test_pki::Plan::default())?;
//! let sender = pki.access_point("PSK000001", "SK")?;
//! assert!(sender.certificate.contains("BEGIN CERTIFICATE"));
//! # Ok::<(), test_pki::Fault>(())
//! ```
#![warn(missing_docs)]

mod authority;
mod files;
mod plan;

pub use authority::{Authority, Fault, Pair};
pub use files::{File, files};
pub use plan::Plan;

/// Root and authorities.
#[derive(Debug)]
pub struct TestPki {
    /// The root: it issues the two authorities and the certificate for TLS.
    pub root: Authority,
    /// The authority of access points.
    pub access_points: Authority,
    /// The authority of SMPs.
    pub publishers: Authority,
    plan: Plan,
}

impl TestPki {
    /// Makes keys and certificates: some seconds of one core.
    ///
    /// # Errors
    /// [`Fault`] when the cryptography fails.
    pub fn new(plan: &Plan) -> Result<Self, Fault> {
        let root = Authority::root("PEPPOL Root TEST CA", plan)?;
        let list = plan.list_url("root.crl");
        let access_points = root.authority("PEPPOL ACCESS POINT TEST CA", &list, plan)?;
        let publishers =
            root.authority("PEPPOL SERVICE METADATA PUBLISHER TEST CA", &list, plan)?;
        Ok(Self { root, access_points, publishers, plan: plan.clone() })
    }

    /// The certificate and key of an access point: its seat id (`PSK000001`) and its country.
    ///
    /// # Errors
    /// [`Fault`].
    pub fn access_point(&self, seat_id: &str, country: &str) -> Result<Pair, Fault> {
        let list = self.plan.list_url("ap.crl");
        self.access_points.member(seat_id, country, "PEPPOL TEST AP", &list, &self.plan)
    }

    /// The certificate and key of an SMP.
    ///
    /// # Errors
    /// [`Fault`].
    pub fn publisher(&self, seat_id: &str, country: &str) -> Result<Pair, Fault> {
        let list = self.plan.list_url("smp.crl");
        self.publishers.member(seat_id, country, "PEPPOL TEST SMP", &list, &self.plan)
    }

    /// A certificate and key for a TLS server of these names and addresses.
    ///
    /// # Errors
    /// [`Fault`].
    pub fn server(&self, names: &[&str]) -> Result<Pair, Fault> {
        self.root.server(names, &self.plan)
    }
}
