use std::{
    fs,
    hash::{DefaultHasher, Hash, Hasher},
    path::{Path, PathBuf},
};

/// Names the state of the migrations of `sqlite` or `postgres`: the same for the same files.
pub fn of_migrations(kind: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../migrations").join(kind);
    let mut hasher = DefaultHasher::new();
    for migration in sorted(&folder) {
        for file in sorted(&migration) {
            file.strip_prefix(&folder).expect("a file of the folder").hash(&mut hasher);
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
