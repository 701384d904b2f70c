use peppol_connector::identifiers::Network;
use serde::Serialize;

/// How bad it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    /// As it should be.
    Ok,
    /// It works, and something is to be done.
    Warning,
    /// It does not work.
    Error,
}

impl Level {
    /// `ok`, `warning`, `error`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Ok => "ok",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }
}

/// What was looked at, and how it stands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Line {
    /// In which network: `live` or `test`.
    pub network: &'static str,
    /// What, for example `sml-address`.
    pub check: String,
    /// How bad it is.
    pub level: Level,
    /// How it stands, for people.
    pub says: String,
    /// What to do, where there is something to do.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to_do: Option<String>,
}

/// How bad the worst of some lines is.
#[must_use]
pub fn worst(lines: &[Line]) -> Level {
    lines.iter().map(|line| line.level).max().unwrap_or(Level::Ok)
}

/// Lines about one network, as they come.
pub(super) struct Lines(pub(super) Vec<Line>, &'static str);

impl Lines {
    pub(super) const fn of(network: Network) -> Self {
        Self(Vec::new(), network.name())
    }

    pub(super) fn fine(&mut self, check: impl Into<String>, says: String) {
        self.push(check.into(), Level::Ok, says, None);
    }

    pub(super) fn warn(&mut self, check: impl Into<String>, says: String, to_do: String) {
        self.push(check.into(), Level::Warning, says, Some(to_do));
    }

    pub(super) fn fail(&mut self, check: impl Into<String>, says: String, to_do: String) {
        self.push(check.into(), Level::Error, says, Some(to_do));
    }

    pub(super) fn push(
        &mut self,
        check: String,
        level: Level,
        says: String,
        to_do: Option<String>,
    ) {
        self.0.push(Line { network: self.1, check, level, says, to_do });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_worst_line_counts() {
        let mut lines = Lines::of(Network::Test);
        assert_eq!(worst(&lines.0), Level::Ok);
        lines.fine("a", String::new());
        lines.warn("b", String::new(), String::new());
        assert_eq!(worst(&lines.0), Level::Warning);
        lines.fail("c", String::new(), String::new());
        lines.fine("d", String::new());
        assert_eq!(worst(&lines.0), Level::Error);
    }
}
