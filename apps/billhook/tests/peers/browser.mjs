// What a person does in a browser: signs in, consents, and is sent back to the application. Keeps cookies, follows
// redirects within the service.
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

/** Imports a package of a folder that has `node_modules`. */
export const loaderOf = (folder) => {
  const require = createRequire(`${folder}/`);
  return (name) => import(pathToFileURL(require.resolve(name)).href);
};

/** `consented(url)` of one person: the address that they are sent back to. */
export function browserOf({ base, email, password, organization, redirect }) {
  const cookies = new Map();
  async function go(url, form) {
    const headers = { cookie: [...cookies].map(([n, v]) => `${n}=${v}`).join('; ') };
    const body = form && new URLSearchParams(form);
    const answer = await fetch(url, { method: form ? 'POST' : 'GET', headers, body, redirect: 'manual' });
    for (const cookie of answer.headers.getSetCookie()) {
      const [name, ...value] = cookie.split(';')[0].split('=');
      if (value.join('=')) cookies.set(name, value.join('=')); else cookies.delete(name);
    }
    const location = answer.headers.get('location');
    if (location && !location.startsWith(redirect)) return go(new URL(location, url).href);
    return { url, location, text: await answer.text() };
  }
  const field = (page, name) => page.text.match(new RegExp(`name="${name}" value="([^"]*)"`))[1];

  return async function consented(url) {
    let page = await go(url);
    if (page.url.includes('/sign-in')) {
      const form = { form_token: field(page, 'form_token'), consent: field(page, 'consent'), email, password };
      page = await go(`${base}/sign-in`, form);
    }
    const form = { form_token: field(page, 'form_token'), organization, mode: 'test', decision: 'approve' };
    const back = await go(page.url, form);
    assert.ok(back.location, back.text);
    return new URL(back.location);
  };
}
