use crate::{
    EmailContent,
    notice::{Block, notice},
    sanitize, when,
};
use time::OffsetDateTime;

/// Longest name that is shown, in characters.
const MAX_NAME: usize = 200;

/// An application that a user connected to a company.
#[derive(Debug, Clone, Copy)]
pub struct AppConnection<'a> {
    /// The name that the application gave itself, which is not verified.
    pub app: &'a str,
    /// The host that the user was sent back to, which says more.
    pub host: &'a str,
    pub organization: &'a str,
    /// The names of the scopes, separated by spaces.
    pub scopes: &'a str,
    /// Whether it works in production.
    pub is_live: bool,
    /// When it was connected, or ended.
    pub at: OffsetDateTime,
    /// The page on which connections are ended.
    pub page: &'a str,
}

/// The lines that both mails show.
struct Lines {
    app: String,
    host: String,
    organization: String,
}

impl AppConnection<'_> {
    fn lines(&self) -> Lines {
        let line = |text| sanitize::line(text, MAX_NAME);
        Lines { app: line(self.app), host: line(self.host), organization: line(self.organization) }
    }
}

/// Tells a user of each new connection (specification, OAuth 2.1, "Token rules").
#[must_use]
pub fn app_connected(connection: &AppConnection<'_>) -> EmailContent {
    let Lines { app, host, organization } = connection.lines();
    let (slovak, english) = (when::slovak(connection.at), when::english(connection.at));
    let (scopes, page) = (connection.scopes, connection.page);
    let (sk, en) = match connection.is_live {
        true => ("ostrá prevádzka", "production"),
        false => ("skúšobné prostredie", "sandbox"),
    };
    let app = format!("{app} ({host})");
    let facts = |names: [&'static str; 4], environment: &str| {
        let facts = [&*app, &*organization, environment, scopes].map(str::to_owned);
        Block::Facts(names.into_iter().zip(facts).collect())
    };
    notice(
        "Nová pripojená aplikácia / New connected application",
        &[
            Block::paragraph(format!("dňa {slovak} ste aplikácii umožnili prístup k firme.")),
            facts(["Aplikácia", "Firma", "Prostredie", "Oprávnenia"], sk),
            Block::paragraph("Ak ste to neboli vy, prístup ihneď ukončite a zmeňte si heslo:"),
            Block::Button("Pripojené aplikácie", page.to_owned()),
        ],
        &[
            Block::paragraph(format!("on {english} you gave an application access to a company.")),
            facts(["Application", "Company", "Environment", "Permissions"], en),
            Block::paragraph(
                "If this was not you, end the access at once and change your password:",
            ),
            Block::Button("Connected applications", page.to_owned()),
        ],
    )
}

/// Tells a user that a connection was ended because a secret of it was used twice.
#[must_use]
pub fn app_disconnected(connection: &AppConnection<'_>) -> EmailContent {
    let Lines { app, host, organization } = connection.lines();
    let (slovak, english) = (when::slovak(connection.at), when::english(connection.at));
    let page = connection.page;
    let app = format!("{app} ({host})");
    let facts = |names: [&'static str; 2]| {
        let facts = [&*app, &*organization].map(str::to_owned);
        Block::Facts(names.into_iter().zip(facts).collect())
    };
    notice(
        "Prístup aplikácie bol ukončený / Application access ended",
        &[
            Block::paragraph(format!(
                "dňa {slovak} sme ukončili prístup aplikácie k firme, lebo jej tajný kľúč bol použitý \
                 dvakrát. Mohol ho získať niekto iný."
            )),
            facts(["Aplikácia", "Firma"]),
            Block::paragraph("Aplikáciu môžete pripojiť znova. Prehľad pripojených aplikácií:"),
            Block::Button("Pripojené aplikácie", page.to_owned()),
        ],
        &[
            Block::paragraph(format!(
                "on {english} we ended the access of an application to a company, because a secret \
                 of it was used twice. Somebody else may have obtained it."
            )),
            facts(["Application", "Company"]),
            Block::paragraph("You can connect the application again. Your connected applications:"),
            Block::Button("Connected applications", page.to_owned()),
        ],
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn connection() -> AppConnection<'static> {
        AppConnection {
            app: "Účty\r\nBcc: x@y.example",
            host: "app.example",
            organization: "Firma s. r. o.",
            scopes: "invoice:read",
            is_live: false,
            at: OffsetDateTime::UNIX_EPOCH,
            page: "https://billhook.example/connections",
        }
    }

    #[test]
    fn a_mail_says_who_got_access_to_what() {
        let text = app_connected(&connection()).text;
        let text = text.as_str();
        for part in ["app.example", "Firma s. r. o.", "sandbox", "invoice:read", "/connections"] {
            assert!(text.contains(part), "{part}");
        }
        assert!(!text.contains("\nBcc:"), "a name is one line");
        let live = AppConnection { is_live: true, ..connection() };
        assert!(app_connected(&live).text.as_str().contains("production"));
        let ended = app_disconnected(&connection()).text;
        assert!(ended.as_str().contains("used twice") && !ended.as_str().contains("\nBcc:"));
    }
}
