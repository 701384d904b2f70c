//! The files and folders that settings name.

use super::{error::ConfigError, settings::Config};
use std::{fs, io, path::Path};

/// The beginning of a certificate in PEM.
const CERTIFICATE: &str = "-----BEGIN CERTIFICATE-----";

impl Config {
    /// Checks that they exist and can be read, also those that are not used yet. Otherwise the error would appear only
    /// when a network is switched on later, or in the first call that needs a file.
    ///
    /// # Errors
    /// [`ConfigError::Invalid`].
    pub fn check_files(&self) -> Result<(), ConfigError> {
        for (name, files) in [
            ("BILLHOOK_PEPPOL_TEST_KEYS", &self.peppol_test_keys),
            ("BILLHOOK_PEPPOL_LIVE_KEYS", &self.peppol_live_keys),
            ("BILLHOOK_PEPPOL_TEST_SMP_KEYS", &self.peppol_test_smp_keys),
            ("BILLHOOK_PEPPOL_LIVE_SMP_KEYS", &self.peppol_live_smp_keys),
        ] {
            files.iter().try_for_each(|file| certificates(name, file))?;
        }
        for (name, folder) in [
            ("BILLHOOK_PEPPOL_TEST_TRUST", &self.peppol_test_trust),
            ("BILLHOOK_PEPPOL_LIVE_TRUST", &self.peppol_live_trust),
        ] {
            if let Some(folder) = folder {
                certificates(name, &folder.join("access-points.pem"))?;
                certificates(name, &folder.join("publishers.pem"))?;
            }
        }
        for (name, file) in [
            ("BILLHOOK_PEPPOL_SML_ROOTS", &self.peppol_sml_roots),
            ("BILLHOOK_PEPPOL_TLS_ROOTS", &self.peppol_tls_roots),
        ] {
            file.as_deref().map_or(Ok(()), |file| certificates(name, file))?;
        }
        self.fonts.as_deref().map_or(Ok(()), |folder| is_folder("BILLHOOK_FONTS", folder))
    }
}

/// A file with certificates in PEM.
fn certificates(name: &'static str, file: &Path) -> Result<(), ConfigError> {
    match fs::read(file) {
        Ok(bytes) if bytes.windows(CERTIFICATE.len()).any(|at| at == CERTIFICATE.as_bytes()) => {
            Ok(())
        }
        Ok(_) => Err(unfit(name, file, "must name a file of certificates in PEM".to_owned())),
        Err(error) => {
            Err(unfit(name, file, format!("must name a file that can be read ({error})")))
        }
    }
}

fn is_folder(name: &'static str, folder: &Path) -> Result<(), ConfigError> {
    let read = fs::read_dir(folder).map(drop);
    read.map_err(|error: io::Error| {
        unfit(name, folder, format!("must name a folder that can be read ({error})"))
    })
}

fn unfit(name: &'static str, path: &Path, message: String) -> ConfigError {
    ConfigError::Invalid { name, message, given: Some(path.display().to_string()) }
}
