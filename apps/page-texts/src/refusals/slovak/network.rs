//! Refusals about responses and organizations.

use super::Text;

pub(super) const TEXTS: &[Text] = &[
    (
        "response.no_reason",
        "odpoveď „{status}“ potrebuje dôvod alebo požiadavku (PEPPOL-T111-R001)",
    ),
    (
        "response.not_paid",
        "„uhradené čiastočne“ patrí iba k odpovedi „uhradené“ (PEPPOL-T111-R005)",
    ),
    ("response.no_text_of_ppd", "pri čiastočnej úhrade treba vyplniť (PEPPOL-T111-R004)"),
    ("response.no_text_of_other", "pri inom dôvode treba vyplniť (PEPPOL-T111-R002)"),
    ("response.too_many", "môže ich byť najviac {most}"),
    (
        "cannot_respond.not_an_invoice",
        "odpovedať sa dá len na faktúru alebo dobropis s číslom a druhom",
    ),
    (
        "cannot_respond.self_billed",
        "doklad vystavil odberateľ v mene dodávateľa: odpovedať sa naň dá až od 24. februára 2027 (OP-BR111-R001)",
    ),
    ("cannot_respond.not_registered", "{participant} tu už nie je registrovaný"),
    (
        "cannot_respond.ended",
        "na doklad ste už odpovedali „{status}“: ďalšia odpoveď nenasleduje (OP-BR111-R004)",
    ),
    (
        "cannot_respond.backwards",
        "na doklad ste už odpovedali „{earlier}“: „{wanted}“ po tom nenasleduje (OP-BR111-R012)",
    ),
    ("cannot_respond.too_many", "na doklad ste odpovedali priveľakrát"),
    ("organization.same_ico", "toto IČO má už iná firma"),
    ("organization.same_dic", "toto DIČ má už iná firma"),
    ("organization.participant_taken", "pod týmto DIČ je registrovaná iná firma"),
    (
        "live_key_needed",
        "firma je registrovaná naostro: čo stojí na jej faktúrach, sa mení v ostrom prostredí",
    ),
    (
        "not_migration_key",
        "kód na prenos má 8 až 24 znakov, z toho aspoň po dvoch malých a veľkých písmenách, čísliciach a znakoch @#$%()[]*^-!~|+= a zložených zátvorkách",
    ),
];
