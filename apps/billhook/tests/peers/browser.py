"""What a person does in a browser: signs in, consents, and is sent back to the application."""

import html
import re

import requests


def field(page, name):
    return html.unescape(re.search(f'name="{name}" value="([^"]*)"', page).group(1))


class Browser:
    def __init__(self, base, email, password, organization, redirect):
        self.base, self.email, self.password = base, email, password
        self.organization, self.redirect = organization, redirect
        self.http = requests.Session()

    def consented(self, url):
        """Goes to an address, signs in, agrees; gives the address that it is sent back to."""
        page = self.http.get(url)
        if "/sign-in" in page.url:
            form = {
                "form_token": field(page.text, "form_token"),
                "consent": field(page.text, "consent"),
                "email": self.email,
                "password": self.password,
            }
            page = self.http.post(f"{self.base}/sign-in", data=form)
        assert "/consent/" in page.url, page.text
        form = {
            "form_token": field(page.text, "form_token"),
            "organization": self.organization,
            "mode": "test",
            "decision": "approve",
        }
        answer = self.http.post(page.url, data=form, allow_redirects=False)
        assert answer.status_code == 303, answer.text
        back = answer.headers["Location"]
        assert back.startswith(self.redirect), back
        return back
