//! `validate`: documents against the official rules, many at once.

use crate::{
    exit::Exit,
    format::{Checked, Format, Options},
    output::Output,
    release::options,
    sets,
    sources::{Source, sources},
    style::{Color, Style},
    summary::{Counts, Summary},
};
use billing_rules::{RuleBook, RuleSet, report_with};
use clap::Args;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::{
    collections::BTreeMap,
    io::{self, BufWriter, IsTerminal},
    path::PathBuf,
    process::ExitCode,
    sync::{
        atomic::{AtomicUsize, Ordering},
        mpsc,
    },
    thread,
};
use verdicts::{Asked, notes};
use xml::Parsed;

/// What to validate, and how to say what is found.
#[derive(Debug, Args)]
pub struct Validate {
    /// Rules: auto (by document element and CustomizationID), peppol-ubl, peppol-selfbilling-ubl,
    /// en16931-ubl, en16931-cii, xrechnung-ubl, xrechnung-cii, tsr, eusr, sk-tdd or mls; may be given more than once
    #[arg(long, default_value = "auto", value_parser = choice)]
    ruleset: Vec<Choice>,
    /// How findings are shown
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
    /// How many findings of a document are shown at most; the first of each rule is always shown
    #[arg(long, value_name = "N", default_value_t = billing_rules::Options::MAX_FINDINGS)]
    max_findings: usize,
    /// Release of Peppol's rules: 3.0.21, 3.0.22 or next; by default the one in force today (docs/rules-update.md)
    #[arg(long, value_name = "VERSION", value_parser = Asked::read)]
    release: Option<Asked>,
    /// The same as --release next
    #[arg(long, conflicts_with = "release")]
    preview: bool,
    /// Colours of the format text
    #[arg(long, value_enum, default_value = "auto")]
    color: Color,
    /// Files, folders (every .xml in them) or - for standard input
    #[arg(required = true, value_name = "FILE|DIR|-")]
    paths: Vec<PathBuf>,
}

#[derive(Debug, Clone, Copy)]
enum Choice {
    Auto,
    Set(&'static RuleBook),
}

fn choice(name: &str) -> Result<Choice, String> {
    if name == "auto" {
        return Ok(Choice::Auto);
    }
    sets::parse(name).map(Choice::Set).ok_or_else(|| {
        let names: Vec<_> = sets::all().map(RuleBook::as_str).collect();
        format!("must be auto, {}", names.join(", "))
    })
}

/// One source, checked: a report for each rule set.
enum Done {
    Checked(Vec<(Counts, serde_json::Result<String>)>),
    Unreadable(String),
}

impl Validate {
    /// Validates. The exit code is 0 when all are valid, 1 when one is not, 2 when one could not be
    /// read, a folder holds none or the findings cannot be written, and 141 when nobody reads them.
    #[must_use]
    pub fn run(&self) -> ExitCode {
        let run = self.validate(BufWriter::new(io::stdout().lock()));
        run.unwrap_or_else(|error| Exit::of_writing(&error)).into()
    }

    fn validate(&self, out: impl io::Write) -> io::Result<Exit> {
        let sources = sources(&self.paths);
        let options = self.options(sources.len());
        let bar = progress(sources.len());
        let mut out = Output::begin(self.format, options.of_many, out)?;
        let (mut exit, mut summary) = (Exit::Valid, Summary::default());
        self.each_in_order(&sources, (options, self.rules()), |source, done| {
            bar.inc(1);
            match done {
                Done::Unreadable(why) => {
                    exit = exit.max(Exit::Incomplete);
                    summary.add_unreadable();
                    bar.suspend(|| eprintln!("billhook: {}: {why}", source.name()));
                    Ok(())
                }
                Done::Checked(reports) => reports.into_iter().try_for_each(|(counts, shown)| {
                    let shown = shown?;
                    summary.add(&counts);
                    if !counts.valid() {
                        exit = exit.max(Exit::Invalid);
                    }
                    bar.suspend(|| out.add(&shown))
                }),
            }
        })?;
        bar.finish_and_clear();
        out.end(&summary.text(options.style))?;
        Ok(exit)
    }

    fn options(&self, sources: usize) -> Options {
        Options { of_many: sources * self.ruleset.len() > 1, style: Style::of(self.color) }
    }

    /// Checks the sources on every core; hands them over in their order.
    fn each_in_order(
        &self,
        sources: &[Source],
        with: (Options, billing_rules::Options),
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
                        if sender.send((source.index, self.check(source, with))).is_err() {
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

    /// By which rules, found out once: the day does not change within a run.
    fn rules(&self) -> billing_rules::Options {
        let asked = if self.preview { Some(Asked::Next) } else { self.release };
        billing_rules::Options { max_findings: self.max_findings, ..options(asked) }
    }

    fn check(&self, source: &Source, (options, rules): (Options, billing_rules::Options)) -> Done {
        let bytes = match source.read() {
            Ok(bytes) => bytes,
            Err(error) => return Done::Unreadable(error.to_string()),
        };
        let document = Parsed::read(&bytes);
        let detected = document.as_ref().ok().and_then(sets::detect);
        let checked = self.ruleset.iter().map(|choice| {
            let rule_set = match choice {
                Choice::Set(rule_set) => *rule_set,
                Choice::Auto => detected.unwrap_or(RuleSet::PeppolUbl.book()),
            };
            let report = report_with(&document, rule_set, rules);
            let notes = notes(document.as_ref().ok(), &report);
            let checked =
                Checked { name: source.name(), report: &report, bytes: &bytes, notes: &notes };
            (Counts::of(&report), self.format.show(&checked, options))
        });
        Done::Checked(checked.collect())
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
