"""Authlib and requests-oauthlib against a running Billhook: registration, code with PKCE, a call, refresh, userinfo,
introspection, revocation. Arguments: base URL, e-mail address, password, organization. Prints a line per client."""

import os
import sys

os.environ["AUTHLIB_INSECURE_TRANSPORT"] = os.environ["OAUTHLIB_INSECURE_TRANSPORT"] = "1"
# scopes are granted as asked for, in another order
os.environ["OAUTHLIB_RELAX_TOKEN_SCOPE"] = "1"

import requests
from authlib.integrations.requests_client import OAuth2Session as AuthlibSession
from requests_oauthlib import OAuth2Session as OauthlibSession

from browser import Browser

base, email, password, organization = sys.argv[1:5]
REDIRECT = "http://localhost:33418/callback"
SCOPE = "openid email offline_access invoice:read"
AGENT = f"{base}/v1/agent"
metadata = requests.get(f"{base}/.well-known/oauth-authorization-server").json()
assert metadata["issuer"] == base, metadata


def register(method):
    body = {
        "client_name": "Peer",
        "redirect_uris": [REDIRECT],
        "token_endpoint_auth_method": method,
        "grant_types": ["authorization_code", "refresh_token"],
        "response_types": ["code"],
        "resources": [AGENT],
    }
    answer = requests.post(metadata["registration_endpoint"], json=body)
    assert answer.status_code == 201, answer.text
    return answer.json()


consented = Browser(base, email, password, organization, REDIRECT).consented


def check(name, session, token):
    assert token["token_type"] == "Bearer" and token["refresh_token"] and token["id_token"], token
    call = session.get(f"{AGENT}/invoices")
    assert call.status_code == 200, call.text
    info = session.get(metadata["userinfo_endpoint"])
    assert info.json()["email"] == email, info.text
    print(f"{name}: code, PKCE, call, userinfo")


def ended(session):
    answer = session.get(f"{AGENT}/invoices")
    assert answer.status_code == 401 and "connection_revoked" in answer.headers["WWW-Authenticate"]


def authlib(method):
    client = register(method)
    session = AuthlibSession(
        client["client_id"],
        client.get("client_secret"),
        token_endpoint_auth_method=method,
        scope=SCOPE,
        redirect_uri=REDIRECT,
        code_challenge_method="S256",
    )
    verifier = "a" * 64
    url, state = session.create_authorization_url(
        metadata["authorization_endpoint"], code_verifier=verifier, resource=AGENT
    )
    back = consented(url)
    token = session.fetch_token(
        metadata["token_endpoint"], authorization_response=back, state=state,
        code_verifier=verifier, resource=AGENT,
    )
    check(f"authlib {method}", session, token)
    before = token["refresh_token"]
    token = session.refresh_token(metadata["token_endpoint"], refresh_token=before)
    assert token["refresh_token"] != before
    state = session.introspect_token(metadata["introspection_endpoint"], token=token["access_token"])
    assert state.json()["active"] is True, state.text
    assert session.revoke_token(metadata["revocation_endpoint"], token=token["refresh_token"]).status_code == 200
    ended(session)
    print(f"authlib {method}: refresh, introspection, revocation")


def oauthlib():
    client = register("client_secret_basic")
    session = OauthlibSession(client["client_id"], scope=SCOPE.split(), redirect_uri=REDIRECT, pkce="S256")
    url, _ = session.authorization_url(metadata["authorization_endpoint"], resource=AGENT)
    token = session.fetch_token(
        metadata["token_endpoint"], authorization_response=consented(url),
        client_secret=client["client_secret"], resource=AGENT,
    )
    check("requests-oauthlib", session, token)
    before = token["refresh_token"]
    basic = requests.auth.HTTPBasicAuth(client["client_id"], client["client_secret"])
    token = session.refresh_token(metadata["token_endpoint"], auth=basic)
    assert token["refresh_token"] != before
    answer = requests.post(metadata["revocation_endpoint"], data={"token": token["access_token"]}, auth=basic)
    assert answer.status_code == 200, answer.text
    ended(session)
    print("requests-oauthlib: refresh, revocation")


authlib("client_secret_basic")
authlib("none")
oauthlib()
print("all passed")
