use std::{
    env, fs,
    path::{Path, PathBuf},
};
use store::{Store, StoreOptions};
use uuid::Uuid;

/// A folder of one test, and the URL of a database in it.
pub struct TempFolder(PathBuf);

impl TempFolder {
    /// Without a database.
    ///
    /// # Panics
    /// If it cannot be made.
    #[must_use]
    pub fn create() -> Self {
        let path = env::temp_dir().join(format!("billhook-test-{}", Uuid::new_v4()));
        fs::create_dir(&path).expect("a folder for the test");
        Self(path)
    }

    /// With a database that has the schema.
    ///
    /// # Panics
    /// If it cannot be made.
    pub async fn migrated() -> Self {
        let name = format!("billhook-template-{}.db", env!("SQLITE_MIGRATIONS"));
        let template = env::temp_dir().join(name);
        if !template.exists() {
            make(&template).await;
        }
        let folder = Self::create();
        fs::copy(&template, folder.file(DATABASE)).expect("a copy of the template");
        folder
    }

    /// A file in it.
    #[must_use]
    pub fn file(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    /// The URL of its database.
    #[must_use]
    pub fn url(&self) -> String {
        format!("sqlite:{}", self.file(DATABASE).display())
    }
}

impl Drop for TempFolder {
    fn drop(&mut self) {
        _ = fs::remove_dir_all(&self.0);
    }
}

const DATABASE: &str = "billhook.db";

/// Migrates a file and renames it: others see the whole template or none. Two may make it at once;
/// both are the same.
async fn make(template: &Path) {
    let folder = TempFolder::create();
    let store = Store::open(&folder.url(), StoreOptions::default()).await.expect("a new file");
    store.migrate().await.expect("migrated");
    drop(store);
    // the last connection writes the log into the file when it closes
    let log = fs::metadata(folder.file("billhook.db-wal")).map_or(0, |log| log.len());
    assert_eq!(log, 0, "the template is still open");
    fs::rename(folder.file(DATABASE), template).expect("the template");
}
