use std::error::Error;

/// What a command may end with.
pub type CommandResult = Result<(), Box<dyn Error + Send + Sync>>;

/// Why a command did not reach its end.
pub(super) type Failure = Box<dyn Error + Send + Sync>;
