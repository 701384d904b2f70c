//! `pki test`: a PKI in a folder.

use crate::exit::{Exit, Failed, Outcome, about};
use crate::shown::print;
use clap::Args;
use std::fmt::Write as _;
use std::fs::{self, OpenOptions};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use test_pki::{File, Plan, files};
use time::Duration;

/// What to make, and where.
#[derive(Debug, Args)]
pub struct Test {
    /// A folder that does not exist yet, or is empty
    dir: PathBuf,
    /// Where the lists of revoked certificates will be published, without the name of a file
    #[arg(long, value_name = "URL", default_value = "http://127.0.0.1:18099")]
    lists: String,
    /// How many days certificates are valid
    #[arg(long, value_name = "N", default_value_t = 730, value_parser = clap::value_parser!(u16).range(1..=3650))]
    days: u16,
}

impl Test {
    /// Makes it. What is in the folder already is never overwritten.
    pub fn run(self) -> Outcome {
        let shown = self.dir.display();
        fs::create_dir_all(&self.dir).map_err(|why| about(&shown, &why))?;
        let mut entries = fs::read_dir(&self.dir).map_err(|why| about(&shown, &why))?;
        if entries.next().is_some() {
            return Err(about(&shown, &"the folder is not empty"));
        }
        let validity = Duration::days(self.days.into());
        let plan = Plan { lists: self.lists.clone(), validity, ..Plan::default() };
        let made = files(&plan).map_err(|why| about(&shown, &why))?;
        let mut names = String::new();
        for file in &made {
            write(&self.dir, file)?;
            let _ = writeln!(names, "{}", self.dir.join(file.name).display());
        }
        print(&names)?;
        Ok(Exit::Yes)
    }
}

/// Keys can be read by their owner alone.
fn write(dir: &Path, file: &File) -> Result<(), Failed> {
    let path = dir.join(file.name);
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt as _;
        options.mode(if file.is_secret { 0o600 } else { 0o644 });
    }
    let written = options.open(&path).and_then(|mut out| out.write_all(&file.bytes));
    written.map_err(|why| about(&path.display(), &why))
}
