#!/usr/bin/env python3
"""Records docs/connector.md from a running service: python3 docs/record/connector.py [BILLHOOK]

BILLHOOK is the binary, target/debug/billhook by default. It is started on a fresh embedded database;
every request and answer in the page was made here."""
import base64, json, os, pathlib, re, subprocess, sys, tempfile, time, urllib.error, urllib.request

ROOT = pathlib.Path(__file__).resolve().parents[2]
BINARY = sys.argv[1] if len(sys.argv) > 1 else str(ROOT / "target/debug/billhook")
PORT = 8197
BASE = f"http://127.0.0.1:{PORT}"
SEND = "/v1/agent/peppol/connector/send"
CUSTOMER = {"name": "Dunajská stavebná a. s.", "ico": "35876549", "dic": "2020876550", "ic_dph": "SK2020876550",
            "address": {"street": "Vajnorská 100", "city": "Bratislava", "postalCode": "831 04", "country": "SK"}}
page = []


def say(text):
    page.append(text.strip("\n") + "\n")


class Service:
    def __init__(self, folder):
        self.env = dict(os.environ, BILLHOOK_DATABASE_URL=f"sqlite:{folder}/b.db", BILLHOOK_LISTEN=f"127.0.0.1:{PORT}",
                        BILLHOOK_LIVE_NETWORK="sandbox", BILLHOOK_EXCHANGE_RATES="false", BILLHOOK_LOG="warn")
        self.seeded = json.loads(self.run("seed", "--json"))["organizations"]
        self.process = subprocess.Popen([BINARY, "serve"], env=self.env)
        self.keys = 0
        for _ in range(100):
            try:
                return urllib.request.urlopen(BASE + "/health/ready").close()
            except OSError:
                time.sleep(0.1)
        raise SystemExit("the service does not start")

    def run(self, *arguments):
        return subprocess.run([BINARY, *arguments], env=self.env, check=True, capture_output=True, text=True).stdout

    def call(self, method, path, body=None, organization="sk", tier="test", key=None):
        of = self.seeded[organization]
        request = urllib.request.Request(BASE + path, method=method, data=None if body is None else json.dumps(body).encode())
        request.add_header("X-API-Key", of[f"{tier}_key"])
        request.add_header("X-Organization-Id", of["org_id"])
        if key:
            request.add_header("Idempotency-Key", key)
        try:
            answer = urllib.request.urlopen(request)
        except urllib.error.HTTPError as error:
            answer = error
        return answer.status, answer.headers, answer.read()

    def new_key(self):
        self.keys += 1
        return f"order-{self.keys}"

    def show(self, method, path, body=None, key=None, **who):
        """Makes a call and writes it down; answers its JSON."""
        status, _, answer = self.call(method, path, body, key=key, **who)
        shown = [f"{method} {path}"] + ([f"Idempotency-Key: {key}"] if key else [])
        if body is not None:
            shown += ["", shortened(json.dumps(body, ensure_ascii=False, indent=2))]
        value = json.loads(answer)
        written = shortened(json.dumps(value, ensure_ascii=False, indent=2))
        say("```http\n" + "\n".join(shown) + "\n```\n\n```http\nHTTP/1.1 %d\n\n%s\n```" % (status, written))
        return value

    def send(self, xml, key=None, show=True, tier="test", receiver=None, form="ubl", **options):
        body = {"document": {"format": form, "xmlBase64": base64.b64encode(xml.encode()).decode()}}
        if receiver:
            body = {"receiverPeppolId": receiver, **body}
        if options:
            body["options"] = options
        key = key or self.new_key()
        if show:
            return self.show("POST", SEND, body, key, tier=tier)["data"]
        return json.loads(self.call("POST", SEND, body, key=key, tier=tier)[2])["data"]

    def issue(self, **members):
        return self.issue_as("sk", **members)

    def issue_as(self, organization, **members):
        body = {"customer": CUSTOMER, "items": [{"description": "Práca", "quantity": 2, "unit_price": 50, "vat_rate": 23}], **members}
        status, _, answer = self.call("POST", "/v1/agent/invoices", body, organization)
        assert status == 201, answer
        return json.loads(answer)

    def ubl(self, number, tier="test"):
        invoice = self.issue()
        xml = self.call("GET", f"/v1/agent/invoices/{invoice['id']}/xml", tier=tier)[2].decode()
        return xml.replace(f"<cbc:ID>{invoice['invoice_number']}</cbc:ID>", f"<cbc:ID>{number}</cbc:ID>", 1)

    def wait(self, document, state):
        for _ in range(200):
            value = json.loads(self.call("GET", f"/v1/agent/peppol/documents/{document}")[2])["data"]
            if value["state"] == state:
                return
            time.sleep(0.05)
        raise SystemExit(f"{document} is never {state}: {value}")


