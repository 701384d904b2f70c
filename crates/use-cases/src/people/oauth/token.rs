//! The token endpoint. A code or a refresh token is marked as used last, when the answer is ready: an earlier failure
//! leaves it unused, so the client can retry and is not treated as a thief.

use super::failure::OAuthFailure;
use crate::ports::{Ports, Runtime};
use ::sign_in::SignInStore;
use access::{ConnectionId, OrganizationId};
use jobs::{JobId, JobKind, NewJob, SubjectId};
use oauth::{
    AccessTokenId, ErrorCode, OAuthError, Parameters,
    authorizations::{
        Approval, CodeExchange, ExchangeError, Grant, GrantedScopes, Identity, Stage, Wanted,
    },
    clients::{Client, ClientCredentials, GrantType, invalid_client},
    connections::{Connection, RevokedBecause},
    ports::{CONNECTED_MAIL_JOB, ENDED_MAIL_JOB, NewConnection, OAuthStore},
    tokens::{
        ACCESS_VALID_FOR, AccessClaims, IdClaims, Refresh, RefreshError, RefreshToken, Secret,
        SecretHash, TokenRequest, TokenType, Tokens, UserClaims, refreshed_resource,
        refreshed_scopes,
    },
};
use persistence::StoreError;
use time::OffsetDateTime;

/// Issues tokens for a code or a refresh token. `authorization` is the value of the HTTP header.
///
/// # Errors
/// [`OAuthFailure`].
pub async fn token<P: Ports>(
    ports: &P,
    authorization: Option<&str>,
    form: &Parameters,
) -> Result<Tokens, OAuthFailure> {
    let client = proven_client(ports, authorization, form).await?;
    let request = TokenRequest::read(form, ports.base_url())?;
    if !client.uses(request.grant_type()) {
        let text = "the client did not register for this grant type";
        return Err(OAuthError::new(ErrorCode::UnauthorizedClient, text).into());
    }
    let endpoint = Endpoint { ports, client, now: ports.runtime().now() };
    match request {
        TokenRequest::Code(code, sent) => endpoint.exchange(&code, &sent).await,
        TokenRequest::Refresh(refresh) => endpoint.refresh(refresh).await,
    }
}

/// The authenticated client of a request.
pub(super) async fn proven_client<P: Ports>(
    ports: &P,
    authorization: Option<&str>,
    form: &Parameters,
) -> Result<Client, OAuthFailure> {
    let credentials = ClientCredentials::read(authorization, form)?;
    let client = match ports.database().client(&credentials.id).await {
        Err(StoreError::NotFound) => return Err(invalid_client("no such client").into()),
        client => client?,
    };
    credentials.prove(&client)?;
    Ok(client)
}

fn invalid_grant(text: &str) -> OAuthFailure {
    OAuthError::new(ErrorCode::InvalidGrant, text).into()
}

/// The job that sends a mail about a connection.
pub(super) fn mail_job<P: Ports>(
    ports: &P,
    kind: JobKind,
    organization: OrganizationId,
    connection: ConnectionId,
) -> NewJob {
    let runtime = ports.runtime();
    NewJob {
        id: JobId(runtime.new_id()),
        kind,
        organization: Some(organization),
        subject: Some(SubjectId(connection.0)),
        key: Some(format!("{kind}:{connection}")),
        run_at: runtime.now(),
    }
}

/// An authenticated client at the token endpoint.
struct Endpoint<'a, P> {
    ports: &'a P,
    client: Client,
    now: OffsetDateTime,
}

