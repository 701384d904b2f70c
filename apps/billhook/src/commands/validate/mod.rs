//! `billhook validate`: documents against the official rules, many at once.

mod files;
mod json;
mod svrl;
mod text;

use billing_rules::{Report, RuleSet, report};
use clap::{Args, ValueEnum};
use files::{Source, sources};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::{
    collections::BTreeMap,
    io::{self, IsTerminal, Write},
    process::ExitCode,
    sync::{
        atomic::{AtomicUsize, Ordering},
        mpsc,
    },
    thread,
};
use xml::Parsed;

/// What to validate, and how to say what is found.
#[derive(Debug, Args)]
pub struct Validate {
    /// Rules: auto (by document element and CustomizationID), peppol-ubl, peppol-selfbilling-ubl,
    /// en16931-ubl or en16931-cii; may be given more than once
    #[arg(long, default_value = "auto", value_parser = choice)]
    ruleset: Vec<Choice>,
    /// How findings are shown
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
    /// Files, folders (every .xml in them) or - for standard input
    #[arg(required = true, value_name = "FILE|DIR|-")]
    paths: Vec<String>,
}

#[derive(Debug, Clone, Copy)]
enum Choice {
    Auto,
    Set(RuleSet),
}

fn choice(name: &str) -> Result<Choice, String> {
    if name == "auto" {
        return Ok(Choice::Auto);
    }
    RuleSet::parse(name).map(Choice::Set).ok_or_else(|| {
        let names: Vec<_> = RuleSet::ALL.into_iter().map(RuleSet::as_str).collect();
        format!("must be auto, {}", names.join(", "))
    })
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// For people: source line, caret, why, how to fix it
    Text,
    /// One array with every finding in full
    Json,
    /// A line a document and rule set: which rules fired, how often
    Jsonl,
    /// Schematron Validation Report Language
    Svrl,
}

/// One document under one rule set.
struct Outcome {
    valid: bool,
    shown: String,
}

/// One source, checked.
enum Done {
    Checked(Vec<Outcome>),
    Unreadable(String),
}

/// The worst that happened, as the exit code tells it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Worst {
    Valid = 0,
    Invalid = 1,
    Unreadable = 2,
}

impl Validate {
    /// Validates; the exit code is 0 when all are valid, 1 when one is not, 2 when one could not be
    /// read.
    ///
    /// # Errors
    /// When the findings cannot be written.
    pub fn run(&self) -> io::Result<ExitCode> {
        let sources = sources(&self.paths);
        let bar = progress(sources.len());
        let mut out = Output { format: self.format, count: 0, out: io::stdout().lock() };
        let mut worst = Worst::Valid;
        out.begin()?;
        self.each_in_order(&sources, |source, done| {
            bar.inc(1);
            match done {
                Done::Unreadable(why) => {
                    worst = Worst::Unreadable;
                    bar.suspend(|| eprintln!("billhook: {}: {why}", source.name()));
                    Ok(())
                }
                Done::Checked(outcomes) => outcomes.iter().try_for_each(|outcome| {
                    if !outcome.valid {
                        worst = worst.max(Worst::Invalid);
                    }
                    bar.suspend(|| out.add(&outcome.shown))
                }),
            }
        })?;
        bar.finish_and_clear();
        out.end()?;
        Ok(ExitCode::from(worst as u8))
    }

    /// Checks the sources on every core; hands them over in their order.
    fn each_in_order(
        &self,
        sources: &[Source],
        mut take: impl FnMut(&Source, Done) -> io::Result<()>,
    ) -> io::Result<()> {
        let next = AtomicUsize::new(0);
        let workers = thread::available_parallelism().map_or(1, usize::from).min(sources.len());
        // bounded: what waits to be printed must not fill the memory
        let (sender, receiver) = mpsc::sync_channel(workers * 64);
        thread::scope(|scope| {
            for _ in 0..workers {
                let (sender, next) = (sender.clone(), &next);
                scope.spawn(move || {
                    while let Some(source) = sources.get(next.fetch_add(1, Ordering::Relaxed)) {
                        if sender.send((source.index, self.check(source))).is_err() {
                            return;
                        }
                    }
                });
            }
            drop(sender);
            let mut waiting = BTreeMap::new();
            let mut due = 0;
            for (index, done) in receiver {
                waiting.insert(index, done);
                while let Some(done) = waiting.remove(&due) {
                    take(&sources[due], done)?;
                    due += 1;
                }
            }
            Ok(())
        })
    }

    fn check(&self, source: &Source) -> Done {
        let bytes = match source.read() {
            Ok(bytes) => bytes,
            Err(error) => return Done::Unreadable(error.to_string()),
        };
        let document = Parsed::read(&bytes);
        let detected = document.as_ref().ok().and_then(RuleSet::detect);
        let checked = self.ruleset.iter().map(|choice| {
            let rule_set = match choice {
                Choice::Set(rule_set) => *rule_set,
                Choice::Auto => detected.unwrap_or(RuleSet::PeppolUbl),
            };
            let report = report(&document, rule_set);
            Outcome { valid: report.is_valid(), shown: self.show(source.name(), &report, &bytes) }
        });
        Done::Checked(checked.collect())
    }

    fn show(&self, name: &str, report: &Report<'_>, bytes: &[u8]) -> String {
        match self.format {
            Format::Text => text::show(name, report, bytes),
            Format::Json => json::whole(name, report),
            Format::Jsonl => json::line(name, report),
            Format::Svrl => svrl::show(name, report),
        }
    }
}

/// Writes outcomes with what stands around and between them.
struct Output<W> {
    format: Format,
    count: usize,
    out: W,
}

impl<W: Write> Output<W> {
    fn begin(&mut self) -> io::Result<()> {
        if self.format == Format::Json {
            self.out.write_all(b"[")?;
        }
        Ok(())
    }

    fn add(&mut self, shown: &str) -> io::Result<()> {
        if self.format == Format::Json && self.count > 0 {
            self.out.write_all(b",")?;
        }
        self.count += 1;
        if self.format == Format::Json {
            self.out.write_all(b"\n")?;
        }
        self.out.write_all(shown.as_bytes())
    }

    fn end(&mut self) -> io::Result<()> {
        if self.format == Format::Json {
            self.out.write_all(b"\n]\n")?;
        }
        self.out.flush()
    }
}

/// A bar on a terminal, when there is more than one document.
fn progress(count: usize) -> ProgressBar {
    let target = if count > 1 && io::stderr().is_terminal() {
        ProgressDrawTarget::stderr()
    } else {
        ProgressDrawTarget::hidden()
    };
    let bar = ProgressBar::with_draw_target(u64::try_from(count).ok(), target);
    let style = ProgressStyle::with_template("{bar:30} {pos}/{len} {per_sec} {eta}");
    bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}