def shortened(text):
    text = re.sub(r'("xmlBase64": ")([^"]{24})[^"]*', r"\1\2…", text)
    return re.sub(r'("message": "[^"]{160})[^"]*', r"\1…", text)


def record(service):
    say("""# The connector, outcome by outcome

One call validates a document, repairs it if it may, reserves credit and queues it. This page was recorded
from a running service by `docs/record/connector.py`; base64 is cut. The rules behind it and what was
chosen where the specification is silent: [connector-design.md](connector-design.md). Participants that
fail on purpose: [sandbox-network.md](sandbox-network.md). Each call carries `X-API-Key` and
`X-Organization-Id`; the keys are those that `billhook seed` prints.

Whatever becomes of a document is a 200 with `status` and `reason`; findings are never errors. 4xx says
that the call itself is wrong.""")
    sent_and_received(service)
    rejected(service)
    staged(service)
    own_invoices(service)
    looking(service)
    wrong_calls(service)
    flat(service)


def sent_and_received(service):
    say("## Queued, sent, delivered")
    xml = service.ubl("EXT-2026-17")
    key = service.new_key()
    data = service.send(xml, key)
    service.wait(data["document_id"], "delivered")
    say("The worker hands it to the network at once:")
    service.show("GET", f"/v1/agent/peppol/documents/{data['document_id']}")
    say("""The bytes that went out are at `…/documents/{id}/xml`, those that came in at `…/xml?original=true`, the
network's receipt at `…/evidence`. The other organization has it:""")
    received = service.show("GET", "/v1/agent/peppol/received?acknowledged=false", organization="sk_buyer")["data"][0]["id"]
    say("Its XML is at `…/received/{id}/xml`, the receipt at `…/evidence`. Once its system has taken it over:")
    service.show("POST", f"/v1/agent/peppol/received/{received}/acknowledge", organization="sk_buyer")
    say("The document is recorded as an invoice under its own number:")
    service.show("GET", f"/v1/agent/peppol/status/{data['invoice_id']}")
    say("The same key and body again: the stored answer, and nothing is sent.")
    again = service.send(xml, key)
    assert again == data
    say("## To a named recipient\n\n`receiverPeppolId` goes before the document's own address, and is looked up:")
    service.send(service.ubl("EXT-2026-18"), receiver="9915:0000000001")
    say("## A send that fails")
    refusing = service.ubl("EXT-2026-19").replace(">2020876550</cbc:EndpointID>", ">0000000006</cbc:EndpointID>")
    data = service.send(refusing, show=False)
    service.wait(data["document_id"], "failed")
    service.show("GET", f"/v1/agent/peppol/documents/{data['document_id']}")


def rejected(service):
    xml = service.ubl("EXT-2026-20")
    say("## Only validated")
    service.send(xml, validateOnly=True)
    say("## Rejected: validation")
    service.send(xml.replace(">123.00</cbc:PayableAmount>", ">124.00</cbc:PayableAmount>"))
    say("What is no XML, or another document, is a finding too:")
    service.send("<Order xmlns='urn:oasis:names:specification:ubl:schema:xsd:Order-2'/>")
    say("## Rejected: needs_repair\n\nAn XRechnung; the same goes for plain EN 16931 and older BIS identifiers.")
    bis = "urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0"
    foreign = xml.replace(bis, "urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0")
    service.send(foreign)
    say("With leave to repair it is sent, and each change is listed:")
    service.send(foreign, autoRepair=True)
    say("CII is converted to UBL; what EN 16931 has no term for is told:")
    cii = (ROOT / "fixtures/documents/cii/invoice-of-today.xml").read_text()
    service.send(cii.replace("TODAY", time.strftime("%Y%m%d")), form="cii", autoRepair=True)
    say("## Rejected: credit\n\nOn a live key, without credit:")
    live = service.ubl("EXT-2026-20", tier="live")
    service.send(live, tier="live")
    service.run("credit", "top-up", service.seeded["sk"]["org_id"], "10", "--key", "order-4711")
    service.run("credit", "prepayment", service.seeded["sk"]["org_id"], "overdue")
    say("## Rejected: prepayment_overdue")
    service.send(live, tier="live")
    service.run("credit", "prepayment", service.seeded["sk"]["org_id"], "settled")
    say("## Rejected: ingest\n\nThe organization is registered in the other network than the key's:")
    service.send(live, tier="live")
    say("It has no account:")
    body = {"document": {"format": "ubl", "xmlBase64": base64.b64encode(xml.encode()).decode()}}
    service.show("POST", SEND, body, service.new_key(), organization="sk_nonpayer")
    say("The number is that of an invoice issued here:")
    own = service.issue()["invoice_number"]
    service.send(xml.replace("EXT-2026-20", own))


