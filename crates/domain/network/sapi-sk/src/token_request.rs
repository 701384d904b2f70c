//! The bodies of `/auth/*`.

use crate::{
    SapiError, SapiScopes, TokenText,
    member::{Member, Reader, read},
};
use access::{ApiKeyId, KeyText};
use serde::Deserialize;

/// Client credentials, as they are exchanged for tokens.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TokenRequest {
    /// The client; none when the text is no client's id.
    pub client: Option<ApiKeyId>,
    /// The secret; `None` when the text does not have the form of a secret.
    pub secret: Option<KeyText>,
    /// The requested scopes; all that the client may have when the request names none.
    pub scopes: SapiScopes,
}

#[derive(Deserialize)]
struct TokenMembers {
    client_id: Member,
    client_secret: Member,
    grant_type: Member,
    scope: Member,
}

impl TokenRequest {
    /// Reads the body of `/auth/token`. Credentials that cannot be any are not an error of the body.
    ///
    /// # Errors
    /// 400 with all that is wrong.
    pub fn read(body: &[u8]) -> Result<Self, SapiError> {
        let members: TokenMembers = read(body)?;
        let mut reader = Reader::default();
        let client = reader.required("client_id", members.client_id);
        let secret = reader.required("client_secret", members.client_secret);
        let grant = reader.required("grant_type", members.grant_type);
        expect_grant(&mut reader, grant, "client_credentials");
        let scope = reader.optional("scope", members.scope).unwrap_or_default();
        let scopes = scope.parse::<SapiScopes>();
        let scopes = scopes.map_err(|error| reader.wrong("scope", error.to_string())).ok();
        let scopes = scopes.map(|scopes| if scopes.is_empty() { SapiScopes::ALL } else { scopes });
        let read = client.zip(secret).zip(scopes).map(|((client, secret), scopes)| Self {
            client: client.parse().ok(),
            secret: KeyText::parse(&secret).ok(),
            scopes,
        });
        reader.finish(read)
    }
}

/// A refresh token, as it is exchanged for a new pair.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RenewRequest {
    /// `None` when the text does not have the form of a token.
    pub refresh_token: Option<TokenText>,
}

#[derive(Deserialize)]
struct RenewMembers {
    grant_type: Member,
    refresh_token: Member,
}

impl RenewRequest {
    /// Reads the body of `/auth/renew`.
    ///
    /// # Errors
    /// 400 with all that is wrong.
    pub fn read(body: &[u8]) -> Result<Self, SapiError> {
        let members: RenewMembers = read(body)?;
        let mut reader = Reader::default();
        let grant = reader.optional("grant_type", members.grant_type);
        expect_grant(&mut reader, grant, "refresh_token");
        let token = reader.required("refresh_token", members.refresh_token);
        reader.finish(token.map(|token| Self { refresh_token: TokenText::parse(&token) }))
    }
}

/// A token to be revoked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RevokeRequest {
    /// `None` when the text does not have the form of a token.
    pub token: Option<TokenText>,
}

#[derive(Deserialize)]
struct RevokeMembers {
    token: Member,
    token_type_hint: Member,
}

impl RevokeRequest {
    /// Reads the body of `/auth/revoke`. Whatever `token_type_hint` says is passed over: a token says itself
    /// what it is.
    ///
    /// # Errors
    /// 400 with all that is wrong.
    pub fn read(body: &[u8]) -> Result<Self, SapiError> {
        let members: RevokeMembers = read(body)?;
        let mut reader = Reader::default();
        let token = reader.required("token", members.token);
        reader.optional("token_type_hint", members.token_type_hint);
        reader.finish(token.map(|token| Self { token: TokenText::parse(&token) }))
    }
}

fn expect_grant(reader: &mut Reader, found: Option<String>, expected: &str) {
    if found.is_some_and(|found| found != expected) {
        reader.wrong("grant_type", format!("must be {expected}"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fields(error: &SapiError) -> Vec<&str> {
        assert_eq!(error.code.status, 400);
        error.details.iter().map(|detail| &*detail.field).collect()
    }

    #[test]
    fn credentials_are_read_with_all_that_is_wrong() {
        let read = |body: &str| TokenRequest::read(body.as_bytes());
        let id = "00000000-0000-0000-0000-000000000001";
        let secret = format!("svc_test_{}", "a".repeat(43));
        let request = read(&format!(
            r#"{{"client_id":"{id}","client_secret":"{secret}","grant_type":"client_credentials","x":1}}"#
        ));
        let request = request.expect("a request");
        assert_eq!(request.client.map(|client| client.to_string()).as_deref(), Some(id));
        assert!(request.secret.is_some() && request.scopes == SapiScopes::ALL);

        let other = r#"{"client_id":"acme","client_secret":"x","grant_type":"client_credentials","scope":"documents:send"}"#;
        let other = read(other).expect("a request");
        assert_eq!((other.client, other.secret), (None, None));
        assert_eq!(other.scopes.to_string(), "document:send");

        for (body, wrong) in [
            ("{}", vec!["client_id", "client_secret", "grant_type"]),
            (
                r#"{"client_id":7,"client_secret":"","grant_type":"password","scope":"all"}"#,
                vec!["client_id", "client_secret", "grant_type", "scope"],
            ),
            ("[]", vec!["body"]),
            ("client_id=a&client_secret=b", vec!["body"]),
            (r#"{"client_id":"a","client_id":"b"}"#, vec!["body"]),
            ("", vec!["body"]),
        ] {
            assert_eq!(fields(&read(body).expect_err(body)), wrong, "{body}");
        }
    }

    #[test]
    fn a_renewal_may_leave_out_its_grant_type() {
        let token = format!("sapi_rt_{}", "a".repeat(43));
        for rest in ["", r#","grant_type":"refresh_token""#] {
            let body = format!(r#"{{"refresh_token":"{token}"{rest}}}"#);
            let request = RenewRequest::read(body.as_bytes()).expect("a request");
            assert_eq!(request.refresh_token.as_ref().map(TokenText::expose), Some(&*token));
        }
        let unknown = RenewRequest::read(br#"{"refresh_token":"t"}"#).expect("a request");
        assert_eq!(unknown.refresh_token, None);
        let wrong = RenewRequest::read(br#"{"grant_type":"client_credentials"}"#);
        assert_eq!(fields(&wrong.expect_err("refused")), ["grant_type", "refresh_token"]);
        assert_eq!(fields(&RevokeRequest::read(b"{}").expect_err("refused")), ["token"]);
        let hint = |hint: &str| {
            RevokeRequest::read(format!(r#"{{"token":"t","token_type_hint":{hint}}}"#).as_bytes())
        };
        assert!(hint(r#""whatever""#).is_ok() && hint("null").is_ok());
        assert_eq!(fields(&hint("7").expect_err("refused")), ["token_type_hint"]);
    }
}
