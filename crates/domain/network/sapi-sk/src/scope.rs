use access::{Scope, Scopes};
use std::{fmt, str::FromStr};

persistence::named! {
    /// A scope of a token.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum SapiScope {
        /// Hand over documents.
        Send = "document:send",
        /// List, read and acknowledge received documents.
        Receive = "document:receive",
    }
}

impl SapiScope {
    /// The scope that a name means. One provider names them otherwise, with `write` for the
    /// acknowledgement.
    fn named(name: &str) -> Option<Self> {
        match name {
            "document:send" | "documents:send" => Some(SapiScope::Send),
            "document:receive" | "documents:read" | "documents:write" => Some(SapiScope::Receive),
            _ => None,
        }
    }

    /// What a key must have, all of it, for a token to have this.
    const fn of_key(self) -> &'static [Scope] {
        match self {
            SapiScope::Send => &[Scope::InvoiceSend],
            SapiScope::Receive => {
                &[Scope::InvoiceRead, Scope::InvoiceDownload, Scope::ReceiptUpdate]
            }
        }
    }
}

/// A set of scopes; as text their names, separated by blanks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SapiScopes {
    send: bool,
    receive: bool,
}

/// A text that holds a name that is no scope.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("must hold only document:send and document:receive, separated by blanks")]
pub struct UnknownScope;

impl SapiScopes {
    /// Both.
    pub const ALL: SapiScopes = SapiScopes { send: true, receive: true };

    /// Whether a scope is among them.
    #[must_use]
    pub const fn has(self, scope: SapiScope) -> bool {
        match scope {
            SapiScope::Send => self.send,
            SapiScope::Receive => self.receive,
        }
    }

    /// Whether there is none.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        !self.send && !self.receive
    }

    /// The scopes that a key with these scopes can grant.
    #[must_use]
    pub fn allowed_by(self, key: Scopes) -> Self {
        let has = |scope: SapiScope| {
            self.has(scope) && scope.of_key().iter().all(|needed| key.has(*needed))
        };
        Self { send: has(SapiScope::Send), receive: has(SapiScope::Receive) }
    }
}

impl fmt::Display for SapiScopes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = SapiScope::ALL.into_iter().filter(|scope| self.has(*scope));
        f.write_str(&names.map(SapiScope::name).collect::<Vec<_>>().join(" "))
    }
}

impl FromStr for SapiScopes {
    type Err = UnknownScope;

    fn from_str(text: &str) -> Result<Self, UnknownScope> {
        let scopes = text.split_ascii_whitespace().map(SapiScope::named);
        let scopes = scopes.collect::<Option<Vec<_>>>().ok_or(UnknownScope)?;
        let has = |scope| scopes.contains(&scope);
        Ok(Self { send: has(SapiScope::Send), receive: has(SapiScope::Receive) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_ways_to_name_scopes_are_read_and_one_is_written() {
        for (text, written) in [
            ("document:send document:receive", "document:send document:receive"),
            ("documents:write  documents:send", "document:send document:receive"),
            ("documents:read", "document:receive"),
            ("", ""),
        ] {
            let scopes: SapiScopes = text.parse().expect("scopes");
            assert_eq!(scopes.to_string(), written);
            assert_eq!(scopes.is_empty(), written.is_empty());
        }
        for text in ["invoice:send", "document:send,document:receive", "DOCUMENT:SEND"] {
            assert_eq!(text.parse::<SapiScopes>(), Err(UnknownScope), "{text}");
        }
    }

    #[test]
    fn a_token_has_no_more_than_its_key() {
        let reader = Scopes::of(&[Scope::InvoiceRead, Scope::InvoiceDownload]);
        let receiver =
            Scopes::of(&[Scope::InvoiceRead, Scope::InvoiceDownload, Scope::ReceiptUpdate]);
        let sender = Scopes::of(&[Scope::InvoiceSend]);
        for (key, written) in [
            (reader, ""),
            (receiver, "document:receive"),
            (sender, "document:send"),
            (Scopes::ALL, "document:send document:receive"),
        ] {
            assert_eq!(SapiScopes::ALL.allowed_by(key).to_string(), written, "{key}");
        }
    }
}
