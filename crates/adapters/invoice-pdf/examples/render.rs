//! Writes one PDF of each kind, and of the special cases, into a folder (default `target/pdf`).
//!
//! ```text
//! cargo run -p invoice-pdf --example render -- target/pdf
//! ```

#[path = "../tests/samples/mod.rs"]
mod samples;

use std::{env, error::Error, fs, path::PathBuf, time::Instant};

use invoice_pdf::{
    DocumentKind, FontFolder, InvoicePage, Language, SET_OFF_LANGUAGES, render, render_set_off,
};

fn main() -> Result<(), Box<dyn Error>> {
    let folder = PathBuf::from(env::args().nth(1).unwrap_or_else(|| "target/pdf".into()));
    fs::create_dir_all(&folder)?;
    for (name, page) in documents() {
        let start = Instant::now();
        let pdf = render(&page, &FontFolder::default())?;
        let path = folder.join(format!("{name}.pdf"));
        fs::write(&path, &pdf.bytes)?;
        println!(
            "{:<34} {:>3} pages {:>6} KiB {:>6} ms",
            path.display(),
            pdf.pages,
            pdf.bytes.len() / 1024,
            start.elapsed().as_millis()
        );
    }
    for language in SET_OFF_LANGUAGES {
        let pdf = render_set_off(&samples::set_off(language), &FontFolder::default())?;
        fs::write(folder.join(format!("set-off-{}.pdf", language.code())), &pdf.bytes)?;
    }
    let hostile = render_set_off(&samples::hostile_set_off(), &FontFolder::default())?;
    fs::write(folder.join("set-off-hostile.pdf"), &hostile.bytes)?;
    Ok(())
}

fn documents() -> Vec<(String, InvoicePage)> {
    let mut all = Vec::new();
    for kind in DocumentKind::ALL {
        all.push((format!("{kind:?}").to_lowercase(), samples::of_kind(kind)));
    }
    for language in Language::ALL {
        all.push((format!("intra-eu-{}", language.code()), samples::intra_eu(language)));
    }
    let special = [
        ("czech", samples::czech()),
        ("foreign-currency", samples::foreign_currency()),
        ("not-vat-payer", samples::not_vat_payer()),
        ("exempt-and-paid", samples::exempt_and_paid()),
        ("logo", samples::with_logo()),
        ("long", samples::long(100)),
        ("hostile", samples::hostile()),
        ("scripts", samples::scripts()),
    ];
    all.extend(special.map(|(name, page)| (name.to_owned(), page)));
    all
}
