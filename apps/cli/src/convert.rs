//! `billhook convert`: a file of an invoice in another format. It needs no server and no settings.

use clap::{Args, ValueEnum};
use document_formats::{
    FormatError, HybridXml, Loss, OpenError, Opened, Unpacked, Written, XmlFormat, hybrid_of_file,
    of_file, opened, unpacked,
};
use invoice_pdf::{EmbeddedXml, FontFolder, InvoicePage, Language, Level, render};
use peppol_connector::{
    documents::{MAX_LINES_TAKEN, read_content, read_facts},
    repair::Finding,
};
use runtime::recorded_page::received_page;
use std::{
    error::Error,
    fs,
    io::Write as _,
    path::{Path, PathBuf},
    process::ExitCode,
};
use xml::Parsed;

/// What the exit code tells of a document that lacks something.
const LACKING: u8 = 1;

/// What it tells where nothing could be read or written.
const FAILED: u8 = 2;

/// The file and what becomes of it.
#[derive(Debug, Args)]
pub struct Convert {
    /// UBL, CII, or a PDF with one of them in it
    file: PathBuf,
    /// The format
    #[arg(long, value_enum)]
    to: Target,
    /// Where it is written; XML goes to standard output without it
    #[arg(long, short)]
    output: Option<PathBuf>,
    /// Language of the page of a PDF: sk, cs, en, de, hu
    #[arg(long, default_value = "en", value_parser = language)]
    lang: Language,
}

/// A format as it is named on the command line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Target {
    /// UBL
    Ubl,
    /// CII by EN 16931
    Cii,
    /// XRechnung 3.0 in the syntax that the file has
    Xrechnung,
    /// XRechnung 3.0 in UBL
    XrechnungUbl,
    /// XRechnung 3.0 in CII
    XrechnungCii,
    /// A PDF with CII in it: Factur-X, ZUGFeRD
    FacturX,
}

fn language(code: &str) -> Result<Language, String> {
    Language::ALL.into_iter().find(|language| language.code() == code).ok_or_else(|| {
        let all: Vec<_> = Language::ALL.into_iter().map(Language::code).collect();
        format!("must be {}", all.join(", "))
    })
}

impl Convert {
    /// Converts. 0: written. 1: the document lacks what the format asks for, nothing is written. 2: it cannot be read, or
    /// the result cannot be written.
    #[must_use]
    pub fn run(&self) -> ExitCode {
        let findings = self.converted().or_else(|error| {
            let of_document = error.downcast_ref::<FormatError>().and_then(FormatError::finding);
            of_document.map(|finding| vec![finding]).ok_or(error)
        });
        match findings {
            Ok(findings) if findings.is_empty() => ExitCode::SUCCESS,
            Ok(findings) => {
                for Finding { field, code, message, .. } in findings {
                    eprintln!("lacking: {field}: [{code}] {message}");
                }
                ExitCode::from(LACKING)
            }
            Err(error) => {
                eprintln!("billhook: {}: {error}", self.file.display());
                ExitCode::from(FAILED)
            }
        }
    }

    /// Writes the result, unless it lacks something.
    fn converted(&self) -> Result<Vec<Finding>, Box<dyn Error>> {
        let file = unpacked(fs::read(&self.file)?).map_err(|refused| with_code(refused.into()))?;
        let document = Parsed::read(&file.xml)?;
        let opened = opened(&document).map_err(with_code)?;
        print_doubts(&file, &opened);
        let Some(format) = self.to.format(opened.is_cii()) else {
            return opened.with_ubl(|ubl| self.hybrid(&opened, ubl))?;
        };
        let Written { xml, losses, findings } = of_file(&opened, format)?;
        if findings.is_empty() {
            print_losses(&losses);
            write(self.output.as_deref(), &xml)?;
        }
        Ok(findings)
    }

    /// Writes a PDF of the best profile that the document fulfils.
    fn hybrid(
        &self,
        file: &Opened<'_, '_>,
        ubl: &Parsed<'_>,
    ) -> Result<Vec<Finding>, Box<dyn Error>> {
        let output = self.output.as_deref().ok_or("name the PDF with --output")?;
        let HybridXml { level, written } = hybrid_of_file(file, ubl)?;
        let Written { xml, losses, findings } = written;
        if findings.is_empty() {
            let pdf = self.pdf(ubl, xml, level)?;
            print_losses(&losses);
            fs::write(output, pdf)?;
        }
        Ok(findings)
    }

    /// The PDF: a page of what the document says, with the CII in it.
    fn pdf(&self, ubl: &Parsed<'_>, cii: Vec<u8>, level: Level) -> Result<Vec<u8>, Box<dyn Error>> {
        let xml = EmbeddedXml {
            file_name: level.file_name().to_owned(),
            profile: Some(level),
            bytes: cii,
        };
        let page = self.page(ubl)?.ok_or("the document cannot be read as a page")?;
        Ok(render(&InvoicePage { xml: Some(xml), ..page }, &FontFolder::default())?.bytes)
    }

    /// The page; `None` where it lacks what every page shows. The same file gives the same bytes: its time is the day of issue.
    fn page(&self, ubl: &Parsed<'_>) -> Result<Option<InvoicePage>, Box<dyn Error>> {
        let facts = read_facts(ubl)?;
        let content = read_content(ubl);
        if let Some(content) = content.as_ref().filter(|content| content.left_out > 0) {
            let (most, more) = (MAX_LINES_TAKEN, content.left_out);
            let why =
                format!("a page shows at most {most} lines, and {more} more would be left out");
            return Err(why.into());
        }
        let made = facts.issue_date.map(|day| day.midnight().assume_utc());
        let page = made.zip(content);
        Ok(page.and_then(|(made, content)| received_page(made, &facts, &content, self.lang)))
    }
}

/// Why there is no invoice in a file, with its code where it has one.
fn with_code(error: OpenError) -> Box<dyn Error> {
    match error {
        OpenError::Pdf(refused) => format!("[{}] {refused}", refused.code()).into(),
        other => other.into(),
    }
}

/// Prints what is doubtful about a file.
fn print_doubts(file: &Unpacked, opened: &Opened<'_, '_>) {
    for doubt in &file.doubts {
        eprintln!("doubtful: [{}] {doubt}", doubt.code());
    }
    for Finding { field, code, message, .. } in &opened.misshapen {
        eprintln!("doubtful: {field}: [{code}] {message}");
    }
}

impl Target {
    /// The format of XML; `None` of a PDF, whose profile the document decides.
    const fn format(self, was_cii: bool) -> Option<XmlFormat> {
        Some(match self {
            Self::Ubl => XmlFormat::Ubl,
            Self::Cii => XmlFormat::Cii,
            Self::Xrechnung if was_cii => XmlFormat::XrechnungCii,
            Self::Xrechnung | Self::XrechnungUbl => XmlFormat::XrechnungUbl,
            Self::XrechnungCii => XmlFormat::XrechnungCii,
            Self::FacturX => return None,
        })
    }
}

fn print_losses(losses: &[Loss]) {
    for Loss { path, value } in losses {
        eprintln!("not carried: {path}: {value}");
    }
}

fn write(output: Option<&Path>, bytes: &[u8]) -> std::io::Result<()> {
    match output {
        Some(path) => fs::write(path, bytes),
        None => std::io::stdout().lock().write_all(bytes),
    }
}
