use std::error::Error;

/// What a command may end with.
pub type CommandResult = Result<(), Box<dyn Error + Send + Sync>>;

/// Why a command did not reach its end.
pub type Failure = Box<dyn Error + Send + Sync>;

/// Says that a list is empty, where people see it and programs that read the list do not.
pub fn say_if_none(rows: usize) {
    if rows == 0 {
        eprintln!("none");
    }
}
