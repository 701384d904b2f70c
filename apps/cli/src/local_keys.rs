//! The keys of a Peppol network on this machine, as files.

use super::local_world::{BUYER, Provider, SELLER};
use std::{
    fs,
    path::{Path, PathBuf},
};
use test_pki::{Pair, Plan, TestPki};

/// Certificate and key of an access point.
pub(super) fn access_point(dir: &Path, provider: Provider) -> PathBuf {
    dir.join(provider.name).join("ap.pem")
}

/// Certificate and key of an installation's SMP.
pub(super) fn publisher(dir: &Path, provider: Provider) -> PathBuf {
    dir.join(provider.name).join("smp.pem")
}

/// The keys of both installations.
pub(super) struct Keys {
    pub(super) pki: TestPki,
    providers: [(Provider, Pair, Pair); 2],
    /// The keys of an SMP that belongs to no installation.
    pub(super) publisher: Pair,
    /// The TLS certificate for `localhost`.
    pub(super) tls: Pair,
}

impl Keys {
    pub(super) fn make(plan: &Plan) -> Result<Self, test_pki::Fault> {
        let pki = TestPki::new(plan)?;
        let of = |provider: Provider| {
            let access_point = pki.access_point(provider.seat, "SK")?;
            Ok::<_, test_pki::Fault>((provider, access_point, pki.publisher(provider.seat, "SK")?))
        };
        Ok(Self {
            providers: [of(SELLER)?, of(BUYER)?],
            publisher: pki.publisher("PSK000003", "SK")?,
            tls: pki.server(&["localhost", "127.0.0.1"])?,
            pki,
        })
    }

    /// Writes the files that installations are configured with.
    pub(super) fn write(&self, dir: &Path) -> std::io::Result<()> {
        let trust = dir.join("trust");
        fs::create_dir_all(&trust)?;
        fs::write(trust.join("access-points.pem"), self.pki.access_points.certificate())?;
        fs::write(trust.join("publishers.pem"), self.pki.publishers.certificate())?;
        fs::write(dir.join("tls-roots.pem"), self.pki.root.certificate())?;
        for (provider, own, smp) in &self.providers {
            fs::create_dir_all(dir.join(provider.name))?;
            let both = |pair: &Pair| format!("{}{}", pair.certificate, pair.key);
            fs::write(access_point(dir, *provider), both(own))?;
            fs::write(publisher(dir, *provider), both(smp))?;
        }
        Ok(())
    }
}
