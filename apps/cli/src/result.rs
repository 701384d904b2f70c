use std::error::Error;

/// The result of a command.
pub type CommandResult = Result<(), Box<dyn Error + Send + Sync>>;

/// Why a command did not reach its end.
pub type Failure = Box<dyn Error + Send + Sync>;

/// Prints that a list is empty to standard error, where people see it and programs that read the list do not.
pub fn say_if_none(rows: usize) {
    if rows == 0 {
        eprintln!("none");
    }
}
