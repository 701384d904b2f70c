//! Requests to the token endpoint, and its answers (OAuth 2.1, 3.2).

use crate::{
    ErrorCode, OAuthError, Parameters,
    authorizations::{CodeExchange, GrantedScopes, Resource},
    clients::GrantType,
};
use secret_text::{Secret, SecretHash};
use serde::Serialize;

/// A request to the token endpoint.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TokenRequest<'a> {
    /// Exchanges a code, which is given as its hash.
    Code(SecretHash, CodeExchange<'a>),
    /// Exchanges a refresh token.
    Refresh(Refresh),
}

/// The parameters of a refresh.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Refresh {
    pub token: SecretHash,
    pub scopes: Option<GrantedScopes>,
    pub resource: Option<Resource>,
}

impl<'a> TokenRequest<'a> {
    /// Parses the form.
    ///
    /// # Errors
    /// `invalid_request`, `unsupported_grant_type`, `invalid_target`, `invalid_scope`.
    pub fn read(form: &'a Parameters, base_url: &str) -> Result<Self, OAuthError> {
        let name = form.required("grant_type")?;
        let resource = form.optional("resource")?;
        let resource = resource.map(|uri| Resource::parse(uri, base_url)).transpose()?;
        match GrantType::of_name(name) {
            Some(GrantType::AuthorizationCode) => {
                let exchange = CodeExchange {
                    redirect_uri: form.required("redirect_uri")?,
                    code_verifier: form.required("code_verifier")?,
                    resource,
                };
                Ok(Self::Code(SecretHash::of(form.required("code")?), exchange))
            }
            Some(GrantType::RefreshToken) => Ok(Self::Refresh(Refresh {
                token: SecretHash::of(form.required("refresh_token")?),
                scopes: form.optional("scope")?.map(str::parse).transpose()?,
                resource,
            })),
            None => Err(OAuthError::new(
                ErrorCode::UnsupportedGrantType,
                "grant_type must be authorization_code or refresh_token",
            )),
        }
    }

    /// The grant type of the request.
    #[must_use]
    pub const fn grant_type(&self) -> GrantType {
        match self {
            TokenRequest::Code(..) => GrantType::AuthorizationCode,
            TokenRequest::Refresh(_) => GrantType::RefreshToken,
        }
    }
}

/// The tokens of an answer. Its `Debug` hides them.
pub struct Tokens {
    pub access_token: String,
    /// The lifetime of the access token in seconds.
    pub expires_in: i64,
    pub refresh_token: Option<Secret>,
    pub id_token: Option<String>,
    pub scopes: GrantedScopes,
}

impl std::fmt::Debug for Tokens {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Tokens").field("scopes", &self.scopes).finish_non_exhaustive()
    }
}

impl Serialize for Tokens {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Written<'a> {
            access_token: &'a str,
            token_type: &'static str,
            expires_in: i64,
            #[serde(skip_serializing_if = "Option::is_none")]
            refresh_token: Option<&'a str>,
            #[serde(skip_serializing_if = "Option::is_none")]
            id_token: Option<&'a str>,
            scope: GrantedScopes,
        }
        Written {
            access_token: &self.access_token,
            token_type: "Bearer",
            expires_in: self.expires_in,
            refresh_token: self.refresh_token.as_ref().map(Secret::expose),
            id_token: self.id_token.as_deref(),
            scope: self.scopes,
        }
        .serialize(serializer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_names_all_it_needs() {
        use ErrorCode::{InvalidRequest, InvalidScope, InvalidTarget, UnsupportedGrantType};
        let base = "https://billhook.example";
        for (form, expected) in [
            ("grant_type=authorization_code&code=c&redirect_uri=u&code_verifier=v", Ok(())),
            ("grant_type=authorization_code&code=c&redirect_uri=u", Err(InvalidRequest)),
            ("grant_type=authorization_code&code=c&code_verifier=v", Err(InvalidRequest)),
            ("grant_type=authorization_code&redirect_uri=u&code_verifier=v", Err(InvalidRequest)),
            ("grant_type=refresh_token&refresh_token=r&scope=openid", Ok(())),
            ("grant_type=refresh_token", Err(InvalidRequest)),
            ("grant_type=refresh_token&refresh_token=r&scope=x", Err(InvalidScope)),
            ("grant_type=refresh_token&refresh_token=r&refresh_token=r", Err(InvalidRequest)),
            ("grant_type=refresh_token&refresh_token=r&resource=x", Err(InvalidTarget)),
            ("grant_type=password&username=a&password=b", Err(UnsupportedGrantType)),
            ("grant_type=client_credentials", Err(UnsupportedGrantType)),
            ("", Err(InvalidRequest)),
        ] {
            let form = Parameters::parse(form.as_bytes());
            let read = TokenRequest::read(&form, base).map(drop).map_err(|error| error.code);
            assert_eq!(read, expected, "{form:?}");
        }
    }
}