def staged(service):
    say("## Staged\n\nKept for seven days, without credit:")
    data = service.send(service.ubl("EXT-2026-21"), dispatch="later")
    path = f"/v1/agent/peppol/connector/dispatch/{data['staged_id']}"
    service.show("POST", path)
    say("A second time there is nothing to send:")
    service.show("POST", path)


def own_invoices(service):
    say("## Invoices issued here")
    invoice = service.issue()
    service.show("POST", f"/v1/agent/invoices/{invoice['id']}/preflight")
    service.show("POST", f"/v1/agent/peppol/send/{invoice['id']}")
    service.show("POST", f"/v1/agent/peppol/send/{invoice['id']}")
    proforma = service.issue(type="proforma")
    service.show("POST", "/v1/agent/peppol/send/batch", {"invoiceIds": [service.issue()["id"], proforma["id"]]})
    say("### Held")
    service.show("PUT", "/v1/agent/peppol/send-settings", {"mode": "scheduled", "time": "20:00"})
    service.show("PUT", "/v1/agent/peppol/send-settings", {"mode": "immediate"})
    service.show("POST", "/v1/agent/peppol/batches/send")
    service.show("GET", "/v1/agent/peppol/queue")


def looking(service):
    say("## Looking")
    service.show("GET", "/v1/agent/peppol/recipient?peppolId=0245:2020876550")
    service.show("GET", "/v1/agent/peppol/recipient?peppolId=9915:9999999999")
    service.show("GET", "/v1/agent/peppol/credit")
    service.show("GET", "/v1/agent/peppol/credit/entries")
    service.show("GET", "/v1/agent/peppol/events?limit=4")
    say("As CSV, `GET /v1/agent/peppol/events?format=csv&from=2026-01-01`:")
    text = service.call("GET", "/v1/agent/peppol/events?format=csv&from=2026-01-01")[2].decode()
    say("```csv\n" + "\n".join(text.splitlines()[:4]) + "\n```")


def wrong_calls(service):
    say("## Calls that are wrong")
    right = {"document": {"format": "ubl", "xmlBase64": base64.b64encode(b"<a/>").decode()}}
    service.show("POST", SEND, right)
    service.show("POST", SEND, {"document": {"format": "pdf", "xmlBase64": "%%%"}}, service.new_key())
    key = service.new_key()
    service.call("POST", SEND, right, key=key)
    say("Another body under a key:")
    service.show("POST", SEND, {**right, "options": {"validateOnly": True}}, key)


def flat(service):
    say("## 402 and 422 are flat\n\nOf an organization that is enrolled in the live network, on a live key: without credit,")
    for organization in ["sk", "sk_buyer"]:
        status, _, answer = service.call("POST", "/v1/agent/peppol/enroll", {"verificationTokenHex": "c0ffee"}, organization, "live")
        assert status == 201, answer
    service.show("POST", f"/v1/agent/peppol/send/{service.issue_as('sk_buyer')['id']}", organization="sk_buyer", tier="live")
    say("and an invoice of long ago:")
    late = service.issue(issue_date="2026-01-05")
    service.show("POST", f"/v1/agent/peppol/send/{late['id']}", tier="live")


def main():
    with tempfile.TemporaryDirectory() as folder:
        service = Service(folder)
        try:
            record(service)
        finally:
            service.process.terminate()
            service.process.wait()
    (ROOT / "docs/connector.md").write_text("\n".join(page))


main()
