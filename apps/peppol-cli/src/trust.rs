//! A folder of authorities.

use crate::exit::{Failed, about};
use peppol_messages::trust::Certificate;
use rustls_pki_types::CertificateRevocationListDer;
use rustls_pki_types::pem::PemObject as _;
use std::fs;
use std::path::Path;

/// Largest file that is read.
const LARGEST: u64 = 16 * 1024 * 1024;
/// Files that are read.
const EXTENSIONS: [&str; 4] = ["pem", "crt", "cer", "crl"];

/// What a folder holds.
#[derive(Debug, Default)]
pub struct Folder {
    /// Certificates, of PEM or DER.
    pub certificates: Vec<Certificate>,
    /// Lists of revoked certificates in DER, of PEM or DER.
    pub lists: Vec<Vec<u8>>,
}

impl Folder {
    /// Reads a folder. Other files in it are passed over.
    pub fn read(path: &Path) -> Result<Self, Failed> {
        let shown = path.display();
        let mut files: Vec<_> = fs::read_dir(path)
            .and_then(|entries| entries.map(|entry| entry.map(|one| one.path())).collect())
            .map_err(|why: std::io::Error| about(&shown, &why))?;
        files.sort();
        let mut folder = Self::default();
        for file in files {
            folder.add(&file)?;
        }
        if folder.certificates.iter().all(|one| !one.is_authority) {
            return Err(about(&shown, &"there is no certificate of an authority in it"));
        }
        Ok(folder)
    }

    fn add(&mut self, file: &Path) -> Result<(), Failed> {
        let extension = file.extension().and_then(|extension| extension.to_str());
        let extension = extension.map(str::to_ascii_lowercase).unwrap_or_default();
        if !EXTENSIONS.contains(&&*extension) {
            return Ok(());
        }
        let bytes = read(file)?;
        let fault = |why: &dyn std::fmt::Display| about(&file.display(), why);
        if let Ok(text) = std::str::from_utf8(&bytes) {
            return self.add_pem(text).map_err(|why| fault(&why));
        }
        if extension == "crl" {
            self.lists.push(bytes);
        } else {
            self.certificates.push(Certificate::of_der(&bytes).map_err(|why| fault(&why))?);
        }
        Ok(())
    }

    /// Keys that lie there too are passed over.
    fn add_pem(&mut self, text: &str) -> Result<(), String> {
        if text.contains("-----BEGIN CERTIFICATE-----") {
            let read = Certificate::all_of_pem(text);
            self.certificates.extend(read.map_err(|why| why.to_string())?);
        }
        for list in CertificateRevocationListDer::pem_slice_iter(text.as_bytes()) {
            self.lists.push(list.map_err(|why| why.to_string())?.to_vec());
        }
        if text.contains("-----BEGIN ") {
            Ok(())
        } else {
            Err("it is neither PEM nor DER".to_owned())
        }
    }
}

fn read(file: &Path) -> Result<Vec<u8>, Failed> {
    let fault = |why: std::io::Error| about(&file.display(), &why);
    if fs::metadata(file).map_err(fault)?.len() > LARGEST {
        return Err(about(&file.display(), &format!("it is larger than {LARGEST} bytes")));
    }
    fs::read(file).map_err(fault)
}
