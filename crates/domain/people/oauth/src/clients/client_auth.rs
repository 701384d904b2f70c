//! Client authentication at the token endpoint.

use crate::{
    ClientId, ErrorCode, OAuthError, Parameters,
    clients::client::{AuthMethod, Client},
};
use data_encoding::BASE64;
use secret_text::SecretHash;

/// The credentials in a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClientCredentials {
    pub id: ClientId,
    /// The hash of the secret from HTTP Basic or from the form; `None` without a secret.
    pub secret: Option<SecretHash>,
}

/// The error of a client that failed to authenticate (401).
#[must_use]
pub fn invalid_client(text: &str) -> OAuthError {
    OAuthError::new(ErrorCode::InvalidClient, text)
}

impl ClientCredentials {
    /// Parses the credentials from the header `Authorization` or from the form. A secret in both is refused (OAuth
    /// 2.1, 2.4).
    ///
    /// # Errors
    /// `invalid_client`, `invalid_request`.
    pub fn read(authorization: Option<&str>, form: &Parameters) -> Result<Self, OAuthError> {
        let in_form = form.optional("client_id")?;
        let secret_in_form = form.optional("client_secret")?;
        let Some(header) = authorization else {
            let id = in_form.ok_or_else(|| invalid_client("no client_id"))?;
            return Ok(Self { id: known_form(id)?, secret: secret_in_form.map(SecretHash::of) });
        };
        if secret_in_form.is_some() {
            let text = "a client shows its secret once: by HTTP Basic or in the form";
            return Err(OAuthError::new(ErrorCode::InvalidRequest, text));
        }
        let (id, secret) = basic(header).ok_or_else(|| invalid_client("not HTTP Basic"))?;
        if in_form.is_some_and(|in_form| in_form != id) {
            let text = "client_id differs from the one of HTTP Basic";
            return Err(OAuthError::new(ErrorCode::InvalidRequest, text));
        }
        let secret = (!secret.is_empty()).then(|| SecretHash::of(&secret));
        Ok(Self { id: known_form(&id)?, secret })
    }

    /// Checks the credentials of the client. The secret may be sent in either way, whichever method the client
    /// registered, because libraries use their own default.
    ///
    /// # Errors
    /// `invalid_client`.
    pub fn prove(&self, client: &Client) -> Result<(), OAuthError> {
        let proven = match client.metadata.token_endpoint_auth_method {
            AuthMethod::ClientSecretBasic | AuthMethod::ClientSecretPost => {
                self.secret.is_some() && self.secret == client.secret_hash
            }
            AuthMethod::None => self.secret.is_none(),
        };
        proven.then_some(()).ok_or_else(|| invalid_client("the client is not the one it says"))
    }
}

fn known_form(id: &str) -> Result<ClientId, OAuthError> {
    ClientId::parse(id).ok_or_else(|| invalid_client("no such client"))
}

/// Id and secret of HTTP Basic; both are form-encoded (RFC 6749, 2.3.1).
fn basic(header: &str) -> Option<(String, String)> {
    let (scheme, encoded) = header.split_once(' ')?;
    if !scheme.eq_ignore_ascii_case("Basic") {
        return None;
    }
    let text = String::from_utf8(BASE64.decode(encoded.trim().as_bytes()).ok()?).ok()?;
    let (id, secret) = text.split_once(':')?;
    let decoded = |text: &str| {
        let as_value = format!("v={text}");
        let mut pairs = url::form_urlencoded::parse(as_value.as_bytes());
        pairs.next().map(|(_, value)| value.into_owned())
    };
    // a text with & would be cut
    let is_whole = !text.contains('&');
    is_whole.then_some((decoded(id)?, decoded(secret)?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::authorizations::{Resource, authorization::tests::client};
    use secret_text::Secret;

    fn header(text: &str) -> String {
        format!("Basic {}", BASE64.encode(text.as_bytes()))
    }

    fn form(text: &str) -> Parameters {
        Parameters::parse(text.as_bytes())
    }

    #[test]
    fn a_client_shows_itself_in_one_way() {
        let id = ClientId::new([1; 16]);
        let none = form("");
        let named = form(&format!("client_id={id}"));
        let read = |header: Option<&str>, form: &Parameters| {
            ClientCredentials::read(header, form).map_err(|error| error.code)
        };
        let secret = Some(SecretHash::of("a b%"));
        let basic = header(&format!("{id}:a+b%25"));
        assert_eq!(read(Some(&basic), &none), Ok(ClientCredentials { id: id.clone(), secret }));
        assert_eq!(read(Some(&basic), &named).map(|read| read.secret), Ok(secret));
        assert_eq!(read(None, &named), Ok(ClientCredentials { id: id.clone(), secret: None }));
        let posted = form(&format!("client_id={id}&client_secret=a+b%25"));
        assert_eq!(read(None, &posted), Ok(ClientCredentials { id: id.clone(), secret }));
        let other = form("client_id=app_AAAAAAAAAAAAAAAAAAAAAA");
        for twice in [&other, &posted, &form("client_secret=a+b%25")] {
            assert_eq!(read(Some(&basic), twice), Err(ErrorCode::InvalidRequest));
        }
        let repeated = form(&format!("client_id={id}&client_secret=x&client_secret=y"));
        assert_eq!(read(None, &repeated), Err(ErrorCode::InvalidRequest));
        for (header, form) in [
            (None, none.clone()),
            (None, form("client_id=unknown")),
            (None, form("client_secret=x")),
            (Some("Bearer x".to_owned()), none.clone()),
            (Some("Basic ???".to_owned()), none.clone()),
            (Some(header("no colon")), none.clone()),
            (Some(header("unknown:x")), none.clone()),
        ] {
            assert_eq!(read(header.as_deref(), &form), Err(ErrorCode::InvalidClient));
        }
    }

    #[test]
    fn a_secret_is_asked_of_those_who_have_one() {
        let secret = Secret::new([5; 32]);
        let public = client(&[Resource::Mcp]);
        let with_secret = |method| {
            let mut server = public.clone();
            server.metadata.token_endpoint_auth_method = method;
            server.secret_hash = Some(secret.hash());
            server
        };
        let server = with_secret(AuthMethod::ClientSecretBasic);
        let posting = with_secret(AuthMethod::ClientSecretPost);
        let shown = |secret| ClientCredentials { id: public.id.clone(), secret };
        for (client, secret, proven) in [
            (&public, None, true),
            (&public, Some(secret.hash()), false),
            (&server, Some(secret.hash()), true),
            (&server, Some(SecretHash([0; 32])), false),
            (&server, None, false),
            (&posting, Some(secret.hash()), true),
            (&posting, Some(SecretHash([0; 32])), false),
            (&posting, None, false),
        ] {
            assert_eq!(shown(secret).prove(client).is_ok(), proven);
        }
    }
}
