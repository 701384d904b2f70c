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

// The command must be told a port and cannot choose one: between our asking for a free one and its listening another may
// take it, and then it is run again with the next. A redirect URI on loopback may have any port.
const freePort = () => new Promise((done) => {
  const server = createServer().listen(0, '127.0.0.1', () => {
    const { port } = server.address();
    server.close(() => done(port));
  });
});
// public: where a server takes `none`, the command sends no secret
const registered = await fetch(`${base}/api/auth/oauth2/register`, {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({
    client_name: 'Conformance', redirect_uris: ['http://127.0.0.1:1/callback'], token_endpoint_auth_method: 'none',
    grant_types: ['authorization_code', 'refresh_token'], response_types: ['code'], resources: [AGENT],
  }),
});
const client = await registered.json();
assert.equal(registered.status, 201, JSON.stringify(client));

// The command on a port: its code, how often it was granted something, and whether another had the port.
async function run(port) {
  const redirect = `http://127.0.0.1:${port}/callback`;
  const consented = browserOf({ base, email, password, organization, redirect });
  const command = [
    `${folder}/node_modules/@modelcontextprotocol/conformance/dist/index.js`, 'authorization', '--url', base,
    '--client-id', client.client_id, '--resource', AGENT, '--port', `${port}`,
  ];
  const child = spawn(process.execPath, command, { stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = new Promise((done) => child.on('close', done));
  let granted = 0;
  let taken = false;
  child.stderr.on('data', (text) => {
    taken ||= `${text}`.includes('EADDRINUSE');
    process.stderr.write(text);
  });
  try {
    for await (const line of createInterface({ input: child.stdout })) {
      console.log(line);
      taken ||= line.includes('EADDRINUSE');
      if (!line.startsWith(`${base}/api/auth/oauth2/authorize?`)) continue;
      // the command names no scope, and without one nothing is granted here (RFC 6749, 3.3)
      const answer = await fetch(await consented(`${line.trim()}&scope=invoice:read`));
      assert.equal(answer.status, 200);
      granted += 1;
    }
    return { code: await ended, granted, taken };
  } finally {
    child.kill();
  }
}

let ran;
for (let attempt = 0; attempt < 5 && (!ran || ran.taken); attempt += 1) {
  const port = await freePort();
  console.log(`conformance listens on ${port}`);
  ran = await run(port);
}
assert.equal(ran.code, 0, 'conformance found something');
assert.equal(ran.granted, 1, 'the code grant was tried');
console.log('all passed');
