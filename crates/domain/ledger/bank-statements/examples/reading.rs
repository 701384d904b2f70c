//! Reads a statement as often at once as is said, to see what memory that takes: `/usr/bin/time -v cargo run --release -p
//! bank-statements --example reading -- FILE 4`. With 0 it only has the bytes.

use bank_statements::read_all;
use std::{process::ExitCode, thread};

fn main() -> ExitCode {
    let mut args = std::env::args().skip(1);
    let bytes = args.next().and_then(|path| std::fs::read(path).ok()).unwrap_or_default();
    let at_once = args.next().and_then(|text| text.parse().ok()).unwrap_or(1);
    thread::scope(|scope| {
        for _ in 0..at_once {
            scope.spawn(|| match read_all(&bytes, None, &[]) {
                Ok(read) => {
                    println!("{} lines", read.iter().map(|it| it.lines.len()).sum::<usize>())
                }
                Err(error) => println!("{error}"),
            });
        }
    });
    ExitCode::SUCCESS
}
