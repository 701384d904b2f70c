//! Where mail goes, as one line of the configuration.

use percent_encoding::percent_decode_str;
use std::{fmt, net::IpAddr, path::PathBuf, str::FromStr};
use url::Url;

/// Where mail goes:
///
/// - `console`, or nothing: onto standard output;
/// - `file:DIR`: into a folder, a file a message;
/// - `smtp://[user:password@]host[:port]`: to a server, port 587 with a user, else 25. TLS begins
///   after the greeting (STARTTLS, RFC 3207) where the server offers it; with a password, or with
///   `?tls=required` behind the host, it must: who sits on the way could hide the offer. Within this
///   machine (`localhost`, `127.0.0.1`) there is none unless it is required so;
/// - `smtps://[user:password@]host[:port]`: over TLS from the first byte (RFC 8314), port 465.
///
/// User and password are percent-encoded. Printing one shows `***` for the password.
#[derive(Clone, PartialEq, Eq)]
pub struct MailUrl(pub(crate) Target);

#[derive(Clone, PartialEq, Eq)]
pub(crate) enum Target {
    Console,
    Folder(PathBuf),
    Server(Server),
}

#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Server {
    pub(crate) host: String,
    pub(crate) port: u16,
    pub(crate) security: Security,
    pub(crate) login: Option<Login>,
}

#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Login {
    pub(crate) user: String,
    pub(crate) password: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Security {
    /// TLS from the first byte.
    Tls,
    /// STARTTLS or nothing.
    StartTls,
    /// STARTTLS where it is offered.
    IfOffered,
    /// Nothing: what stays on this machine cannot be listened to on the way.
    Plain,
}

/// Why a text does not say where mail goes. The text itself is not shown: it may hold a password.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum MailUrlError {
    /// None of the forms.
    #[error(
        "is none of console, file:DIR, smtp://[user:password@]host[:port][?tls=required] and smtps://[user:password@]host[:port]"
    )]
    Form,
    /// `file:` alone.
    #[error("names no folder: write it as file:DIR")]
    NoFolder,
    /// No host, or one with odd characters.
    #[error("names no host, or not a plain one")]
    Host,
    /// A user without a password, or the other way round, or not in UTF-8.
    #[error("must have both user and password, percent-encoded, or neither")]
    Login,
    /// A path, fragment, or another query.
    #[error("must end after host and port, or with ?tls=required")]
    Rest,
}

impl FromStr for MailUrl {
    type Err = MailUrlError;

    fn from_str(text: &str) -> Result<Self, MailUrlError> {
        let text = text.trim();
        if text.is_empty() || text == "console" {
            return Ok(Self(Target::Console));
        }
        if let Some(folder) = text.strip_prefix("file:") {
            let folder = folder.strip_prefix("//").unwrap_or(folder);
            let unfit = folder.is_empty() || folder.contains('\0');
            let target = (!unfit).then(|| Self(Target::Folder(folder.into())));
            return target.ok_or(MailUrlError::NoFolder);
        }
        let url = Url::parse(text).map_err(|_| MailUrlError::Form)?;
        server(&url).map(|server| Self(Target::Server(server)))
    }
}

fn server(url: &Url) -> Result<Server, MailUrlError> {
    let wrapped = match url.scheme() {
        "smtp" => false,
        "smtps" => true,
        _ => return Err(MailUrlError::Form),
    };
    let host = host(url).ok_or(MailUrlError::Host)?;
    let required = match url.query() {
        None => false,
        Some("tls=required") => true,
        Some(_) => return Err(MailUrlError::Rest),
    };
    if !matches!(url.path(), "" | "/") || url.fragment().is_some() {
        return Err(MailUrlError::Rest);
    }
    let login = login(url)?;
    let (security, port) = match (wrapped, &login) {
        (true, _) => (Security::Tls, 465),
        (false, Some(_)) => (Security::StartTls, 587),
        (false, None) => (Security::IfOffered, 25),
    };
    let security = match security {
        Security::Tls => Security::Tls,
        _ if required => Security::StartTls,
        _ if is_here(&host) => Security::Plain,
        security => security,
    };
    Ok(Server { host, port: url.port().unwrap_or(port), security, login })
}

/// The host without brackets; a name as it can stand in a certificate.
fn host(url: &Url) -> Option<String> {
    let host = url.host_str()?;
    let bare = host.strip_prefix('[').and_then(|it| it.strip_suffix(']')).unwrap_or(host);
    let name = |b: u8| b.is_ascii_alphanumeric() || b == b'.' || b == b'-';
    let fit = bare.parse::<IpAddr>().is_ok() || (!bare.is_empty() && bare.bytes().all(name));
    fit.then(|| bare.to_owned())
}

fn is_here(host: &str) -> bool {
    host.eq_ignore_ascii_case("localhost")
        || host.parse::<IpAddr>().is_ok_and(|address| address.is_loopback())
}

fn login(url: &Url) -> Result<Option<Login>, MailUrlError> {
    let decode = |text| percent_decode_str(text).decode_utf8().ok().map(String::from);
    match (url.username(), url.password()) {
        ("", None) => Ok(None),
        ("", Some(_)) | (_, None | Some("")) => Err(MailUrlError::Login),
        (user, Some(password)) => {
            let login = decode(user).zip(decode(password));
            let login = login.map(|(user, password)| Login { user, password });
            login.map(Some).ok_or(MailUrlError::Login)
        }
    }
}

impl MailUrl {
    /// Whether mail is written to the console and not sent.
    #[must_use]
    pub const fn is_console(&self) -> bool {
        matches!(self.0, Target::Console)
    }
}

impl fmt::Display for MailUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Target::Console => f.write_str("console"),
            Target::Folder(folder) => write!(f, "file:{}", folder.display()),
            Target::Server(server) => {
                let scheme = if server.security == Security::Tls { "smtps" } else { "smtp" };
                write!(f, "{scheme}://")?;
                if let Some(login) = &server.login {
                    write!(f, "{}:***@", login.user.escape_debug())?;
                }
                let six = server.host.contains(':');
                let (open, close) = if six { ("[", "]") } else { ("", "") };
                write!(f, "{open}{}{close}:{}", server.host, server.port)?;
                let unasked = server.login.is_some() && !is_here(&server.host);
                let required = server.security == Security::StartTls && !unasked;
                f.write_str(if required { "?tls=required" } else { "" })
            }
        }
    }
}

impl fmt::Debug for MailUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
