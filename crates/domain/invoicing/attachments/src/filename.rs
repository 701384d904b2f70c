//! File names of attachments (BT-125-2).

use crate::{FilenameFault, MAX_FILENAME_CHARS};

/// Checks that a name is one that a recipient can store a file under.
pub(crate) fn check_filename(filename: &str) -> Result<(), FilenameFault> {
    let chars = filename.chars().count();
    if filename.trim().is_empty() {
        return Err(FilenameFault::Empty);
    }
    if chars > MAX_FILENAME_CHARS {
        return Err(FilenameFault::TooLong { chars });
    }
    if let Some(c) = filename.chars().find(|c| is_control(*c)) {
        return Err(FilenameFault::Control(c));
    }
    if filename.contains(['/', '\\']) || matches!(filename.trim(), "." | "..") {
        return Err(FilenameFault::Path);
    }
    Ok(())
}

/// Whether the name says CSV; letter case does not matter.
pub(crate) fn ends_in_csv(filename: &str) -> bool {
    filename.to_ascii_lowercase().ends_with(".csv")
}

/// Control characters, line separators, and the marks that turn the direction of writing,
/// with which "fdp.exe" shows as "exe.pdf".
fn is_control(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}
