//! How fast pages come out, and whether memory stays put.
//!
//! ```text
//! cargo run --release -p invoice-pdf --example speed -- 200 2
//! ```

#[path = "../tests/samples/mod.rs"]
mod samples;

use std::time::{Duration, Instant};
use std::{env, fs, thread};

use invoice_pdf::{FontFolder, InvoicePage, render};

fn main() {
    let argument = |index| env::args().nth(index).and_then(|text| text.parse().ok());
    let (count, threads): (usize, usize) = (argument(1).unwrap_or(50), argument(2).unwrap_or(1));
    let mut times = vec![timed(0)];
    println!("first page {:?}", times[0]);
    println!("memory before {} KiB", memory());
    let start = Instant::now();
    thread::scope(|scope| {
        let workers: Vec<_> = (0..threads)
            .map(|worker| {
                scope.spawn(move || {
                    (1..=count / threads).map(|i| timed(i * threads + worker)).collect::<Vec<_>>()
                })
            })
            .collect();
        workers.into_iter().for_each(|worker| times.extend(worker.join().expect("renders")));
    });
    let done = times.len() - 1;
    let rate = f64::from(u32::try_from(done).unwrap_or(u32::MAX)) / start.elapsed().as_secs_f64();
    times.sort();
    println!("memory after  {} KiB", memory());
    println!("{done} one-page documents on {threads} threads: {rate:.1} a second");
    println!("median {:?}, slowest {:?}", times[done / 2], times[done]);
    for lines in [100, 1_000] {
        let start = Instant::now();
        let pdf = render(&samples::long(lines), &FontFolder::default()).expect("renders");
        println!(
            "{lines} lines: {:?}, {} pages, {} KiB",
            start.elapsed(),
            pdf.pages,
            pdf.bytes.len() / 1024
        );
    }
}

/// One page unlike any other.
fn timed(index: usize) -> Duration {
    let mut page = InvoicePage { number: format!("2026{index:06}"), ..samples::invoice() };
    for line in &mut page.lines {
        line.description = format!("{} {index}", line.description);
    }
    page.xml.as_mut().expect("has XML").file_name = format!("{}.xml", page.number);
    let start = Instant::now();
    render(&page, &FontFolder::default()).expect("renders");
    start.elapsed()
}

/// Resident memory, on Linux.
fn memory() -> u64 {
    let pages = fs::read_to_string("/proc/self/statm").unwrap_or_default();
    let resident: u64 = pages.split(' ').nth(1).and_then(|text| text.parse().ok()).unwrap_or(0);
    resident * 4
}
