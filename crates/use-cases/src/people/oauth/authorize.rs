//! The authorization endpoint: a user arrives from an application, decides, and is redirected back.

use super::{OAuthFailure, documents::client_of};
use crate::ports::{Ports, Runtime};
use ::sign_in::{Membership, SignInStore, SignedIn, origin};
use access::{OrganizationId, RateLimited, Tier};
use oauth::{
    GrantId, NoRoom, OAuthError, PENDING_GRANTS, Parameters,
    authorizations::{
        AuthorizationRequest, Choice, DecisionError, Grant, NoWayBack, Wanted, denied, named_client,
    },
    clients::Client,
    ports::OAuthStore,
    tokens::Secret,
};
use persistence::StoreError;
use std::net::IpAddr;

/// Why a user is shown an error page.
#[derive(Debug, thiserror::Error)]
pub enum AuthorizeError {
    /// The request names no valid address to redirect the user to.
    #[error(transparent)]
    NoWayBack(#[from] NoWayBack),
    /// The host of a client's document was asked too often.
    #[error(transparent)]
    Limited(#[from] RateLimited),
    /// Too many requests wait for a decision.
    #[error(transparent)]
    NoRoom(#[from] NoRoom),
    /// Storage failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Stores a browser's authorization request from this IP address. The user then signs in and decides on it, under its
/// id.
///
/// # Errors
/// [`AuthorizeError`].
pub async fn begin<P: Ports>(
    ports: &P,
    parameters: &Parameters,
    from: IpAddr,
) -> Result<Grant, AuthorizeError> {
    let store = ports.database();
    let client = client_of(ports, &named_client(parameters)?, from).await?;
    let request = AuthorizationRequest::read(parameters, &client, ports.base_url())?;
    let (id, now) = (GrantId(ports.runtime().random_id()), ports.runtime().now());
    let from = origin(from);
    PENDING_GRANTS.check(store.pending_grants(from, PENDING_GRANTS.since(now)).await?, now)?;
    let grant = Grant::new(id, request, now);
    store.add_grant(&grant, from).await?;
    Ok(grant)
}

/// Why a user cannot decide on a request.
#[derive(Debug, thiserror::Error)]
pub enum ConsentError {
    /// The request has ended, or the user may not decide on it.
    #[error(transparent)]
    Decision(#[from] DecisionError),
    /// The server failed.
    #[error(transparent)]
    Failure(#[from] OAuthFailure),
}

impl From<StoreError> for ConsentError {
    fn from(error: StoreError) -> Self {
        match error {
            // it was decided on in the meantime, or purged long after
            StoreError::Conflict | StoreError::NotFound => DecisionError::Over.into(),
            error => OAuthFailure::from(error).into(),
        }
    }
}

/// The data of the consent page.
#[derive(Debug)]
pub struct ConsentPage {
    pub grant: Grant,
    pub client: Client,
    /// The requested access, or the error to redirect to the client at once.
    pub wanted: Result<Wanted, OAuthError>,
    /// The user's companies.
    pub memberships: Vec<Membership>,
}

/// Loads a request that a signed-in user is to decide on.
///
/// # Errors
/// [`ConsentError`].
pub async fn consent_page<P: Ports>(
    ports: &P,
    id: GrantId,
    user: &SignedIn,
) -> Result<ConsentPage, ConsentError> {
    let store = ports.database();
    let grant = store.grant(id).await?;
    grant.open(ports.runtime().now())?;
    let client = store.client(&grant.request.back.client).await?;
    let memberships = store.memberships(user.session.user).await?;
    Ok(ConsentPage { wanted: grant.request.wanted.clone(), grant, client, memberships })
}

/// The company and the environment that a user chose.
#[derive(Debug, Clone, Copy)]
pub struct Consent {
    pub organization: OrganizationId,
    pub tier: Tier,
}

/// Approves a request. Returns the redirect URI with the client's code.
///
/// # Errors
/// [`ConsentError`].
pub async fn approve<P: Ports>(
    ports: &P,
    id: GrantId,
    user: &SignedIn,
    consent: Consent,
) -> Result<String, ConsentError> {
    let (store, runtime) = (ports.database(), ports.runtime());
    let ConsentPage { grant, wanted, memberships, .. } = consent_page(ports, id, user).await?;
    let wanted = wanted.map_err(OAuthFailure::from)?;
    let member = memberships.iter().find(|known| known.organization == consent.organization);
    let choice = Choice {
        user: user.session.user,
        organization: consent.organization,
        role: member.map(|known| known.role),
        tier: consent.tier,
        signed_in_at: user.session.created_at,
    };
    let approval = grant.approve(&wanted, &choice, runtime.now())?;
    let code = Secret::new(runtime.random().map_err(OAuthFailure::from)?);
    store.decide_grant(id, Some((&approval, &code.hash()))).await?;
    Ok(grant.request.back.with_code(&code, ports.base_url()))
}

/// Denies a request. Returns the redirect URI with the error.
///
/// # Errors
/// [`ConsentError`].
pub async fn deny<P: Ports>(ports: &P, id: GrantId) -> Result<String, ConsentError> {
    cancel(ports, id, &denied()).await
}

/// The redirect URI with the error of an invalid request.
///
/// # Errors
/// [`ConsentError`].
pub async fn answer_fault<P: Ports>(
    ports: &P,
    id: GrantId,
    error: &OAuthError,
) -> Result<String, ConsentError> {
    cancel(ports, id, error).await
}

async fn cancel<P: Ports>(
    ports: &P,
    id: GrantId,
    error: &OAuthError,
) -> Result<String, ConsentError> {
    let store = ports.database();
    let grant = store.grant(id).await?;
    grant.open(ports.runtime().now())?;
    store.decide_grant(id, None).await?;
    Ok(grant.request.back.with_error(error, ports.base_url()))
}
