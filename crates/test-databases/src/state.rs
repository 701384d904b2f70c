use std::{
    fs,
    hash::{DefaultHasher, Hash, Hasher},
    path::{Path, PathBuf},
};

/// Names the content of the migrations in a folder: the same for the same files, another one when a name or a byte
/// differs.
pub fn of_files(folder: &Path) -> String {
    let mut hasher = DefaultHasher::new();
    for migration in sorted(folder) {
        for file in sorted(&migration) {
            file.strip_prefix(folder).expect("a file of the folder").hash(&mut hasher);
            fs::read(&file).expect("a migration").hash(&mut hasher);
        }
    }
    format!("{:016x}", hasher.finish())
}

fn sorted(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
    let mut paths: Vec<_> = entries.map(|entry| entry.expect("an entry").path()).collect();
    paths.sort();
    paths
}
