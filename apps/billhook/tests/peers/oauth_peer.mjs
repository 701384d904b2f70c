// oauth4webapi and openid-client against a running Billhook: discovery, registration, code with PKCE, `iss`, validation of
// the ID token and of the access token (RFC 9068), refresh, userinfo, introspection, revocation.
// Arguments: folder with node_modules, base URL, e-mail address, password, organization.
import assert from 'node:assert/strict';
import { browserOf, loaderOf } from './browser.mjs';

const [folder, base, email, password, organization] = process.argv.slice(2);
const load = loaderOf(folder);
const oauth = await load('oauth4webapi');
const oidc = await load('openid-client');

const REDIRECT = 'http://localhost:33418/callback';
const SCOPE = 'openid email offline_access invoice:read';
const AGENT = `${base}/v1/agent`;
const insecure = { [oauth.allowInsecureRequests]: true };

const consented = browserOf({ base, email, password, organization, redirect: REDIRECT });

const issuer = new URL(base);
const discovered = await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...insecure });
const as = await oauth.processDiscoveryResponse(issuer, discovered);
assert.deepEqual(as.code_challenge_methods_supported, ['S256']);

async function register(method) {
  const answer = await fetch(as.registration_endpoint, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      client_name: 'Peer', redirect_uris: [REDIRECT], token_endpoint_auth_method: method,
      grant_types: ['authorization_code', 'refresh_token'], response_types: ['code'], resources: [AGENT],
    }),
  });
  return oauth.processDynamicClientRegistrationResponse(answer);
}

async function withOauth4webapi(method) {
  const client = await register(method);
  const auth = method === 'none' ? oauth.None() : oauth.ClientSecretBasic(client.client_secret);
  const verifier = oauth.generateRandomCodeVerifier();
  const [state, nonce] = [oauth.generateRandomState(), oauth.generateRandomNonce()];
  const url = new URL(as.authorization_endpoint);
  for (const [name, value] of Object.entries({
    client_id: client.client_id, redirect_uri: REDIRECT, response_type: 'code', scope: SCOPE, state, nonce,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier), code_challenge_method: 'S256', resource: AGENT,
  })) url.searchParams.set(name, value);
  const back = await consented(url.href);
  // `iss` is checked here (RFC 9207)
  const parameters = oauth.validateAuthResponse(as, client, back, state);
  const sent = { additionalParameters: { resource: AGENT }, ...insecure };
  const answer = await oauth.authorizationCodeGrantRequest(as, client, auth, parameters, REDIRECT, verifier, sent);
  const tokens = await oauth.processAuthorizationCodeResponse(as, client, answer, { expectedNonce: nonce, requireIdToken: true });
  await oauth.validateApplicationLevelSignature(as, answer, insecure);
  const { sub } = oauth.getValidatedIdTokenClaims(tokens);
  const request = new Request(`${AGENT}/invoices`, { headers: { authorization: `Bearer ${tokens.access_token}` } });
  const claims = await oauth.validateJwtAccessToken(as, request, AGENT, insecure);
  assert.equal(claims.org_id, organization);
  assert.equal((await fetch(request)).status, 200);
  const info = await oauth.userInfoRequest(as, client, tokens.access_token, insecure);
  assert.equal((await oauth.processUserInfoResponse(as, client, sub, info)).email, email);
  const renewed = await oauth.refreshTokenGrantRequest(as, client, auth, tokens.refresh_token, insecure);
  const next = await oauth.processRefreshTokenResponse(as, client, renewed);
  const asked = await oauth.introspectionRequest(as, client, auth, next.access_token, insecure);
  assert.equal((await oauth.processIntrospectionResponse(as, client, asked)).active, true);
  await oauth.processRevocationResponse(await oauth.revocationRequest(as, client, auth, next.refresh_token, insecure));
  const after = await fetch(`${AGENT}/invoices`, { headers: { authorization: `Bearer ${next.access_token}` } });
  assert.equal(after.status, 401);
  console.log(`oauth4webapi ${method}: everything`);
}

async function withProtectedResource() {
  const resource = new URL(AGENT);
  const answer = await oauth.resourceDiscoveryRequest(resource, insecure);
  const found = await oauth.processResourceDiscoveryResponse(resource, answer);
  assert.deepEqual(found.authorization_servers, [base]);
  console.log('oauth4webapi: protected resource metadata');
}

/** As its documentation shows it: it chooses how to send the secret by itself, and does so in the form. */
async function withOpenidClientAndSecret() {
  for (const method of ['client_secret_basic', 'client_secret_post']) {
    const client = await register(method);
    assert.equal(client.token_endpoint_auth_method, method);
    const config = await oidc.discovery(issuer, client.client_id, client.client_secret, undefined, { execute: [oidc.allowInsecureRequests] });
    const verifier = oidc.randomPKCECodeVerifier();
    const state = oidc.randomState();
    const url = oidc.buildAuthorizationUrl(config, {
      redirect_uri: REDIRECT, scope: SCOPE, state, resource: AGENT,
      code_challenge: await oidc.calculatePKCECodeChallenge(verifier), code_challenge_method: 'S256',
    });
    const back = await consented(url.href);
    const tokens = await oidc.authorizationCodeGrant(config, back, { pkceCodeVerifier: verifier, expectedState: state }, { resource: AGENT });
    const next = await oidc.refreshTokenGrant(config, tokens.refresh_token);
    assert.equal((await oidc.tokenIntrospection(config, next.access_token)).active, true);
    await oidc.tokenRevocation(config, next.refresh_token);
    assert.equal((await oidc.tokenIntrospection(config, next.access_token)).active, false);
    console.log(`openid-client, its default, registered ${method}: everything`);
  }
}

async function withOpenidClient() {
  const metadata = { client_name: 'Peer', redirect_uris: [REDIRECT], resources: [AGENT], response_types: ['code'], grant_types: ['authorization_code', 'refresh_token'] };
  const execute = [oidc.allowInsecureRequests];
  const config = await oidc.dynamicClientRegistration(issuer, { ...metadata, token_endpoint_auth_method: 'none' }, oidc.None(), { execute });
  const verifier = oidc.randomPKCECodeVerifier();
  const state = oidc.randomState();
  const url = oidc.buildAuthorizationUrl(config, {
    redirect_uri: REDIRECT, scope: SCOPE, state, resource: AGENT,
    code_challenge: await oidc.calculatePKCECodeChallenge(verifier), code_challenge_method: 'S256',
  });
  const back = await consented(url.href);
  const tokens = await oidc.authorizationCodeGrant(config, back, { pkceCodeVerifier: verifier, expectedState: state }, { resource: AGENT });
  const info = await oidc.fetchUserInfo(config, tokens.access_token, tokens.claims().sub);
  assert.equal(info.email, email);
  const next = await oidc.refreshTokenGrant(config, tokens.refresh_token);
  await oidc.tokenRevocation(config, next.refresh_token);
  console.log('openid-client: discovery, registration, code, refresh, userinfo, revocation');
}

await withOauth4webapi('client_secret_basic');
await withOauth4webapi('none');
await withProtectedResource();
await withOpenidClient();
await withOpenidClientAndSecret();
console.log('all passed');
