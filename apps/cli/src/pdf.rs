//! `billhook pdf`: PDFs that were handed out, for those who run the service.

use super::result::CommandResult;
use clap::Subcommand;
use invoicing::{InvoiceStore, files::PdfLog, recording::InvoiceContent};
use runtime::{config::Config, secrets, wiring};
use std::path::PathBuf;

/// What to do with PDFs.
#[derive(Debug, Subcommand)]
pub enum PdfCommand {
    /// Check whether a file was handed out here, byte for byte, and by whom
    Verify {
        /// The file
        file: PathBuf,
    },
}

/// Runs the command.
pub async fn run(config: Config, command: PdfCommand) -> CommandResult {
    let PdfCommand::Verify { file } = command;
    let bytes = std::fs::read(&file).map_err(|error| format!("{}: {error}", file.display()))?;
    let store = wiring::open_store(&config, false).await?;
    let found = store.who_handed_out(&secrets::sha256(&bytes)).await?;
    if found.is_empty() {
        return Err(format!("{} was not handed out here, or was changed", file.display()).into());
    }
    for (organization, pdf) in found {
        // an invoice that does not exist any more is named by its id
        let invoice = store.invoice(organization, pdf.invoice).await;
        let number = invoice
            .map_or_else(|_| pdf.invoice.to_string(), |it| it.document.header().number.to_owned());
        println!("invoice       {number} ({})", pdf.invoice);
        println!("organization  {organization}");
        println!(
            "handed out    {} first, in {}, to a {} key",
            pdf.at,
            pdf.language,
            pdf.tier.name()
        );
        println!("made by       {}", pdf.renderer);
    }
    Ok(())
}
