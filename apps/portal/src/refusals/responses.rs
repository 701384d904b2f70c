//! Refusals about Invoice Responses.

use super::sentence::Sentence;

pub(super) const SENTENCES: &[Sentence] = &[
    (
        "[PEPPOL-T111-R001] {} needs a reason or an action",
        "odpoveď „{}“ potrebuje dôvod alebo požiadavku (PEPPOL-T111-R001)",
    ),
    (
        "[PEPPOL-T111-R005] PPD belongs to the response paid alone",
        "„uhradené čiastočne“ patrí iba k odpovedi „uhradené“ (PEPPOL-T111-R005)",
    ),
    (
        "[PEPPOL-T111-R004] is required with PPD",
        "pri čiastočnej úhrade treba vyplniť (PEPPOL-T111-R004)",
    ),
    ("[PEPPOL-T111-R002] is required with OTH", "pri inom dôvode treba vyplniť (PEPPOL-T111-R002)"),
    ("must have at most {} entries", "môže ich byť najviac {}"),
    (
        "only invoices and credit notes with a number and a type are answered",
        "odpovedať sa dá len na faktúru alebo dobropis s číslom a druhom",
    ),
    (
        "[OP-BR111-R001] a self-billed document is its buyer's own: it is not answered before 24 February 2027",
        "doklad vystavil odberateľ v mene dodávateľa: odpovedať sa naň dá až od 24. februára 2027 (OP-BR111-R001)",
    ),
    ("{} is not registered here any more", "{} tu už nie je registrovaný"),
    (
        "[OP-BR111-R004] the document was answered {}: nothing follows that",
        "na doklad ste už odpovedali „{}“: ďalšia odpoveď nenasleduje (OP-BR111-R004)",
    ),
    (
        "[OP-BR111-R012] the document was answered {}: {} does not follow that",
        "na doklad ste už odpovedali „{}“: „{}“ po tom nenasleduje (OP-BR111-R012)",
    ),
    ("the document was answered too often", "na doklad ste odpovedali priveľakrát"),
];
