//! Handing a message to a server (RFC 5321).

use crate::reason::reason;
use crate::settings::{From, SetupError};
use crate::url::{Security, Server};
use lettre::transport::smtp::{
    Error,
    authentication::{Credentials, Mechanism},
    client::{AsyncSmtpConnection, Certificate, TlsParameters},
    extension::ClientId,
};
use notifications::MailError;
use std::time::Duration;
use tokio::time::timeout;

/// How long to wait for the answer to QUIT: the server has the message already.
const GOOD_BYE: Duration = Duration::from_secs(1);

/// Refusals of ours, not of a message: no or wrong credentials (RFC 4954, 6). The operator can
/// fix them, so the message must wait.
const NOT_LOGGED_IN: [u16; 4] = [530, 534, 535, 538];

pub(crate) struct Smtp {
    host: String,
    port: u16,
    security: Security,
    login: Option<Credentials>,
    tls: TlsParameters,
    hello: ClientId,
    timeout: Duration,
}

impl Smtp {
    pub(crate) fn new(
        server: Server,
        from: &From,
        timeout: Duration,
        extra_roots: &[u8],
    ) -> Result<Self, SetupError> {
        let mut tls = TlsParameters::builder(server.host.clone());
        if !extra_roots.is_empty() {
            if !extra_roots.windows(10).any(|it| it == b"-----BEGIN") {
                return Err(SetupError::Roots);
            }
            let roots = Certificate::from_pem(extra_roots).map_err(|_| SetupError::Roots)?;
            tls = tls.add_root_certificate(roots);
        }
        Ok(Self {
            tls: tls.build().map_err(SetupError::Tls)?,
            login: server.login.map(|login| Credentials::new(login.user, login.password)),
            hello: ClientId::Domain(from.0.email.domain().to_owned()),
            host: server.host,
            port: server.port,
            security: server.security,
            timeout,
        })
    }

    /// Hands a message over.
    ///
    /// Until the server knows of the message, nothing that it says is about the message: the
    /// error is then [`MailError::Unreachable`] whatever its code.
    pub(crate) async fn send(&self, email: &lettre::Message) -> Result<(), MailError> {
        let handing_over = async {
            let unreachable = |error: Error| MailError::Unreachable(reason(&error));
            let mut server = self.connect().await.map_err(unreachable)?;
            server.send(email.envelope(), &email.formatted()).await.map_err(|it| meaning(&it))?;
            Ok(server)
        };
        let mut server = timeout(self.timeout, handing_over).await.map_err(|_| {
            MailError::Unreachable(format!("no answer within {} s", self.timeout.as_secs()))
        })??;
        let _ = timeout(GOOD_BYE, server.abort()).await;
        Ok(())
    }

    async fn connect(&self) -> Result<AsyncSmtpConnection, Error> {
        let wrapped = (self.security == Security::Tls).then(|| self.tls.clone());
        let address = (self.host.as_str(), self.port);
        let mut server = AsyncSmtpConnection::connect_tokio1(
            address,
            Some(self.timeout),
            &self.hello,
            wrapped,
            None,
        )
        .await?;
        let wanted = match self.security {
            Security::Tls | Security::Plain => false,
            Security::StartTls => true,
            Security::IfOffered => server.can_starttls(),
        };
        if wanted {
            server.starttls(self.tls.clone(), &self.hello).await?;
        }
        if let Some(login) = &self.login {
            server.auth(&[Mechanism::Plain, Mechanism::Login], login).await?;
        }
        Ok(server)
    }
}

/// What the server's answer to a message means.
fn meaning(error: &Error) -> MailError {
    let code = error.status().map(u16::from);
    let about_us = code.is_some_and(|code| NOT_LOGGED_IN.contains(&code));
    if error.is_permanent() && !about_us {
        MailError::Refused(reason(error))
    } else {
        MailError::Unreachable(reason(error))
    }
}
