//! Whether there is a server for tests is known when they are compiled: a test cannot ignore itself when it runs.

fn main() {
    println!("cargo::rustc-check-cfg=cfg(has_postgres)");
    println!("cargo::rerun-if-env-changed=TEST_DATABASE_URL");
    if std::env::var("TEST_DATABASE_URL").is_ok_and(|url| !url.is_empty()) {
        println!("cargo::rustc-cfg=has_postgres");
    }
}
