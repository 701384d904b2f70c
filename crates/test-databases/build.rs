//! Templates are named by the migrations that were compiled in with the store. A name that was made of the files when a
//! test runs would be wrong where they were edited after the build: that template would keep the old schema for good.

#[path = "src/state.rs"]
mod state;

use std::path::Path;

fn main() {
    let migrations = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../migrations");
    println!("cargo::rerun-if-changed={}", migrations.display());
    for (engine, variable) in [("sqlite", "SQLITE_MIGRATIONS"), ("postgres", "POSTGRES_MIGRATIONS")]
    {
        println!("cargo::rustc-env={variable}={}", state::of_files(&migrations.join(engine)));
    }
}
