//! The key that encrypts secrets at rest: from the setting, or from a file next to an embedded database, which is
//! created at the first start.

use data_encoding::{BASE64, HEXLOWER, HEXLOWER_PERMISSIVE};
use ring::rand::{SecureRandom, SystemRandom};
use std::{
    fmt, fs,
    io::{self, Write},
    os::unix::fs::OpenOptionsExt,
    path::{Path, PathBuf},
};

/// A key of 32 bytes. `Debug` prints `***`.
#[derive(Clone, PartialEq, Eq)]
pub struct SecretsKey([u8; 32]);

/// Why there is no usable key.
#[derive(Debug, thiserror::Error)]
pub enum SecretsKeyError {
    /// The file next to the database cannot be read or created.
    #[error("the file of the secrets key {path}, beside the database of BILLHOOK_DATABASE_URL")]
    File {
        /// The path of the file.
        path: PathBuf,
        /// The error of the file system.
        source: io::Error,
    },
    /// The file holds something else than a key.
    #[error("{0} holds no secrets key: 64 hexadecimal digits, or base64 of 32 bytes")]
    NoKey(PathBuf),
}

impl fmt::Debug for SecretsKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("***")
    }
}

impl SecretsKey {
    /// Parses 64 hexadecimal digits, or base64 of 32 bytes.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.trim().as_bytes();
        let bytes = match text.len() {
            64 => HEXLOWER_PERMISSIVE.decode(text),
            _ => BASE64.decode(text),
        };
        Some(Self(bytes.ok()?.try_into().ok()?))
    }

    /// The bytes of the key.
    #[must_use]
    pub const fn bytes(&self) -> [u8; 32] {
        self.0
    }
}

/// Loads the key of an installation: from the setting, or from the file next to an embedded database. `None` on
/// PostgreSQL without the setting: several machines must share one key, so none can create it alone.
///
/// # Errors
/// [`SecretsKeyError`].
pub fn load(
    configured: Option<SecretsKey>,
    database_url: &str,
) -> Result<Option<SecretsKey>, SecretsKeyError> {
    if configured.is_some() {
        return Ok(configured);
    }
    let Some(database) = embedded(database_url) else { return Ok(None) };
    let mut name = database.into_os_string();
    name.push(".key");
    let path = PathBuf::from(name);
    match read_or_make(&path) {
        Ok(text) => SecretsKey::parse(&text).map(Some).ok_or(SecretsKeyError::NoKey(path)),
        Err(source) => Err(SecretsKeyError::File { path, source }),
    }
}

/// The path of the key file of an embedded database.
fn embedded(url: &str) -> Option<PathBuf> {
    let path = url.strip_prefix("sqlite:")?;
    let path = path.strip_prefix("//").unwrap_or(path);
    (!path.is_empty() && !path.contains(":memory:") && !path.contains("mode=memory"))
        .then(|| PathBuf::from(path))
}

/// Reads or creates the file. Another process reads the complete key, because the file appears with its content.
fn read_or_make(path: &Path) -> io::Result<String> {
    match fs::read_to_string(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        read => return read,
    }
    let mut bytes = [0; 32];
    SystemRandom::new().fill(&mut bytes).map_err(|_| io::Error::other("no random bytes"))?;
    let unfinished = path.with_extension(format!("key-{}", std::process::id()));
    let mut options = fs::OpenOptions::new();
    let mut file = options.write(true).create(true).truncate(true).mode(0o600).open(&unfinished)?;
    file.write_all(HEXLOWER.encode(&bytes).as_bytes())?;
    file.write_all(b"\n")?;
    file.sync_all()?;
    let linked = fs::hard_link(&unfinished, path);
    fs::remove_file(&unfinished)?;
    match linked {
        Err(error) if error.kind() != io::ErrorKind::AlreadyExists => Err(error),
        _ => fs::read_to_string(path),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::PermissionsExt;

    #[test]
    fn keys_are_read_in_both_forms() {
        let hex = "0b".repeat(32);
        let base64 = BASE64.encode(&[11; 32]);
        for text in [hex.as_str(), &hex.to_uppercase(), &base64, &format!(" {hex}\n")] {
            assert_eq!(SecretsKey::parse(text).map(|key| key.bytes()), Some([11; 32]), "{text}");
        }
        for text in ["", "0b", &hex[1..], &BASE64.encode(&[11; 31]), &"g".repeat(64)] {
            assert_eq!(SecretsKey::parse(text), None, "{text}");
        }
        assert_eq!(format!("{:?}", SecretsKey([7; 32])), "***");
    }

    #[test]
    fn the_file_is_made_once_and_for_its_owner_only() {
        let folder = std::env::temp_dir().join(format!("billhook-key-{}", uuid::Uuid::now_v7()));
        fs::create_dir_all(&folder).expect("a folder");
        let database = format!("sqlite:{}/b.db", folder.display());
        let key = load(None, &database).expect("a key").expect("made");
        assert_eq!(load(None, &database).expect("a key"), Some(key), "read the second time");
        let file = folder.join("b.db.key");
        let mode = fs::metadata(&file).expect("the file").permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
        assert_eq!(fs::read_dir(&folder).expect("the folder").count(), 1, "nothing is left over");
        fs::write(&file, "rubbish").expect("written");
        assert!(matches!(load(None, &database), Err(SecretsKeyError::NoKey(_))));
        fs::remove_dir_all(&folder).expect("removed");
    }

    #[test]
    fn no_machine_makes_a_key_for_others() {
        assert_eq!(load(None, "postgres://127.0.0.1/x").expect("no error"), None);
    }
}