impl<P: Ports> Endpoint<'_, P> {
    async fn exchange(
        &self,
        code: &SecretHash,
        sent: &CodeExchange<'_>,
    ) -> Result<Tokens, OAuthFailure> {
        let store = self.ports.database();
        let unknown = || invalid_grant("the code is not valid");
        let grant = store.grant_of_code(code).await?.ok_or_else(unknown)?;
        let (approval, wanted) = match grant.exchange(&self.client, sent, self.now) {
            Ok(both) => both,
            Err(ExchangeError::Refused(error)) => return Err(error.into()),
            Err(ExchangeError::Reused(connection)) => {
                return self.code_reused(&grant, connection).await;
            }
        };
        let connection = self.connection(&grant, approval, wanted);
        let secret = self.refresh_secret(connection.scopes)?;
        let refresh = secret.as_ref();
        let refresh = refresh.map(|it| RefreshToken::new(it.hash(), connection.id, self.now));
        let id_token = self.id_token(&connection, approval, wanted).await?;
        let tokens = self.tokens(&connection, connection.scopes, secret, id_token).await?;
        let mail = mail_job(self.ports, CONNECTED_MAIL_JOB, connection.organization, connection.id);
        let new = NewConnection { connection: &connection, refresh: refresh.as_ref(), mail: &mail };
        match store.exchange_grant(grant.id, new).await {
            // this request came second of two at once, so two parties have the code
            Err(StoreError::Conflict) => return self.lost_race(code, sent).await,
            kept => kept?,
        }
        tracing::info!(
            org.id = %connection.organization, connection.id = %connection.id,
            client.id = %connection.client, "application connected"
        );
        Ok(tokens)
    }

    fn connection(&self, grant: &Grant, approval: &Approval, wanted: &Wanted) -> Connection {
        Connection {
            id: ConnectionId(self.ports.runtime().new_id()),
            client: self.client.id.clone(),
            client_name: self.client.metadata.client_name.clone(),
            redirect_host: grant.redirect_uri().shown_host(),
            user: approval.user,
            organization: approval.organization,
            tier: approval.tier,
            scopes: approval.scopes,
            resource: wanted.resource,
            created_at: self.now,
            last_used_at: None,
            calls: 0,
            revoked: None,
        }
    }

    /// A new refresh token, only with `offline_access` (specification, OAuth 2.1, 5) and for clients with that grant
    /// type.
    fn refresh_secret(&self, scopes: GrantedScopes) -> Result<Option<Secret>, OAuthFailure> {
        if !scopes.has(Identity::OfflineAccess) || !self.client.uses(GrantType::RefreshToken) {
            return Ok(None);
        }
        Ok(Some(Secret::new(self.ports.runtime().random()?)))
    }

    async fn lost_race(
        &self,
        code: &SecretHash,
        sent: &CodeExchange<'_>,
    ) -> Result<Tokens, OAuthFailure> {
        let grant = self.ports.database().grant_of_code(code).await?;
        let grant = grant.ok_or_else(|| invalid_grant("the code is not valid"))?;
        match grant.exchange(&self.client, sent, self.now) {
            Err(ExchangeError::Reused(connection)) => self.code_reused(&grant, connection).await,
            _ => Err(invalid_grant("the code is not valid")),
        }
    }

    async fn code_reused(
        &self,
        grant: &Grant,
        connection: ConnectionId,
    ) -> Result<Tokens, OAuthFailure> {
        if let Stage::Exchanged(approval, _) = &grant.stage {
            let why = RevokedBecause::CodeReused;
            self.end_stolen(approval.organization, connection, why).await?;
        }
        Err(invalid_grant("the code was used already: the connection has ended"))
    }

    /// Ends a connection whose secret was used twice, and tells the user.
    async fn end_stolen(
        &self,
        organization: OrganizationId,
        id: ConnectionId,
        why: RevokedBecause,
    ) -> Result<(), StoreError> {
        let mail = mail_job(self.ports, ENDED_MAIL_JOB, organization, id);
        let store = self.ports.database();
        if store.revoke_connection(organization, id, why, Some(&mail), self.now).await? {
            tracing::warn!(
                org.id = %organization, connection.id = %id, client.id = %self.client.id,
                why = why.name(), "connection of an application ended"
            );
        }
        Ok(())
    }

    async fn refresh(&self, sent: Refresh) -> Result<Tokens, OAuthFailure> {
        let store = self.ports.database();
        let unknown = || invalid_grant("the refresh token is not valid");
        let (token, found) = store.refresh_token(&sent.token).await?.ok_or_else(unknown)?;
        let connection = &found.connection;
        if connection.client != self.client.id {
            return Err(unknown());
        }
        if !found.stands(self.now) {
            return Err(invalid_grant("connection_revoked"));
        }
        match token.usable(self.now) {
            Ok(()) => {}
            Err(RefreshError::Expired) => return Err(invalid_grant("the refresh token has ended")),
            Err(RefreshError::Reused) => return self.came_again(&sent, connection).await,
        }
        refreshed_resource(connection.resource, sent.resource)?;
        let scopes = refreshed_scopes(connection.scopes, sent.scopes)?;
        let secret = match self.ports.refresh_chain() {
            Some(chain) => chain.after(&sent.token),
            None => Secret::new(self.ports.runtime().random()?),
        };
        let next = RefreshToken::new(secret.hash(), connection.id, self.now);
        let scopes = found.effective(scopes);
        let tokens = self.tokens(connection, scopes, Some(secret), None).await?;
        match store.rotate_refresh_token(&token.hash, &next).await {
            Err(StoreError::Conflict) => return self.came_again(&sent, connection).await,
            rotated => rotated?,
        }
        Ok(tokens)
    }

    /// A refresh token that was used before: its answer was lost, or another party has it.
    async fn came_again(
        &self,
        sent: &Refresh,
        connection: &Connection,
    ) -> Result<Tokens, OAuthFailure> {
        match self.answered_again(sent).await? {
            Some(tokens) => Ok(tokens),
            None => self.refresh_reused(connection).await,
        }
    }

    /// Repeats the answer to a used refresh token, when [`RefreshToken::answer_was_lost`] allows it: with the same new
    /// refresh token; nothing is stored.
    async fn answered_again(&self, sent: &Refresh) -> Result<Option<Tokens>, OAuthFailure> {
        let Some(chain) = self.ports.refresh_chain() else { return Ok(None) };
        let (store, secret) = (self.ports.database(), chain.after(&sent.token));
        let Some((used, _)) = store.refresh_token(&sent.token).await? else { return Ok(None) };
        let next = store.refresh_token(&secret.hash()).await?;
        // the connection as loaded with the current token
        let Some((next, found)) = next else { return Ok(None) };
        if !used.answer_was_lost(&next, chain.grace(), self.now) || !found.stands(self.now) {
            return Ok(None);
        }
        refreshed_resource(found.connection.resource, sent.resource)?;
        let scopes = found.effective(refreshed_scopes(found.connection.scopes, sent.scopes)?);
        self.tokens(&found.connection, scopes, Some(secret), None).await.map(Some)
    }

    async fn refresh_reused(&self, connection: &Connection) -> Result<Tokens, OAuthFailure> {
        let why = RevokedBecause::RefreshReused;
        self.end_stolen(connection.organization, connection.id, why).await?;
        Err(invalid_grant("the refresh token was used already: the connection has ended"))
    }

    async fn id_token(
        &self,
        connection: &Connection,
        approval: &Approval,
        wanted: &Wanted,
    ) -> Result<Option<String>, OAuthFailure> {
        if !approval.scopes.has(Identity::OpenId) {
            return Ok(None);
        }
        let store = self.ports.database();
        let email = store.user(connection.user).await?.email;
        let claims = IdClaims {
            iss: self.ports.base_url().to_owned(),
            sub: approval.user,
            aud: self.client.id.clone(),
            iat: self.now.unix_timestamp(),
            exp: self.now.saturating_add(ACCESS_VALID_FOR).unix_timestamp(),
            auth_time: approval.signed_in_at.unix_timestamp(),
            nonce: wanted.nonce.clone(),
            about: UserClaims::of(&email, approval.organization, approval.scopes),
        };
        let id_token = self.ports.signing().sign(store, TokenType::Id, &claims, self.now).await?;
        Ok(Some(id_token))
    }

    async fn tokens(
        &self,
        connection: &Connection,
        scopes: GrantedScopes,
        refresh_token: Option<Secret>,
        id_token: Option<String>,
    ) -> Result<Tokens, OAuthFailure> {
        let base_url = self.ports.base_url();
        let jti = AccessTokenId(self.ports.runtime().random_id());
        let claims = AccessClaims::new(connection, scopes, base_url, jti, self.now);
        let (signing, store) = (self.ports.signing(), self.ports.database());
        let access_token = signing.sign(store, TokenType::Access, &claims, self.now).await?;
        let expires_in = ACCESS_VALID_FOR.whole_seconds();
        Ok(Tokens { access_token, expires_in, refresh_token, id_token, scopes })
    }
}
