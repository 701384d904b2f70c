//! Refusals about statements of banks and what is proposed of them.

use super::sentence::Sentence;

pub(super) const SENTENCES: &[Sentence] = &[
    (
        "is {}: camt.053, camt.052 or camt.054 of version 02 or later is needed",
        "je {}: treba camt.053, camt.052 alebo camt.054 od verzie 02",
    ),
    (
        "nothing is outstanding of the invoice any more: refuse the proposal",
        "na faktúre už nezostáva nič uhradiť: návrh odmietnite",
    ),
    (
        "the payment was taken back already: refuse the proposal",
        "platba už bola zrušená: návrh odmietnite",
    ),
    ("line {}, column {}", "riadok {}, stĺpec {}"),
    ("line {}, cell {} ({})", "riadok {}, bunka {} ({})"),
    (
        "has more than {} bytes: ask the bank for a shorter period",
        "má viac než {} bajtov: vyžiadajte si kratšie obdobie",
    ),
    (
        "has more than {} movements: ask the bank for a shorter period",
        "má viac než {} pohybov: vyžiadajte si kratšie obdobie",
    ),
    (
        "is neither UTF-8, UTF-16 nor windows-1250 text",
        "nie je text v UTF-8, UTF-16 ani windows-1250",
    ),
    ("is not readable: {}", "nedá sa prečítať: {}"),
    (
        "is no statement: a camt.053 document, MT940, GPC, or a CSV with columns for the date and the amount",
        "nie je výpis: treba camt.053, MT940, GPC alebo CSV so stĺpcami pre dátum a sumu",
    ),
    ("has more than {} cells in a row", "má v riadku viac než {} buniek"),
    ("has a cell of more than {} bytes", "má bunku dlhšiu než {} bajtov"),
    (
        "has no column that is known as {}; its columns are {}",
        "nemá stĺpec, ktorý poznáme ako {}; jeho stĺpce sú {}",
    ),
    ("the date", "dátum"),
    ("the amount", "suma"),
    ("the date and as the amount", "dátum a ako suma"),
    (
        "must be the names of 2 to 200 columns, each of at most 100 characters",
        "musia byť názvy 2 až 200 stĺpcov, každý najviac 100 znakov",
    ),
    ("the mapping is not valid", "výber stĺpcov nie je platný"),
    ("must be one of the headings", "musí byť jeden zo stĺpcov súboru"),
    ("is chosen for something else already", "je už vybrané pre niečo iné"),
    (
        "is required, or credit and debit",
        "je potrebná, alebo suma, ktorá prišla, a suma, ktorá odišla",
    ),
    ("excludes credit and debit", "vylučuje sumy, ktoré prišli a odišli"),
    ("stands beside an amount", "patrí k sume"),
    (
        "an organization has at most {} mappings: delete one that is not needed",
        "zapamätaných je už {} súborov: zabudnite ten, ktorý nepotrebujete",
    ),
    ("stands twice among the names of the columns", "je medzi názvami stĺpcov dvakrát"),
    ("contradicts what stands beside it", "odporuje tomu, čo stojí vedľa"),
    (
        "ends before its elements are closed: the file was cut off, download it again",
        "končí sa skôr, než sú jeho prvky uzavreté: súbor je odrezaný, stiahnite ho z banky znova",
    ),
    ("is not well-formed XML", "nie je správne zapísané XML"),
    ("is not a {}", "nie je {}"),
    (
        "statement that ends with a balance, :62F: or :62M:",
        "výpis, ktorý sa končí zostatkom, :62F: alebo :62M:",
    ),
    ("balance, such as C261130EUR1004,50", "zostatok, napríklad C261130EUR1004,50"),
    (
        "line of a statement, such as :61:2611301130C100,50NTRFNONREF//B1",
        "riadok výpisu, napríklad :61:2611301130C100,50NTRFNONREF//B1",
    ),
    (
        "record of GPC, which begins with 074 to 079",
        "záznam GPC, ktorý sa začína číslami 074 až 079",
    ),
    ("record of GPC: it has 128 characters", "záznam GPC: ten má 128 znakov"),
    ("account of sixteen digits", "účet so šestnástimi číslicami"),
    ("amount of twelve digits in hellers", "suma v halieroch s dvanástimi číslicami"),
    // what the reader of XML says
    ("the document is refused unread: {} (at byte {})", "{}"),
    (
        "the document is not well-formed XML: {} at {}:{}",
        "nie je to správne zapísané XML: {} (riadok {}, stĺpec {})",
    ),
    ("The document is empty.", "súbor je prázdny"),
    ("The document is larger than can be read.", "súbor je väčší, než sa dá prečítať"),
    ("The document is not written in UTF-8.", "súbor nie je zapísaný v UTF-8"),
    (
        "The document is a PDF, an archive or JSON and no XML.",
        "súbor je PDF, archív alebo JSON, nie XML",
    ),
    (
        "The document has a document type declaration, which is never read.",
        "súbor má deklaráciu typu dokumentu (DOCTYPE), ktorú nikdy nečítame",
    ),
    ("Elements are nested deeper than any invoice needs.", "prvky sú vnorené hlbšie, než treba"),
    (
        "One element has more attributes than any invoice needs.",
        "jeden prvok má viac atribútov, než treba",
    ),
    (
        "The document declares more namespaces than any invoice needs.",
        "súbor deklaruje viac menných priestorov, než treba",
    ),
    (
        "The document has more elements than can be read.",
        "súbor má viac prvkov, než sa dá prečítať",
    ),
    ("the element {} is open where </{}> stands", "prvok {} nie je uzavretý tam, kde stojí </{}>"),
    ("the prefix {} is not declared", "predpona {} nie je deklarovaná"),
    (
        "an & stands there that begins no reference (write &amp; for it)",
        "stojí tam &, ktoré nezačína odkaz (píše sa &amp;)",
    ),
    ("the entity &{}; is not declared", "entita &{}; nie je deklarovaná"),
    ("the attribute {} stands twice", "atribút {} je tam dvakrát"),
    ("it ends before its elements are closed", "končí sa skôr, než sú prvky uzavreté"),
    ("it has no element", "nemá žiadny prvok"),
    (
        "is shorter than the rows above it: the file was cut off, download it again",
        "je kratší ako riadky nad ním: súbor je odrezaný, stiahnite ho z banky znova",
    ),
    (
        "may be the day or the month first, and nothing in the file tells: download it with a day after the 12th, or with days such as 2026-11-21",
        "môže mať prvý deň alebo mesiac a zo súboru sa to nedá zistiť: stiahnite ho za obdobie, v ktorom je aj deň po dvanástom, alebo s dátumami ako 21.11.2026",
    ),
    ("begins a quotation that does not end", "začína úvodzovkou, ktorá sa nekončí"),
    (
        "must be a date, for example 21.11.2026 or 2026-11-21, between 2000 and 2099",
        "musí byť dátum, napríklad 21.11.2026, medzi rokmi 2000 a 2099",
    ),
    (
        "must be an amount with at most 13 digits and 2 decimals, for example 1 234,56",
        "musí byť suma, najviac 13 číslic a 2 desatinné miesta, napríklad 1 234,56",
    ),
    (
        "must not be negative: the direction is said beside it",
        "nesmie byť záporné: smer stojí vedľa",
    ),
    ("must be a currency code of three letters", "musí byť kód meny s tromi písmenami"),
    (
        "must say whether the account is credited or debited",
        "musí povedať, či ide o príjem, alebo výdaj",
    ),
    (
        "is of another account or currency than what stands before: send one for each account",
        "je z iného účtu alebo v inej mene: nahrajte výpis každého účtu zvlášť",
    ),
    ("is of the account {}, which is none of the organization's", "je z účtu {}, ktorý nie je váš"),
    (
        "names no account: say which it is of as bank_account_id",
        "nemenuje účet: vyberte, ktorého je",
    ),
    (
        "names the account {}, whose check digits are wrong: say which it is of as bank_account_id",
        "uvádza účet {}, ktorý má nesprávne kontrolné číslice: vyberte, ktorého účtu je",
    ),
    ("is none of the organization's bank accounts", "nie je váš bankový účet"),
    ("is not the account that the statement is of, {}", "nie je účet, z ktorého je výpis: {}"),
    ("is in {}, and the account {} is kept in {}", "je v mene {}, a účet {} je vedený v mene {}"),
    (
        "is booked on {}, after today, {} in Europe/Bratislava",
        "je zaúčtované {}, neskôr ako dnes, {}",
    ),
    (
        "the proposal is accepted: delete the payment of the invoice to take it back",
        "návrh je prijatý: späť ho vezmete stiahnutím platby faktúry",
    ),
    (
        "the proposal is refused: record the payment of the invoice itself",
        "návrh je odmietnutý: platbu zaznamenajte pri faktúre",
    ),
    (
        "the bank took the movement back: there is nothing to record",
        "banka vzala pohyb späť: nie je čo zaznamenať",
    ),
    (
        "the proposal takes a payment back: it is of no other invoice",
        "návrh ruší platbu: inej faktúry sa netýka",
    ),
    (
        "must be an invoice that waits for money from a customer",
        "musí to byť faktúra, na ktorú sa čakajú peniaze od zákazníka",
    ),
    ("must be in the currency of the account, {}", "musí byť v mene účtu, {}"),
    ("stands more than once among the headings", "je medzi názvami stĺpcov viac ráz"),
    (
        "another proposal for the same movement was accepted",
        "k tomu istému pohybu bol prijatý iný návrh",
    ),
    ("invoices change at the same time; try again", "faktúry sa práve menia: skúste to znova"),
];
