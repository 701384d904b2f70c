//! The migrations are built into the library: build again when they change.
fn main() {
    println!("cargo:rerun-if-changed=../../../migrations");
}
