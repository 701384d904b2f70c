"""The MCP client of the PyPI package `mcp` against a running Billhook: it finds the authorization server by the 401 of a
call, registers itself, gets a token with PKCE and `iss`, calls, and refreshes. Arguments: base URL, e-mail address,
password, organization."""

import asyncio
import sys
from urllib.parse import parse_qs, urlsplit

import httpx2
from mcp.client.auth import OAuthClientProvider
from mcp.shared.auth import AuthorizationCodeResult, OAuthClientMetadata

from browser import Browser

base, email, password, organization = sys.argv[1:5]
REDIRECT = "http://localhost:33418/callback"
AGENT = f"{base}/v1/agent"


class Metadata(OAuthClientMetadata):
    """What it registers, with the resource that Billhook wants named."""

    resources: list[str]


class Storage:
    tokens = client = None

    async def get_tokens(self):
        return self.tokens

    async def set_tokens(self, tokens):
        self.tokens = tokens

    async def get_client_info(self):
        return self.client

    async def set_client_info(self, client):
        self.client = client


class Person:
    def __init__(self):
        self.browser, self.back, self.asked = Browser(base, email, password, organization, REDIRECT), None, 0

    async def goes_to(self, url):
        self.asked += 1
        self.back = await asyncio.to_thread(self.browser.consented, url)

    async def comes_back(self):
        query = {name: values[0] for name, values in parse_qs(urlsplit(self.back).query).items()}
        return AuthorizationCodeResult(code=query["code"], state=query["state"], iss=query["iss"])


async def main():
    storage, person = Storage(), Person()
    metadata = Metadata(
        client_name="Peer",
        redirect_uris=[REDIRECT],
        token_endpoint_auth_method="none",
        resources=[AGENT],
    )
    client = OAuthClientProvider(AGENT, metadata, storage, person.goes_to, person.comes_back)
    async with httpx2.AsyncClient(auth=client) as http:
        call = await http.get(f"{AGENT}/invoices")
        assert call.status_code == 200, call.text
        assert client.context.protected_resource_metadata and client.context.oauth_metadata
        print("mcp: protected resource, server, registration, code, call")
        before = storage.tokens
        assert before.refresh_token, "offline_access is asked for where the server knows it"
        client.context.token_expiry_time = 1
        call = await http.get(f"{AGENT}/invoices")
        assert call.status_code == 200, call.text
        assert storage.tokens.refresh_token != before.refresh_token and person.asked == 1
        print("mcp: refresh")


asyncio.run(main())
print("all passed")
