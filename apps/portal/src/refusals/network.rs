//! Refusals about sending and registration, and of what happens at the same time.

use super::sentence::Sentence;

pub(super) const SENTENCES: &[Sentence] = &[
    // why an attempt failed
    ("the validator is unavailable", "kontrola dokladov je nedostupná"),
    ("{} is not registered in the Peppol network", "{} nie je v sieti Peppol"),
    ("{} does not receive documents of this type", "{} neprijíma doklady tohto druhu"),
    ("the Peppol directory is unreachable", "adresár siete Peppol je nedostupný"),
    (
        "the answer of the Peppol directory cannot be trusted",
        "odpovedi adresára siete Peppol sa nedá veriť",
    ),
    ("the receiving access point cannot be reached", "doručovateľ príjemcu je nedostupný"),
    (
        "the receiving access point refuses the document: {}",
        "doručovateľ príjemcu doklad odmietol: {}",
    ),
    (
        "the receiving access point gave no valid receipt",
        "doručovateľ príjemcu nevydal platné potvrdenie",
    ),
    ("there is no other access point", "iný doručovateľ tu nie je"),
    // what a check suggests
    (
        "Peppol BIS Billing 3.0 is sent as UBL; autoRepair converts the document",
        "sieťou Peppol sa posiela UBL; oprava doklad prevedie",
    ),
    ("added {}", "doplnené: {}"),
    (
        "the electronic address is missing; the DIČ gives {}:{}",
        "chýba elektronická adresa; podľa DIČ je to {}:{}",
    ),
    (
        "a Slovak DIČ is addressed as {}:{} in the {} network",
        "slovenské DIČ má v tejto sieti adresu {}:{}",
    ),
    (
        "the address of a Slovak firm is its DIČ, ten digits: {}",
        "adresa slovenskej firmy je jej DIČ, desať číslic: {}",
    ),
    (
        "the document names {}; over Peppol it is sent under {}",
        "doklad uvádza: {}; sieťou Peppol sa posiela ako {}",
    ),
    ("no specification", "nijakú špecifikáciu"),
    ("EN 16931 alone", "len EN 16931"),
    ("an older BIS", "starší BIS"),
    ("BIS 3.0 inexactly", "nepresný zápis BIS 3.0"),
    ("{} does not know this business process", "{} nepozná tento obchodný proces"),
    ("the business process of {} is missing", "chýba obchodný proces podľa {}"),
    ("{} is {}, and has to be written so", "{} znamená {} a tak to má byť zapísané"),
    ("{} more findings are not listed", "ďalších zistení, ktoré tu nie sú: {}"),
    ("the document cannot be repaired automatically: {}", "doklad sa nedá opraviť automaticky: {}"),
    ("only documents in UTF-8 are repaired", "opravujú sa len doklady v UTF-8"),
    (
        "only UBL invoices and credit notes are repaired",
        "opravujú sa len faktúry a dobropisy v UBL",
    ),
    ("a conversion cannot be applied as a change of text", "prevod sa nedá spraviť zmenou textu"),
    ("{} has no place in this document", "{} nemá v tomto doklade miesto"),
    ("{} stands in this document more than once", "{} je v tomto doklade viac ráz"),
    ("{} holds more than plain text", "{} obsahuje viac než holý text"),
    ("{} is not what the suggestion was made for", "{} už nie je to, k čomu patril návrh"),
    // sends
    ("the organization has no active Peppol account", "firma nie je registrovaná v sieti Peppol"),
    (
        "the organization has no active Peppol account; enroll it first: POST /v1/agent/peppol/enroll",
        "firma nie je registrovaná v sieti Peppol: najprv ju zaregistrujte",
    ),
    (
        "the organization is registered in the {} network and the key sends to the {} one; use a {} key",
        "firma je registrovaná v inej sieti ({}), než je toto prostredie ({}): prepnite prostredie",
    ),
    ("not enough Peppol credit", "kredit nestačí"),
    ("a prepayment is overdue", "preddavok je po splatnosti"),
    (
        "the number {} exists as an invoice issued here; send that invoice, or change cbc:ID",
        "číslo {} má faktúra vystavená tu: pošlite ju, alebo zmeňte číslo dokladu",
    ),
    ("the document has no number (cbc:ID)", "doklad nemá číslo"),
    (
        "the document's number (cbc:ID) has more than {} characters",
        "číslo dokladu má viac než {} znakov",
    ),
    (
        "the document's {} cannot be recorded: it is missing or too large",
        "údaj dokladu ({}) chýba alebo je priveľký",
    ),
    ("the organization has no DIČ to send from", "firma nemá DIČ, z ktorého by odosielala"),
    (
        "the document names no recipient; fill cbc:EndpointID of the recipient or receiverPeppolId",
        "doklad nemá príjemcu: doplňte zákazníkovi DIČ alebo identifikátor Peppol",
    ),
    ("the recipient's address cannot be used: {}", "adresa príjemcu sa nedá použiť: {}"),
    (
        "issued on {}, more than 10 days before today, {} in Bratislava; issue it again under a new date",
        "vystavené {}, viac než 10 dní pred dneškom ({}): vystavte doklad znova s novým dátumom",
    ),
    (
        "issued on {}; the issue date (BT-2) must be the day of sending, {} in Bratislava",
        "vystavené {}: dátum vystavenia musí byť deň odoslania, {}",
    ),
    (
        "a proforma cannot be sent over Peppol; issue the final invoice and send that",
        "zálohová faktúra sa po sieti neposiela: vystavte vyúčtovaciu a pošlite tú",
    ),
    (
        "another system issued this document; send it by POST /v1/agent/peppol/connector/send",
        "doklad vystavil iný systém: odošle ho jeho program",
    ),
    ("only an issued invoice can be sent", "odoslať sa dá len vystavená faktúra"),
    ("the invoice is {} already, as {}", "faktúra už je v sieti: {} (odoslanie {})"),
    (
        "the document cannot be checked now; try again",
        "doklad sa teraz nedá skontrolovať: skúste to znova",
    ),
    (
        "the invoice cannot be sent: its document breaks {} rules",
        "faktúra sa nedá odoslať: jej doklad porušuje pravidlá ({})",
    ),
    (
        "a Peppol id is written scheme:value, as in 0245:2023456787",
        "identifikátor Peppol sa píše napríklad 0245:2023456787",
    ),
    (
        "the scheme of a Peppol id is an ISO 6523 code of four digits, as 0245 in 0245:2023456787",
        "identifikátor Peppol začína kódom so štyrmi číslicami, napríklad 0245",
    ),
    (
        "after the colon a Peppol id has 1 to {} letters, digits, or any of - . _ ~",
        "za dvojbodkou má identifikátor Peppol 1 až {} písmen, číslic alebo znakov - . _ ~",
    ),
    (
        "after 0245: stands the DIČ, exactly ten digits, without SK",
        "za 0245: stojí DIČ, presne desať číslic, bez SK",
    ),
    (
        "lacks {}; issue the invoice with the address as an object {street, city, postalCode, country}",
        "chýba {}: doplňte adresu zákazníka",
    ),
    ("total (BT-112)", "suma spolu (BT-112)"),
    ("total without VAT (BT-109)", "suma bez DPH (BT-109)"),
    ("issue date (BT-2)", "dátum vystavenia (BT-2)"),
    ("paid amount (BT-113)", "uhradená suma (BT-113)"),
    ("rounding amount (BT-114)", "zaokrúhlenie (BT-114)"),
    ("currency (BT-5)", "mena (BT-5)"),
    ("other party", "druhá strana"),
    // registration
    (
        "the organization is registered in the live network; use a live key",
        "firma je registrovaná naostro: prepnite na ostré prostredie",
    ),
    (
        "the organization has no DIČ, under which it would be registered",
        "firma nemá DIČ, pod ktorým by bola registrovaná",
    ),
    ("the organization's DIČ cannot be registered: {}", "DIČ firmy sa nedá registrovať: {}"),
    ("the organization was never enrolled", "firma nikdy nebola registrovaná"),
    (
        "the organization is registered in the {} network; use a {} key",
        "firma je registrovaná v inej sieti ({}): prepnite prostredie",
    ),
    (
        "verificationTokenHex is required; in the sandbox any hex will do",
        "treba overovací token; v skúšobnom prostredí stačí ľubovoľný",
    ),
    (
        "verificationTokenHex must have 1 to {} hex digits",
        "overovací token musí mať 1 až {} šestnástkových číslic",
    ),
    ("verificationTokenHex is not valid", "overovací token neplatí"),
    (
        "is required; in the sandbox any hex will do",
        "treba vyplniť; v skúšobnom prostredí stačí ľubovoľný",
    ),
    ("must have 1 to {} hex digits", "musí mať 1 až {} šestnástkových číslic"),
    ("is not valid", "nie je platné"),
    (
        "another access point receives for {}: {} ({}); the organization can send",
        "za {} prijíma iný poskytovateľ: {} ({}); firma môže odosielať",
    ),
    ("{} is in the network's registry", "{} je v registri siete"),
    ("Another Access Point (simulated)", "iný poskytovateľ (skúšobne)"),
    // of what happens at the same time
    (
        "something else changed at the same time; try again",
        "niečo sa medzitým zmenilo: skúste to znova",
    ),
    ("a request with this Idempotency-Key is at work", "ten istý formulár sa práve spracúva"),
    (
        "this Idempotency-Key was used with a different body",
        "tento formulár ste už odoslali s inými údajmi",
    ),
    ("the limit of the plan is reached", "limit plánu je dosiahnutý"),
    ("the plan allows {} mails a day", "plán dovoľuje {} e-mailov za deň"),
    ("too much is asked for at the moment; try again", "práve je toho priveľa: skúste to znova"),
    (
        "too much is being worked on at the moment; try again after {} s",
        "práve je toho priveľa: skúste to o {} s",
    ),
    ("something went wrong on our side", "niečo sa u nás pokazilo"),
    ("the header X-Organization-Id is missing", "chýba hlavička X-Organization-Id"),
    ("API key does not have access to this organization", "kľúč nemá prístup k tejto firme"),
    ("API key does not have scope {}", "kľúč nemá oprávnenie {}"),
    (
        "this operation is for partner keys (svc_pk_…)",
        "táto operácia je pre kľúče partnerov (svc_pk_…)",
    ),
    ("the access token does not have scope {}", "prístupový token nemá oprávnenie {}"),
    ("the role in this company does not include {}", "rola v tejto firme neobsahuje {}"),
    ("the access token is bound to another organization", "prístupový token patrí inej firme"),
    (
        "this operation is for API keys: an access token is not taken here",
        "táto operácia je pre kľúče API: prístupový token tu neplatí",
    ),
    ("the lease was taken over", "prácu medzitým prevzal iný"),
    ("the storage cannot be reached", "úložisko nie je dostupné"),
    ("not found", "tu nie je"),
    ("taken: {}", "už je použité: {}"),
    ("changed in the meantime", "medzitým sa zmenilo"),
    (
        "a migration code has 8 to 24 characters, at least two each of lower case, upper case, digits and @#$%()[]{}*^-!~|+=",
        "kód na prenos má 8 až 24 znakov, z toho aspoň po dvoch malých a veľkých písmenách, čísliciach a znakoch @#$%()[]{}*^-!~|+=",
    ),
];
