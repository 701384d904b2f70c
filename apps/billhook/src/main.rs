//! The one binary: `billhook serve`, `migrate`, `seed`, `demo`, `openapi`.

use billhook::commands::{Cli, run};
use clap::Parser;
use std::{error::Error, process::ExitCode};

fn main() -> ExitCode {
    match run(Cli::parse()) {
        Ok(code) => code,
        Err(error) => {
            eprintln!("billhook: {}", chain(&*error));
            ExitCode::FAILURE
        }
    }
}

/// The error and its causes on one line.
fn chain(error: &dyn Error) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        text.push_str(": ");
        text.push_str(&error.to_string());
        cause = error.source();
    }
    text
}
