//! Refusals about companies, customers, accounts, numbers and texts.

use super::sentence::Sentence;

pub(super) const SENTENCES: &[Sentence] = &[
    // any field
    ("is required", "treba vyplniť"),
    ("must not be empty", "nesmie byť prázdne"),
    ("has {} characters, at most {} are allowed", "má {} znakov, najviac môže mať {}"),
    ("must not contain the character U+{}", "nesmie obsahovať znak U+{}"),
    ("must not contain control characters", "nesmie obsahovať riadiace znaky"),
    ("is given more than once", "je zadané viackrát"),
    ("cannot be read: {}", "nedá sa prečítať: {}"),
    ("must be an object", "musí byť objekt"),
    ("must be an array", "musí byť zoznam"),
    ("must be a string", "musí byť text"),
    ("is not a valid string: check its escapes", "nie je platný text"),
    ("must be true or false", "musí byť áno alebo nie"),
    ("must be a number", "musí byť číslo"),
    ("must be a decimal string, for example \"25.135\"", "musí byť číslo, napríklad 25,135"),
    ("must be a whole number", "musí byť celé číslo"),
    ("must be a UUID", "musí byť identifikátor (UUID)"),
    ("must be a date of the form YYYY-MM-DD", "musí byť dátum v tvare RRRR-MM-DD"),
    ("must be a date YYYY-MM-DD or an RFC 3339 time", "musí byť dátum v tvare RRRR-MM-DD"),
    (
        "must be a time of the form 2026-12-31T23:59:59Z",
        "musí byť čas v tvare 2026-12-31T23:59:59Z",
    ),
    ("must be one of {}", "musí byť jedno z: {}"),
    ("is not a known field{}", "nie je známe pole{}"),
    ("; did you mean {}?", "; mysleli ste {}?"),
    ("must be between 1 and {}", "musí byť medzi 1 a {}"),
    ("must have 1 to {} ids", "musí mať 1 až {} položiek"),
    ("names nothing to change: url, events or enabled", "nič nemení"),
    ("is not a known parameter", "taký filter tu nie je"),
    ("is not a next_after of an earlier answer", "nie je odkaz na ďalšiu stranu zoznamu"),
    ("the body is empty: a JSON object is expected", "formulár je prázdny"),
    ("the body is not valid JSON: {}", "formulár sa nedá prečítať: {}"),
    ("the body names nothing to change: {}", "formulár nič nemení: {}"),
    ("is not base64: {}", "nie je base64: {}"),
    ("must have at most {} printable characters", "môže mať najviac {} znakov"),
    ("{} fields are not valid", "nesprávnych údajov: {}"),
    ("the body is larger than {} bytes", "odoslané je väčšie než {} bajtov"),
    ("the body did not arrive within {} s", "odoslané neprišlo do {} s"),
    ("this method is not allowed here", "toto tu nejde"),
    ("is not a decimal number", "nie je číslo"),
    (
        "has more than {} digits before the decimal point",
        "má viac než {} číslic pred desatinnou čiarkou",
    ),
    (
        "has more than {} digits after the decimal point",
        "má viac než {} číslic za desatinnou čiarkou",
    ),
    (
        "has more than 2 digits after the decimal point",
        "má viac než 2 číslice za desatinnou čiarkou",
    ),
    ("the amount is larger than {}", "suma je väčšia než {}"),
    ("is not an accepted currency", "takú menu neprijímame"),
    (
        "must be a currency code of 3 letters (ISO 4217)",
        "musí byť kód meny s tromi písmenami (ISO 4217)",
    ),
    // two customers that are one
    (
        "{} and {} are two firms by their numbers (IČO, DIČ, IČ DPH): correct the wrong number first",
        "{} a {} sú podľa čísel (IČO, DIČ, IČ DPH) dve firmy: najprv opravte nesprávne číslo",
    ),
    ("is the customer itself: name another one", "je ten istý zákazník: vyberte iného"),
    ("there is no such customer in use", "taký zákazník tu nie je alebo je vyradený"),
    (
        "must be an amount such as 12.34: digits, and behind a point one or two more",
        "musí byť suma, napríklad 12.34: číslice a za bodkou jedna alebo dve",
    ),
    (
        "must be written in digits, without an exponent",
        "musí byť zapísané číslicami, bez exponentu",
    ),
    // who somebody is
    (
        "must be SK with 10 digits; a VAT number of another country goes into dic, and where it receives over Peppol into peppol_id",
        "musí byť SK s 10 číslicami; IČ DPH inej krajiny patrí do DIČ a adresa v sieti Peppol do Peppol ID",
    ),
    ("must have exactly 8 digits", "musí mať presne 8 číslic"),
    (
        "must have 10 digits, be the VAT number of a member state of the EU as ATU12345678, or have a country code with 8 to 10 digits",
        "musí mať 10 číslic, alebo byť IČ DPH členského štátu EÚ, napríklad ATU12345678, alebo mať kód krajiny s 8 až 10 číslicami",
    ),
    (
        "must be SK with 10 digits, or the VAT number of another member state of the EU as ATU12345678",
        "musí byť SK s 10 číslicami, alebo IČ DPH iného členského štátu EÚ, napríklad ATU12345678",
    ),
    (
        "must be a country code of 2 letters (ISO 3166-1)",
        "musí byť kód krajiny s dvomi písmenami (ISO 3166-1)",
    ),
    ("has more than 254 characters", "má viac než 254 znakov"),
    ("is not an e-mail address", "nie je e-mailová adresa"),
    (
        "must be a telephone number with country code, for example +421905123456",
        "musí byť telefónne číslo s predvoľbou krajiny, napríklad +421905123456",
    ),
    (
        "is required, or dic: they tell organizations apart",
        "treba vyplniť IČO alebo DIČ: podľa nich sa firmy rozlišujú",
    ),
    ("must not be false with ic_dph: who has one charges VAT", "kto má IČ DPH, je platiteľ DPH"),
    (
        "must not be false with ic_dph, which an empty text takes away",
        "kto má IČ DPH, je platiteľ DPH: vymažte ho, ak ním nie ste",
    ),
    ("must be that of the address, or left out", "musí byť krajina adresy"),
    ("must be an account in {}, the firm's own currency", "musí byť účet v mene {}, v mene firmy"),
    (
        "begins with no scheme of the Peppol code list (0088, 0245, 9930, …)",
        "nezačína schémou zo zoznamu Peppol (0088, 0245, 9930, …)",
    ),
    (
        "must be a Peppol id, scheme:value, as in 0245:2023456787",
        "musí byť identifikátor Peppol, napríklad 0245:2023456787",
    ),
    (
        "must have 1 to 130 letters, digits, or any of - . _ ~ after its colon",
        "za dvojbodkou musí mať 1 až 130 písmen, číslic alebo znakov - . _ ~",
    ),
    (
        "must have ten digits after 0245:, the DIČ without SK",
        "za 0245: musí byť DIČ s desiatimi číslicami, bez SK",
    ),
    ("the organization {} has this IČO already", "toto IČO má už iná firma"),
    ("the organization {} has this DIČ already", "toto DIČ má už iná firma"),
    ("another organization is enrolled under this DIČ", "pod týmto DIČ je registrovaná iná firma"),
    ("another organization is enrolled as {}", "ako {} je registrovaná iná firma"),
    (
        "not registered in the Peppol network yet: call POST /v1/agent/peppol/enroll",
        "firma ešte nie je registrovaná v sieti Peppol",
    ),
    (
        "the organization is registered in the live network: what stands on its invoices is changed with a live key",
        "firma je registrovaná naostro: čo stojí na jej faktúrach, sa mení v ostrom prostredí",
    ),
    ("the {} was retired: make a new one", "{}: záznam je vyradený, vytvorte nový"),
    ("another vehicle has the plate {}", "ŠPZ {} má iné vozidlo"),
    // accounts
    (
        "must be an IBAN: two letters, two digits, then letters and digits",
        "musí byť IBAN: dve písmená, dve číslice, potom písmená a číslice",
    ),
    ("is not as long as the IBANs of its country are", "nemá dĺžku, akú má IBAN tej krajiny"),
    ("has wrong check digits: it was mistyped", "má nesprávne kontrolné číslice: je v ňom preklep"),
    (
        "must be a BIC of 8 or 11 letters and digits, for example TATRSKBX",
        "musí byť BIC s 8 alebo 11 písmenami a číslicami, napríklad TATRSKBX",
    ),
    ("no such account is in use", "taký účet sa nepoužíva"),
    ("the account {} is this one already, in {}", "tento účet tu už je, v mene {2}"),
    (
        "an organization has at most {} accounts in use; retire one first",
        "firma môže mať najviac {} účtov: najprv jeden vyraďte",
    ),
    // mail and times of sending
    ("has more than {} days", "je viac než {} dní"),
    ("a day is from 1 to {}", "deň je od 1 do {}"),
    ("the days grow from one to the next", "dni musia ísť od najmenšieho"),
    (
        "is required with the mode scheduled: HH:MM in Europe/Bratislava",
        "pri odosielaní v určenom čase treba čas HH:MM",
    ),
    ("belongs to the mode scheduled alone", "patrí len k odosielaniu v určenom čase"),
    ("must be a time HH:MM", "musí byť čas HH:MM"),
    // mandates of partners
    ("is missing: the confirmation would be sent to it", "chýba: poslali by sme naň potvrdenie"),
    (
        "is missing: the organization would be registered under it",
        "chýba: firma by bola pod ním registrovaná",
    ),
    ("cannot be registered: {}", "nedá sa registrovať: {}"),
    (
        "is required: the organization's e-mail address was given by a partner, so a confirmation sent there would prove nothing",
        "treba vyplniť: e-mail firmy zapísal partner, potvrdenie z neho by nič nedokázalo",
    ),
    (
        "the organization has no e-mail address that the confirmation could be sent to",
        "firma nemá e-mail, na ktorý by sme poslali potvrdenie",
    ),
    ("the organization's e-mail address cannot be used: it {}", "e-mail firmy sa nedá použiť: {}"),
    (
        "the e-mail address was given by a partner, and proves no mandate",
        "e-mail zapísal partner, poverenie nedokazuje",
    ),
    (
        "too many confirmation mails within a day; try again in {} h {} min",
        "priveľa potvrdzovacích e-mailov za deň: skúste to znova o {} h {} min",
    ),
    ("this link is not valid, or no longer", "odkaz nie je platný, alebo už neplatí"),
    (
        "another organization with the same IČO or DIČ exists; contact support",
        "iná firma má to isté IČO alebo DIČ: obráťte sa na podporu",
    ),
    ("another organization with the same IČO or DIČ exists", "iná firma má to isté IČO alebo DIČ"),
    ("the token cannot be verified now", "token sa teraz nedá overiť"),
    ("this installation verifies no live tokens", "táto inštalácia ostré tokeny neoveruje"),
    (
        "this installation verifies no live registrations: its operator has to set up the tax authority's notices",
        "táto inštalácia ostré registrácie overiť nevie: jej prevádzkovateľ musí nastaviť oznamy finančnej správy",
    ),
    (
        "live registrations cannot be verified now; try again later",
        "ostré registrácie sa teraz nedajú overiť: skúste to neskôr",
    ),
];
