// The authorization command of @modelcontextprotocol/conformance against a running Billhook: it prints the address that a
// browser is to open, and waits for what comes back to a port of its own. The scope is added to the address.
// Arguments: folder with node_modules, base URL, e-mail address, password, organization.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { createInterface } from 'node:readline';
import { browserOf } from './browser.mjs';

const [folder, base, email, password, organization] = process.argv.slice(2);
const AGENT = `${base}/v1/agent`;

const port = await new Promise((done) => {
  const server = createServer().listen(0, '127.0.0.1', () => {
    const { port } = server.address();
    server.close(() => done(port));
  });
});
const redirect = `http://127.0.0.1:${port}/callback`;
// public: where a server takes `none`, the command sends no secret
const registered = await fetch(`${base}/api/auth/oauth2/register`, {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({
    client_name: 'Conformance', redirect_uris: [redirect], token_endpoint_auth_method: 'none',
    grant_types: ['authorization_code', 'refresh_token'], response_types: ['code'], resources: [AGENT],
  }),
});
const client = await registered.json();
assert.equal(registered.status, 201, JSON.stringify(client));

const consented = browserOf({ base, email, password, organization, redirect });
const command = [
  `${folder}/node_modules/@modelcontextprotocol/conformance/dist/index.js`, 'authorization', '--url', base,
  '--client-id', client.client_id, '--resource', AGENT, '--port', `${port}`,
];
const run = spawn(process.execPath, command, { stdio: ['ignore', 'pipe', 'inherit'] });
const ended = new Promise((done) => run.on('close', done));
let granted = 0;
try {
  for await (const line of createInterface({ input: run.stdout })) {
    console.log(line);
    if (!line.startsWith(`${base}/api/auth/oauth2/authorize?`)) continue;
    // the command names no scope, and without one nothing is granted here (RFC 6749, 3.3)
    const answer = await fetch(await consented(`${line.trim()}&scope=invoice:read`));
    assert.equal(answer.status, 200);
    granted += 1;
  }
  assert.equal(await ended, 0, 'conformance found something');
} finally {
  run.kill();
}
assert.equal(granted, 1, 'the code grant was tried');
console.log('all passed');
