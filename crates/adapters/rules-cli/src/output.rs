//! Writes reports with what stands around and between them.

use crate::format::{Format, REPORTS_BEGIN, REPORTS_END};
use std::io::{self, Write};

/// The output of a run.
pub struct Output<W> {
    format: Format,
    of_many: bool,
    count: usize,
    out: W,
}

impl<W: Write> Output<W> {
    /// Begins one.
    pub fn begin(format: Format, of_many: bool, mut out: W) -> io::Result<Self> {
        match format {
            Format::Json => out.write_all(b"[")?,
            Format::Svrl if of_many => out.write_all(REPORTS_BEGIN.as_bytes())?,
            _ => {}
        }
        Ok(Self { format, of_many, count: 0, out })
    }

    /// A report.
    pub fn add(&mut self, shown: &str) -> io::Result<()> {
        if self.format == Format::Json {
            self.out.write_all(if self.count > 0 { b",\n" } else { b"\n" })?;
        }
        self.count += 1;
        self.out.write_all(shown.as_bytes())
    }

    /// What is behind the last report; nothing of what was written is still in a buffer then.
    pub fn end(mut self, summary: &str) -> io::Result<()> {
        match self.format {
            Format::Json => self.out.write_all(b"\n]\n")?,
            Format::Svrl if self.of_many => self.out.write_all(REPORTS_END.as_bytes())?,
            Format::Text => self.out.write_all(summary.as_bytes())?,
            _ => {}
        }
        self.out.flush()
    }
}
