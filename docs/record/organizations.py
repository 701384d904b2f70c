#!/usr/bin/env python3
"""Records docs/organizations.md from a running service: python3 docs/record/organizations.py [BILLHOOK]

BILLHOOK is the binary, target/debug/billhook by default. It is started on a fresh embedded database;
every request and answer in the page was made here."""
import json, os, pathlib, quopri, re, subprocess, sys, tempfile, time, urllib.error, urllib.request

ROOT = pathlib.Path(__file__).resolve().parents[2]
BINARY = sys.argv[1] if len(sys.argv) > 1 else str(ROOT / "target/debug/billhook")
PORT = 8198
BASE = f"http://127.0.0.1:{PORT}"
ORGANIZATIONS = "/v1/agent/organizations"
ENROLL = "/v1/agent/peppol/enroll"
SHOWN = ("Deprecation", "Sunset", "Link")
page = []


def say(text):
    page.append(text.strip("\n") + "\n")


class Service:
    def __init__(self, folder):
        self.folder = folder
        self.env = dict(os.environ, BILLHOOK_DATABASE_URL=f"sqlite:{folder}/b.db", BILLHOOK_LISTEN=f"127.0.0.1:{PORT}",
                        BILLHOOK_EXCHANGE_RATES="false", BILLHOOK_LOG="error", BILLHOOK_MAIL_URL=f"file:{folder}/mail",
                        BILLHOOK_CLOCK_FORCE="true")
        seeded = subprocess.run([BINARY, "seed", "--json"], env=dict(self.env, BILLHOOK_CLOCK="2026-09-15T08:00:00Z"),
                                check=True, capture_output=True, text=True).stdout
        self.keys = json.loads(seeded)["partner"]
        self.process = None

    def start(self, **settings):
        self.stop()
        self.process = subprocess.Popen([BINARY, "serve"], env=dict(self.env, **settings))
        for _ in range(200):
            try:
                return urllib.request.urlopen(BASE + "/health/ready").close()
            except OSError:
                time.sleep(0.1)
        raise SystemExit("the service does not start")

    def stop(self):
        if self.process:
            self.process.terminate()
            self.process.wait()

    def call(self, method, path, body=None, organization=None, tier="test", accept=None):
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(BASE + path, method=method, data=data)
        if not path.startswith("/claim/"):
            request.add_header("X-API-Key", self.keys[f"{tier}_key"])
        for name, value in (("X-Organization-Id", organization), ("Accept", accept)):
            if value:
                request.add_header(name, value)
        try:
            answer = urllib.request.urlopen(request)
        except urllib.error.HTTPError as error:
            answer = error
        return answer.status, answer.headers, answer.read()

    def show(self, method, path, body=None, **who):
        """Makes a call and writes it down; answers its JSON."""
        status, headers, answer = self.call(method, path, body, **who)
        shown = [f"{method} {path}"]
        shown += ["X-API-Key: svc_pk_live_…"] if who.get("tier") == "live" else []
        shown += [f"{name}: {who[key]}" for name, key in (("X-Organization-Id", "organization"), ("Accept", "accept")) if who.get(key)]
        if body is not None:
            shown += ["", json.dumps(body, ensure_ascii=False, indent=2)]
        value = json.loads(answer)
        said = [f"HTTP/1.1 {status}"] + [f"{name}: {headers[name]}" for name in SHOWN if headers[name]]
        said += ["", json.dumps(value, ensure_ascii=False, indent=2)]
        text = "```http\n" + "\n".join(shown) + "\n```\n\n```http\n" + "\n".join(said) + "\n```"
        say(re.sub(r"/claim/[A-Za-z0-9_-]{43}", "/claim/{token}", text))
        return value

    def events(self, count):
        for _ in range(100):
            items = json.loads(self.call("GET", "/v1/agent/events?limit=100")[2])["data"]
            if len(items) >= count:
                break
            time.sleep(0.1)
        payload = items[count - 1]["payload"]
        say("The event:")
        say("```json\n" + json.dumps(payload, ensure_ascii=False, indent=2) + "\n```")

    def mail(self):
        for _ in range(100):
            mails = list(pathlib.Path(self.folder, "mail").glob("*.eml"))
            if mails:
                text = quopri.decodestring(mails[0].read_bytes().split(b"\r\n\r\n", 1)[1]).decode()
                return text, re.search(r"/claim/\S+", text)[0]
            time.sleep(0.1)
        raise SystemExit("no mail came")


