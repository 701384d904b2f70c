//! The one binary: `billhook serve`, `migrate`, `seed`, `demo`, `openapi`.

use billhook::commands::{Cli, run};
use clap::Parser;
use std::{
    error::Error,
    panic,
    process::{self, ExitCode},
};

/// The error of writing to a closed pipe.
const EPIPE: i32 = 32;

/// The exit code of a process that ends with SIGPIPE: 128 and its number.
const NOBODY_READS: i32 = 141;

fn main() -> ExitCode {
    end_quietly_when_nobody_reads();
    match run(Cli::parse()) {
        Ok(code) => code,
        Err(error) => {
            eprintln!("billhook: {}", chain(&*error));
            ExitCode::FAILURE
        }
    }
}

/// Printing to a closed pipe panics (`billhook openapi | head`), which is no fault: the process ends quietly.
fn end_quietly_when_nobody_reads() {
    let others = panic::take_hook();
    panic::set_hook(Box::new(move |panic| {
        let text = panic.payload().downcast_ref::<String>();
        if text.is_some_and(|text| is_unread(text)) {
            process::exit(NOBODY_READS);
        }
        others(panic);
    }));
}

/// Whether `print!` has panicked because of a closed pipe.
fn is_unread(panic: &str) -> bool {
    let printing = panic.strip_prefix("failed printing to ");
    printing.is_some_and(|why| why.ends_with(&std::io::Error::from_raw_os_error(EPIPE).to_string()))
}

/// The error and its causes on one line. Some errors end with the text of their cause, which is printed once.
fn chain(error: &dyn Error) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        let said = error.to_string();
        if !text.ends_with(&said) {
            text.push_str(": ");
            text.push_str(&said);
        }
        cause = error.source();
    }
    text
}
