use super::entry::is_secret;
use oauth::GrantId;
use serde::Deserialize;

/// Where somebody goes on after signing in. Nothing but these: an address in a parameter would lead
/// anywhere.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Next {
    Home,
    Consent(GrantId),
    /// By the secret of the invitation's link.
    Invitation(String),
}

/// The parameters that say so.
#[derive(Deserialize)]
pub(super) struct GoOn {
    consent: Option<String>,
    invitation: Option<String>,
}

impl GoOn {
    pub(super) fn next(&self) -> Next {
        Next::of(self.consent.as_deref(), self.invitation.as_deref())
    }
}

impl Next {
    /// By the values of a form, or of a query.
    pub(super) fn of(consent: Option<&str>, invitation: Option<&str>) -> Self {
        let consent = consent.and_then(|text| text.parse().ok());
        let invitation = invitation.filter(|text| is_secret(text));
        match (consent, invitation) {
            (Some(grant), _) => Next::Consent(grant),
            (None, Some(secret)) => Next::Invitation(secret.to_owned()),
            (None, None) => Next::Home,
        }
    }

    /// The page.
    pub(super) fn place(&self) -> String {
        match self {
            Next::Home => "/portal".to_owned(),
            Next::Consent(grant) => format!("/consent/{grant}"),
            Next::Invitation(secret) => format!("/invitation/{secret}"),
        }
    }

    /// A page of signing in, on the way there.
    pub(super) fn by(&self, path: &str) -> String {
        match self.field() {
            Some((name, value)) => format!("{path}?{name}={value}"),
            None => path.to_owned(),
        }
    }

    /// What a form brings.
    pub(super) fn field(&self) -> Option<(&'static str, String)> {
        match self {
            Next::Home => None,
            Next::Consent(grant) => Some(("consent", grant.to_string())),
            Next::Invitation(secret) => Some(("invitation", secret.clone())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_is_sent_anywhere_else() {
        let secret = "a".repeat(43);
        let grant = "00000000-0000-0000-0000-000000000001";
        for (consent, invitation, place) in [
            (None, None, "/portal".to_owned()),
            (Some("//evil.example"), Some("../evil"), "/portal".to_owned()),
            (Some(grant), None, format!("/consent/{grant}")),
            (None, Some(&*secret), format!("/invitation/{secret}")),
        ] {
            let next = Next::of(consent, invitation);
            assert_eq!(next.place(), place);
            assert_eq!(next.by("/sign-in").contains('?'), next != Next::Home);
        }
    }
}