def firm(number, **members):
    return {"name": f"Lesná správa č. {number} s. r. o.", "ico": f"5100000{number}", "dic": f"212000000{number}",
            "email": f"klient{number}@firma.example",
            "address": {"street": "Lesná 1", "city": "Zvolen", "postalCode": "960 01", "country": "SK"}, **members}


def record(service):
    say("""# Organizations and enrollment

A partner makes organizations, registers them in the Peppol network, and asks companies to confirm that
it may act for them. This page was recorded from a running service by `docs/record/organizations.py`; the
calls are made with the partner's test key that `billhook seed` prints, where no other is named.""")
    service.start()
    making(service)
    enrolling(service)
    lenient(service)
    service.start()
    giving_up(service)
    claiming(service)
    live(service)
    say(DECISIONS)


def making(service):
    say(f"""## Making an organization

`POST {ORGANIZATIONS}`, scope `org:provision`, partner keys alone. No `X-Organization-Id`. `name` is
required, and `ico` or `dic`; the forms are those of an invoice's customer. An `Idempotency-Key` may be sent.""")
    made = service.show("POST", ORGANIZATIONS, firm(1))["data"]
    service.one = made["org_id"]
    say("""From now on `X-Organization-Id: <org_id>` names it in all other calls. The same IČO or DIČ a second time
under the same partner:""")
    service.show("POST", ORGANIZATIONS, firm(1, name="Lesná správa, druhá"))
    say("What is wrong is said at once:")
    service.show("POST", ORGANIZATIONS, {"name": "", "ico": "123", "icDph": "SK2120000001"})
    say(f"""## Reading

`GET {ORGANIZATIONS}/{{id}}` is the plain object; another partner's is a 404. `GET {ORGANIZATIONS}` lists what
the key reaches, the newest first: a partner's organizations, or a user's own. Filters: `name` (a part, in any
case, with or without diacritics), `ico`, `dic`, `peppol_status`; pages: `after`, `limit`. Scope `invoice:read` or
`org:provision`.""")
    service.show("GET", f"{ORGANIZATIONS}?peppol_status=none&name=lesna")
    say(f"`PATCH {ORGANIZATIONS}/{{id}}`, scope `settings:update`, sets `email` and `sandbox_like_production`:")
    service.show("PATCH", f"{ORGANIZATIONS}/{service.one}", {"email": "faktury@firma.example"})


def enrolling(service):
    say(f"""## Enrolling

`POST {ENROLL}`, scope `org:provision` or `settings:update`. The key chooses the network: a test key registers
`9915:<DIČ>` in the test network, a live key `0245:<DIČ>` in the live one.

| `verificationTokenHex` on a test key | Result |
|---|---|
| `000000000000dead` | 400, event `participant.failed` with `INVALID_TOKEN` |
| `000000000000beef` | 201 `send_only`, event `participant.failed` with `PARTICIPANT_HELD_ELSEWHERE` |
| `000000000000beef` and `migrationCode` | 201 `enrolled` |
| any other hex, 1 to 512 digits | 201 `enrolled`, event `participant.activated` |
| none | 400; in the lenient sandbox 201 with a warning |

Letters count in any case. Repeated, a call changes nothing and is not published again.""")
    who = {"organization": service.one}
    service.show("POST", ENROLL, {}, **who)
    service.show("POST", ENROLL, {"verificationTokenHex": "000000000000DEAD"}, **who)
    service.events(1)
    service.show("POST", ENROLL, {"verificationTokenHex": "000000000000beef"}, **who)
    service.events(2)
    service.show("POST", ENROLL, {"verificationTokenHex": "000000000000beef", "migrationCode": "M-7"}, **who)
    service.events(3)
    say("An organization without a DIČ, or with one that is no Slovak one, cannot be registered:")
    other = json.loads(service.call("POST", ORGANIZATIONS, {"name": "Bez DIČ", "ico": "51999999"})[2])["data"]["org_id"]
    service.show("POST", ENROLL, {"verificationTokenHex": "ab"}, organization=other)


def lenient(service):
    service.start(BILLHOOK_CLOCK="2026-10-15T08:00:00Z")
    say("""## The lenient sandbox

Accounts registered before 2026-10-02 had a lenient sandbox until 2026-11-01 (both days in Bratislava), unless
`sandbox_like_production` was on; an organization's account is its oldest partner's. What follows was recorded with
`BILLHOOK_CLOCK=2026-10-15T08:00:00Z` and a partner of September. A new organization was registered at once:""")
    service.show("POST", ORGANIZATIONS, firm(2))
    say("""When another organization of the installation was enrolled under the DIČ, it was made all the same, with
`peppol_status` `none`, no warning, and `participant.failed` with `PARTICIPANT_TAKEN`. Enrolling without a token:""")
    third = json.loads(service.call("POST", ORGANIZATIONS, firm(3, sandbox_like_production=True))[2])["data"]["org_id"]
    service.call("PATCH", f"{ORGANIZATIONS}/{third}", {"sandbox_like_production": False})
    service.show("POST", ENROLL, {}, organization=third)


