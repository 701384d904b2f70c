//! `billhook oauth`: the keys that sign tokens, for those who run the service.

use super::result::CommandResult;
use clap::Subcommand;
use runtime::{clock::Clock, config::Config, wiring};
use token_signer::Es256;
use use_cases::people::oauth::rotate_key;

/// What to do with OAuth.
#[derive(Debug, Subcommand)]
pub enum OAuthCommand {
    /// Sign tokens with a new key; those of the old one stay valid until they expire
    RotateKey,
}

/// Runs the command.
pub async fn run(config: Config, command: OAuthCommand) -> CommandResult {
    let OAuthCommand::RotateKey = command;
    let store = wiring::open_store(&config, false).await?;
    let (before, now) = rotate_key(&store, &Es256::default(), Clock::system().now()).await?;
    match before {
        Some(before) => println!("tokens are signed with {now}; {before} is published for 2 hours"),
        None => println!("tokens are signed with {now}"),
    }
    Ok(())
}
