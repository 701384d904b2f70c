//! Writes the canonical forms of files, for comparison with another implementation:
//! `canonical FOLDER FILE…` writes `FOLDER/<number>.inclusive` and `.exclusive`, with comments, and says
//! which files could not be read.

use std::{env, fs, path::Path};

use xml::{Canonical, Limits, Parsed};

fn main() {
    let mut arguments = env::args().skip(1);
    let folder = arguments.next().expect("a folder");
    let limits = Limits { depth: 100, ..Limits::default() };
    for (number, file) in arguments.enumerate() {
        let bytes = fs::read(&file).expect("a file");
        let Ok(parsed) = Parsed::read_within(&bytes, &limits) else {
            println!("{number} is not read: {file}");
            continue;
        };
        for (exclusive, kind) in [(false, "inclusive"), (true, "exclusive")] {
            let how = Canonical { exclusive, comments: true, ..Canonical::default() };
            let out = Path::new(&folder).join(format!("{number}.{kind}"));
            fs::write(out, how.of(parsed.document().root())).expect("written");
        }
    }
}