def giving_up(service):
    path = f"{ORGANIZATIONS}/{service.one}/peppol/deactivate"
    say(f"""## De-registering

`POST {ORGANIZATIONS}/{{id}}/peppol/deactivate`, scope `org:provision` or `settings:update`. Repeated, it changes
nothing. Never enrolled, or registered in the network of the other keys: 409.""")
    service.show("POST", path)
    service.events(6)


def claiming(service):
    four = json.loads(service.call("POST", ORGANIZATIONS, firm(4))[2])["data"]["org_id"]
    path = f"{ORGANIZATIONS}/{four}/peppol-claim"
    say(f"""## Asking a company to confirm

`POST {ORGANIZATIONS}/{{id}}/peppol-claim`, scope `invoice:send`, partner keys. The mail is sent by a worker
(`BILLHOOK_MAIL_URL`, `BILLHOOK_MAIL_FROM`). The answer has no envelope.""")
    service.show("POST", path)
    text, link = service.mail()
    say("Within ten minutes no second mail is sent:")
    service.show("POST", path)
    say("The mail, its first half in Slovak:")
    english = text.replace("\r\n", "\n").split("--- English ---")[1].strip()
    say("```text\n" + re.sub(r"/claim/\S+", "/claim/{token}", english) + "\n```")
    say("""The link shows a page with a button; reading it changes nothing, because programs that look into mail follow
links. The button posts to the same address. Programs that accept JSON and no HTML get JSON:""")
    service.show("POST", link, accept="application/json")
    service.events(7)
    say("The link works once and for 14 days. From then on:")
    service.show("POST", path)
    say("""| `status` | When |
|---|---|
| `sent` | a mail was put into the queue |
| `pending` | one was, less than ten minutes ago, and is not confirmed |
| `confirmed` | the organization is registered in the network of the key (`enrolled` or `send_only`) |
| `collision` | another organization of the installation has the same IČO, and is not managed by this partner or is registered in the network of the key; `reason` is `real_org_exists_for_ico` |

When the collision comes up at the confirmation it is 409 `PARTNER_CLAIM_COLLISION`, for browsers as a page, and
`participant.failed` with that code. An unknown or ended link is a 404.""")


def live(service):
    say("""## Live keys

A live token is verified with the tax authority; nothing is simulated. This installation has no service of the
authority yet:""")
    service.show("POST", ENROLL, {"verificationTokenHex": "ab"}, organization=service.one, tier="live")
    say("""With `BILLHOOK_LIVE_NETWORK=sandbox`, for development, the built-in network serves live keys, and any hex is
valid. A live key moves an organization out of the test network; a test key does nothing to one that is registered
in the live network (409).""")


DECISIONS = """## What the specification leaves open

| Question | Answer |
|---|---|
| Scope of an `Idempotency-Key` where there is no organization yet | the partner |
| Two partners, one company | both have an organization of their own; one of them is enrolled at a time |
| A user's key | reads and lists its own organization, makes none (403) |
| `peppol_sandbox` | whether the registration is, or was, in the test network |
| `SK` in front of a DIČ | dropped, so that it can be registered |
| Country | that of the address, else `country`, else SK; both must not differ |
| Plan of a new organization | `free` |
| Moving from the test network to the live one | `participant.activated` in mode live; nothing is told of the registration that was left |
| The token `000000000000beef` for an organization that is enrolled | it becomes `send_only`, as the table of tokens says |
| Which claims end with a confirmation | all open ones of the organization in that network |
| A claim that is sent twice because a worker died | one mail by its `Message-ID`; each has a token of its own, both are valid |
| Tokens | 256 random bits; the SHA-256 alone is kept, and no log has the address of the page |
| Confirming needs no token of the tax authority | the confirmation is the mandate; live it needs a live network |
"""


with tempfile.TemporaryDirectory() as folder:
    service = Service(folder)
    try:
        record(service)
    finally:
        service.stop()
(ROOT / "docs/organizations.md").write_text("\n".join(page))
print("docs/organizations.md")
