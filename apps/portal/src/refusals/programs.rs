//! Refusals about keys and webhooks, and what became of deliveries.

use super::sentence::Sentence;

pub(super) const SENTENCES: &[Sentence] = &[
    // keys
    (
        "API key does not have scope {}, so it cannot give it to another key",
        "oprávnenie {} nemáte, nemôžete ho dať kľúču",
    ),
    ("a test key cannot make a live key", "v skúšobnom prostredí nevznikne ostrý kľúč"),
    (
        "a key cannot make one that lives longer than itself",
        "kľúč nesmie platiť dlhšie než ten, ktorý ho vytvoril",
    ),
    ("a key makes keys for its own owner only", "kľúč vzniká len pre svojho vlastníka"),
    ("must name at least one scope", "treba aspoň jedno oprávnenie"),
    ("must be a time to come", "musí byť čas v budúcnosti"),
    (
        "must have 1 to {} characters, and no control characters",
        "musí mať 1 až {} znakov, bez riadiacich",
    ),
    ("must be between 0 and 168 hours", "musí byť medzi 0 a 168 hodinami"),
    (
        "the key was revoked or has ended: make a new one",
        "kľúč bol zneplatnený alebo vypršal: vytvorte nový",
    ),
    ("is not an API key", "nie je kľúč API"),
    (
        "there are {} keys already, as many as the plan allows: revoke one first",
        "kľúčov je už {}, viac plán nedovoľuje: najprv jeden zneplatnite",
    ),
    (
        "the key that was used was revoked or has ended",
        "použitý kľúč bol zneplatnený alebo vypršal",
    ),
    ("is not a plan", "taký plán nie je"),
    ("is not a role", "taká rola nie je"),
    ("is not a scope", "také oprávnenie nie je"),
    (
        "too many requests: at most {} a minute; retry after {} s",
        "priveľa požiadaviek: najviac {} za minútu; skúste to o {} s",
    ),
    (
        "this form was sent before, and the key was made then",
        "formulár ste už odoslali a kľúč vtedy vznikol",
    ),
    // webhooks
    (
        "the delivery is being delivered at this moment: wait for the result",
        "práve sa doručuje: počkajte na výsledok",
    ),
    ("the endpoint is deactivated: enable it first", "webhook je vypnutý: najprv ho zapnite"),
    ("must name at least one event", "treba aspoň jednu udalosť"),
    ("has more than {} names", "má viac než {} položiek"),
    ("{} is sent to endpoints of partners only", "{} chodí len na webhooky partnerov"),
    ("{} is sent to endpoints of companies only", "{} chodí len na webhooky firiem"),
    (
        "is for endpoints of partners; yours receives the events of your own organization",
        "je pre webhooky partnerov; váš dostáva udalosti vašej firmy",
    ),
    ("is not an organization that you manage", "takú firmu nespravujete"),
    ("webhooks need the plan pro or higher; yours is {}", "webhooky sú od plánu pro; váš je {}"),
    ("the endpoint cannot be registered: {}", "webhook sa nedá vytvoriť: {}"),
    (
        "at most {} endpoints can be registered: delete one first",
        "webhookov môže byť najviac {}: najprv jeden odstráňte",
    ),
    ("is required: an https:// URL", "treba vyplniť: adresa https://"),
    ("is longer than {} characters", "má viac než {} znakov"),
    (
        "may only hold printable ASCII characters, without spaces, quotes, backslashes and braces; percent-encode others",
        "môže mať len znaky ASCII, bez medzier, úvodzoviek, lomiek \\ a zátvoriek; ostatné zapíšte cez %",
    ),
    (
        "is not a URL: write it as https://example.com/webhooks",
        "nie je adresa: píše sa napríklad https://example.com/webhooks",
    ),
    ("must begin with https://", "musí začínať https://"),
    (
        "must not hold a user name or password: verify the signature of a delivery instead",
        "nesmie mať meno ani heslo: overujte podpis správy",
    ),
    (
        "must not have a fragment (#…): it would not be sent",
        "nesmie mať časť za #: neodoslala by sa",
    ),
    ("must use port 443 or 8443", "musí mať port 443 alebo 8443"),
    (
        "must have a host name in plain ASCII: internationalised names (also as xn--…) can look like others",
        "musí mať meno v ASCII: mená s inými znakmi sa dajú zameniť",
    ),
    (
        "must name its host plainly: an IP address in its usual form, a name without %",
        "musí mať meno alebo adresu IP v bežnom tvare",
    ),
    (
        "must name a host of the internet, such as hooks.example.com",
        "musí byť na internete, napríklad hooks.example.com",
    ),
    (
        "must name a host of the internet, not one of a local network",
        "musí byť na internete, nie v miestnej sieti",
    ),
    ("cannot be used: {}", "nedá sa použiť: {}"),
    ("the address is unspecified, it names no machine", "adresa nemenuje žiadny počítač"),
    ("the address is loopback: it is the sender itself", "adresa vedie späť na odosielateľa"),
    (
        "the address is private, not reachable on the internet",
        "adresa je súkromná, z internetu nedostupná",
    ),
    (
        "the address is of a provider's shared space (CGNAT), not reachable on the internet",
        "adresa je zo zdieľaného rozsahu (CGNAT), z internetu nedostupná",
    ),
    (
        "the address is link-local, not reachable on the internet",
        "adresa je miestna, z internetu nedostupná",
    ),
    ("the address is of a cloud's metadata service", "adresa je vnútorná služba poskytovateľa"),
    ("the address is multicast or broadcast", "adresa je skupinová"),
    (
        "the address is reserved for documentation or benchmarks",
        "adresa je vyhradená na príklady a merania",
    ),
    (
        "the address carries an IPv4 address inside IPv6; use the IPv4 address itself",
        "adresa má v IPv6 vloženú IPv4: použite priamo IPv4",
    ),
    (
        "the address is reserved, not reachable on the internet",
        "adresa je vyhradená, z internetu nedostupná",
    ),
    ("the name has no address", "meno nemá adresu"),
    (
        "{} old secrets still sign; the next rotation is possible after {}",
        "ešte podpisujú staré tajomstvá ({}); ďalšia výmena je možná po {}",
    ),
    (
        "this form was sent before, and the webhook was made then",
        "formulár ste už odoslali a webhook vtedy vznikol",
    ),
    (
        "this event is never emitted: name another one to test with",
        "taká udalosť nevzniká: vyskúšajte inú",
    ),
    (
        "no organization is managed that a test could tell of: make one first",
        "nespravujete žiadnu firmu, o ktorej by skúška bola: najprv ju založte",
    ),
    (
        "no secret can be kept: this installation has no BILLHOOK_SECRETS_KEY to encrypt it with",
        "tajomstvo sa nedá uložiť: prevádzkovateľ nenastavil kľúč na tajomstvá",
    ),
    ("the owner has as many endpoints as are allowed", "webhookov je toľko, koľko je dovolené"),
    ("must be the next_after of a page: a whole number", "musí byť celé číslo"),
    ("must be a whole number from 1 to {}", "musí byť celé číslo od 1 do {}"),
    (
        "this form was sent before, and the secret was replaced then",
        "formulár ste už odoslali a tajomstvo sa vtedy vymenilo",
    ),
    (
        "sign in again: a secret is given within ten minutes of it",
        "prihláste sa znova: tajomstvo sa dáva do desiatich minút od prihlásenia",
    ),
    // what became of a delivery
    ("answered {}{}", "odpovedal {}{}"),
    (
        ": redirects are not followed, register the final address",
        ": presmerovania nesledujeme, zapíšte konečnú adresu",
    ),
    (
        ": deliveries carry a signature, no credentials",
        ": správy majú podpis, nie prihlasovacie údaje",
    ),
    (
        ": look at the path, deliveries are POST requests",
        ": pozrite si cestu, správy chodia ako POST",
    ),
    (": delete the endpoint if it is gone for good", ": ak už nebude, webhook odstráňte"),
    (
        ": bodies must be accepted as they are, they are small",
        ": telo treba prijať, ako príde, je malé",
    ),
    (
        "no answer within {} s: answer first, work later",
        "neodpovedal do {} s: najprv odpovedzte, potom pracujte",
    ),
    ("the host's name does not resolve", "meno počítača sa nenašlo"),
    ("no connection: nothing listens there", "nepodarilo sa pripojiť: nič tam nepočúva"),
    (
        "no TLS connection: look at the certificate",
        "nepodarilo sa pripojiť cez TLS: pozrite si certifikát",
    ),
    ("the connection ended before the answer did", "spojenie sa prerušilo pred koncom odpovede"),
];
