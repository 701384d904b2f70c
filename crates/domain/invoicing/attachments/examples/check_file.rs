//! Checks files given as arguments, or three built-in ones: `cargo run -p attachments --example
//! check_file -- contract.pdf`.

use attachments::{Kind, Refused, check, sniff};

fn main() -> std::io::Result<()> {
    let paths: Vec<String> = std::env::args().skip(1).collect();
    for path in &paths {
        let bytes = std::fs::read(path)?;
        report(path, &sniff(&bytes));
    }
    if paths.is_empty() {
        report("contract.pdf", &check("contract.pdf", "application/pdf", b"%PDF-1.7\n%%EOF"));
        report("prices.csv", &check("prices.csv", "text/csv", b"item;price\npen;1,20\n"));
        report("photo.jpg", &check("photo.jpg", "image/jpeg", b"GIF89a"));
    }
    Ok(())
}

fn report(name: &str, verdict: &Result<Kind, Refused>) {
    match verdict {
        Ok(kind) => println!("{name}: {kind} ({})", kind.mime_code()),
        Err(refused) => println!("{name}: refused: {refused}"),
    }
}
