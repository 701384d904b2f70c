"""Receives on a free port, which is printed first; then a line for each message: its state and its payload's size."""
import sys
from http.server import BaseHTTPRequestHandler, HTTPServer

from as4 import peppol
from party import Party

party = Party(sys.argv[1])
own, policy = party.own(sys.argv[2]), party.policy()


class Endpoint(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["content-length"]))
        result = peppol.parse_peppol_message(
            dict(self.headers), body, own, accept_participant=lambda _: None, security_policy=policy
        )
        data = result.message.decrypted_data.values() if result.message else []
        print(result.successful, [len(one) for one in data], flush=True)
        headers, signal = result.build_signal()
        self.send_response(200)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("content-length", str(len(signal)))
        self.end_headers()
        self.wfile.write(signal)

    def log_message(self, *_):
        pass


server = HTTPServer(("127.0.0.1", 0), Endpoint)
print(server.server_address[1], flush=True)
server.serve_forever()
