use peppol_connector::identifiers::Network;
use serde::Serialize;

/// The severity of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    /// Nothing is to be done.
    Ok,
    /// It works, but something is to be done.
    Warning,
    /// It does not work.
    Error,
}

impl Level {
    /// The name: `ok`, `warning` or `error`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Ok => "ok",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }
}

/// The result of one check.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Line {
    /// The network: `live` or `test`.
    pub network: &'static str,
    /// The name of the check, for example `sml-address`.
    pub check: String,
    /// The severity.
    pub level: Level,
    /// The result, for people.
    pub says: String,
    /// What to do; `None` when nothing is to be done.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to_do: Option<String>,
}

/// The severity of the worst line; [`Level::Ok`] without lines.
#[must_use]
pub fn worst(lines: &[Line]) -> Level {
    lines.iter().map(|line| line.level).max().unwrap_or(Level::Ok)
}

/// The lines about one network, in the order of the checks.
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
