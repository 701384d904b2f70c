use std::fmt;

/// The maximum length of a secret, in bytes.
pub const MAX_SECRET: usize = 1_000;

/// The password or API key to sign in to a program with. It is stored encrypted; `Debug` prints `***`.
#[derive(Clone, PartialEq, Eq)]
pub struct ProgramSecret(String);

impl ProgramSecret {
    /// A secret as its owner entered it.
    #[must_use]
    pub const fn new(text: String) -> Self {
        Self(text)
    }

    /// The text, for the call of the program and for encryption.
    #[must_use]
    pub fn expose(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for ProgramSecret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("***")
    }
}
