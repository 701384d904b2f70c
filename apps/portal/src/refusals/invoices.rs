//! Refusals about invoices, their payments, files and VAT.

use super::sentence::Sentence;

pub(super) const SENTENCES: &[Sentence] = &[
    // where an invoice stands
    ("the invoice is {}: issue the invoice first", "faktúra je v stave {}: najprv ju vystavte"),
    ("the invoice is {}, no draft any more", "faktúra je v stave {}, už to nie je koncept"),
    (
        "the draft waits for no approval: submit it first",
        "koncept nečaká na schválenie: najprv ho predložte",
    ),
    (
        "the invoice waits for approval: approve it, or return it",
        "faktúra čaká na schválenie: schváľte ju alebo ju vráťte",
    ),
    (
        "the invoice is {} and has its number: cancel it, or issue a credit note",
        "faktúra je v stave {} a má svoje číslo: stornujte ju alebo vystavte dobropis",
    ),
    ("the invoice is cancelled", "faktúra je stornovaná"),
    (
        "the invoice is archived: take it out of the archive first",
        "faktúra je archivovaná: najprv ju vyberte z archívu",
    ),
    ("the invoice is locked: unlock it first", "faktúra je zamknutá: najprv ju odomknite"),
    (
        "the invoice is on its way over Peppol: only internalNote, contractId and projectId change",
        "faktúra je na ceste po sieti Peppol: zmeniť sa dá len interná poznámka",
    ),
    (
        "the invoice was sent over Peppol: only internalNote, contractId and projectId change; issue a credit note",
        "faktúra odišla po sieti Peppol: zmeniť sa dá len interná poznámka; vystavte dobropis",
    ),
    (
        "payments are recorded: take them back first, or issue a credit note",
        "sú k nej zaznamenané platby: najprv ich stiahnite, alebo vystavte dobropis",
    ),
    (
        "{} ended on {}, {} took its place: such a document cannot be sent over Peppol",
        "{} zanikla {}, nahradilo ju {}: taký doklad sa po sieti Peppol nedá odoslať",
    ),
    (
        "{} % is the rate of supplies from {}, and this one is of {}",
        "{} % je sadzba dodaní od {}, a toto je z {}",
    ),
    (
        "{} has another check digit than its digits give: see whether it is mistyped",
        "{} má inú kontrolnú číslicu, než dávajú jeho číslice: skontrolujte preklep",
    ),
    ("nothing is outstanding", "nič nezostáva uhradiť"),
    (
        "{} credits or debits the invoice: cancel {} first",
        "k faktúre je vystavený doklad {}: najprv ho stornujte",
    ),
    (
        "the original is cancelled: there is nothing to credit or debit",
        "pôvodná faktúra je stornovaná: niet čo opraviť",
    ),
    ("is another firm than that of the original, {}", "je iná firma než na pôvodnej faktúre, {}"),
    (
        "come to {} {}, and of {} only {} {} are left to credit",
        "spolu je to {} {}, no z faktúry {} zostáva dobropisovať len {} {}",
    ),
    (
        "come to less than what is credited, {} {}",
        "spolu je to menej, než je už dobropisované: {} {}",
    ),
    (
        "the invoice has version {} by now: read it again",
        "faktúru medzitým niekto zmenil: načítajte ju znova",
    ),
    (
        "the expense has version {} by now: read it again",
        "doklad medzitým niekto zmenil: načítajte ho znova",
    ),
    (
        "another system issued this document: only internalNote, contractId and projectId change",
        "doklad vystavil iný systém: zmeniť sa dá len interná poznámka",
    ),
    (
        "another system made the invoice: its document says what is attached to it",
        "faktúru vytvoril iný systém: prílohy určuje jej doklad",
    ),
    ("there is no such attachment", "taká príloha tu nie je"),
    (
        "a draft has no number: it draws one when it is issued",
        "koncept nemá číslo: dostane ho pri vystavení",
    ),
    // numbers that were typed
    ("only together with invoice_number", "len spolu s číslom"),
    (
        "{} is not the next number of the series, which is {}: send numberSeriesAction, exception or advance",
        "{} nie je ďalšie číslo radu, tým je {}",
    ),
    (
        "is no number of the series: its numbers are {} and digits",
        "nie je číslo radu: jeho čísla sú {} a číslice",
    ),
    (
        "belongs to the year {}, and the invoice is issued in {}",
        "patrí do roku {}, doklad sa však vystavuje v roku {}",
    ),
    (
        "is no number of the series: the count is from 1, in at least {} digits",
        "nie je číslo radu: počítadlo ide od 1 a má aspoň {} číslic",
    ),
    (
        "lies before {}, the next number of the series, which does not go back",
        "je pred ďalším číslom radu {}, a rad sa nevracia",
    ),
    (
        "has more digits than {}, the next number of the series",
        "má viac číslic než ďalšie číslo radu {}",
    ),
    ("the request cannot be issued", "faktúru nemožno vystaviť"),
    ("the plan {} allows {} invoices a month", "plán {} dovoľuje {} faktúr za mesiac"),
    ("{}: {}", "{}: {}"),
    // payments
    ("there is no such payment", "taká platba tu nie je"),
    (
        "the payment was made by the set-off {}: undo the set-off",
        "platba vznikla zápočtom: zrušte zápočet",
    ),
    ("must be greater than zero", "musí byť väčšie ako nula"),
    (
        "exceeds what is outstanding: all of it is paid",
        "je viac, než zostáva: všetko je už uhradené",
    ),
    ("exceeds what is outstanding, {} {}", "je viac, než zostáva uhradiť: {} {}"),
    ("must not lie after today, {} in Europe/Bratislava", "nesmie byť neskôr ako dnes, {}"),
    // advances
    (
        "{} is no advance: name a proforma, or on a final invoice the invoice of a received payment",
        "{} nie je záloha: vyberte zálohovú faktúru, na vyúčtovacej aj faktúru k prijatej platbe",
    ),
    (
        "{} is {}: only what is in force and paid is settled",
        "{} je v stave {}: zúčtuje sa len to, čo platí a je uhradené",
    ),
    (
        "{} is credited: only what stands whole is settled",
        "{} je dobropisovaná: zúčtuje sa len celá záloha",
    ),
    ("{} is in {}, this document in {}", "{} je v mene {}, tento doklad v {}"),
    ("{} is of another firm, {}", "{} je inej firmy, {}"),
    ("{} is settled by another document already", "{} už zúčtoval iný doklad"),
    ("must have at most {} advances", "záloh môže byť najviac {}"),
    ("is for invoice and final_invoice only", "je len pre faktúru a vyúčtovaciu faktúru"),
    ("is named twice", "je uvedené dvakrát"),
    ("invoice not found", "taká faktúra tu nie je"),
    (
        "taxed nothing by category {}, which no item here has",
        "záloha je bez DPH kategórie {}, ktorú nemá žiadna položka",
    ),
    (
        "must have one of category {}, by which the advance taxed nothing",
        "musí medzi nimi byť jedna kategórie {}, v ktorej bola záloha bez DPH",
    ),
    ("come to {} {} more than the items", "sú o {} {} viac než položky"),
    (
        "come to {} {} less than the advances to settle",
        "spolu je to o {} {} menej než zúčtované zálohy",
    ),
    (
        "the original is an advance that a document settles: credit or debit that, and this once nothing is left of it",
        "pôvodný doklad je zúčtovaná záloha: opravte doklad, ktorý ju zúčtoval, a zálohu až keď z neho nič nezostane",
    ),
    (
        "the invoice is an advance that another document settles: cancel that first",
        "faktúra je záloha, ktorú zúčtoval iný doklad: najprv stornujte ten",
    ),
    ("a document settles the advance", "zálohu už zúčtoval doklad"),
    ("{} has changed since it was taken off", "{} sa zmenila, odkedy bola odpočítaná"),
    (
        "the advance {} is credited or settled since, because nothing is left of what took it off: undo that first",
        "záloha {} je odvtedy dobropisovaná alebo zúčtovaná, lebo z dokladu, ktorý ju odpočítal, nič nezostalo: najprv zrušte to",
    ),
    (
        "must come to the same: the advance {} is credited or settled since",
        "spolu to musí byť rovnako: záloha {} je odvtedy dobropisovaná alebo zúčtovaná",
    ),
    // credit notes
    (
        "a credit note is not credited: cancel it, or make a debit note to its invoice",
        "dobropis sa nedobropisuje: stornujte ho alebo vystavte ťarchopis k jeho faktúre",
    ),
    (
        "must be a decimal string, for example \"25.13\"",
        "musí byť desatinné číslo, napríklad 25.13",
    ),
    (
        "the original has changed: the note does not fit it any more",
        "pôvodný doklad sa zmenil: oprava k nemu už nesedí",
    ),
    (
        "other credit notes take back what is left of the invoice",
        "zvyšok faktúry už dobropisujú iné dobropisy",
    ),
    (
        "{} % of category {} ({}) is not on the original: a credit note takes back its VAT alone",
        "{} % kategórie {} ({}) na pôvodnom doklade nie je: dobropis vracia len jeho DPH",
    ),
    (
        "{} are taken back at {} %, and of the original only {} are left at that rate",
        "dobropisuje sa {} so sadzbou {} %, no z pôvodného dokladu v nej zostáva len {}",
    ),
    ("come to {} {}: nothing is taken back by that", "spolu je to {} {}: tým sa nič nevracia"),
    (
        "come to less at {} % than credit notes take back, {}",
        "v sadzbe {} % je to spolu menej, než vracajú dobropisy: {}",
    ),
    (
        "must not precede that of {}, which it corrects ({})",
        "nesmie byť skôr ako pri {}, ktorý doklad opravuje ({})",
    ),
    (
        "must not precede that of {}, which it settles ({})",
        "nesmie byť skôr ako pri {}, ktorú doklad zúčtuje ({})",
    ),
    (
        "must not lie after that of {}, which corrects it ({})",
        "nesmie byť neskôr ako pri {}, ktorý ho opravuje ({})",
    ),
    (
        "does not fit vat_breakdown, whose rows come to {} and {}: send another with it, or null to drop it",
        "nesedí s rozpisom DPH, ktorý dáva {} a {}: pošlite s tým nový rozpis",
    ),
    (
        "{} is recorded in {} with payments or notes: a document in {} cannot take its place",
        "{} je zaznamenaná v mene {} s platbami alebo opravami: doklad v {} ju nenahradí",
    ),
    (
        "{} is recorded as {} with payments or notes: a document of type {} cannot take its place",
        "{} je zaznamenaná ako {} s platbami alebo opravami: doklad druhu {} ju nenahradí",
    ),
    (
        "{} comes to less than what is paid or credited of it, {} {}",
        "{} je spolu menej, než je z nej uhradené alebo dobropisované: {} {}",
    ),
    (
        "{} must not be dated after {}, which corrects it ({})",
        "{} nesmie mať neskorší dátum než {}, ktorý ju opravuje ({})",
    ),
    // what an invoice says
    ("customer not found", "taký zákazník tu nie je"),
    (
        "must not be combined with customer_id: send one of them",
        "vyberte zákazníka, alebo zapíšte nového, nie oboje",
    ),
    ("is required, or customer_id", "vyberte zákazníka, alebo zapíšte nového"),
    ("must be between {} and {}", "musí byť medzi {} a {}"),
    ("must be between 0 and {}", "musí byť medzi 0 a {}"),
    ("must not be combined with dueDays", "zadajte dátum splatnosti, alebo počet dní, nie oboje"),
    ("must not precede issueDate ({})", "nesmie byť skôr ako dátum vystavenia ({})"),
    ("times unitPrice is too much: {}", "krát cena za jednotku je priveľa: {}"),
    ("must not be combined with due_days", "zadajte dátum splatnosti, alebo počet dní, nie oboje"),
    ("must not precede issue_date ({})", "nesmie byť skôr ako dátum vystavenia ({})"),
    ("must not precede issue_date", "nesmie byť skôr ako dátum vystavenia"),
    ("must have at least 1 item", "treba aspoň jednu položku"),
    ("must have at most {} items", "položiek môže byť najviac {}"),
    ("must be greater than 0", "musí byť väčšie ako 0"),
    ("must not be negative", "nesmie byť záporné"),
    (
        "times unit_price is {} {}, and {} has no cents",
        "krát cena za jednotku je {} {}, a {} nemá desatinné miesta",
    ),
    (
        "times unitPrice is {} {}, and {} has no cents",
        "krát cena za jednotku je {} {}, a {} nemá desatinné miesta",
    ),
    ("must be a whole amount: {} has no cents", "musí byť celá suma: {} nemá desatinné miesta"),
    ("times unit_price is too much: {}", "krát cena za jednotku je priveľa: {}"),
    (
        "must be {}, as on items[{}]: all lines with the same rate share the treatment",
        "musí byť {}: všetky položky s rovnakou sadzbou majú rovnaký daňový režim",
    ),
    (
        "is required with its country for intra-EU treatments (BR-IC-12)",
        "pri dodaní do EÚ treba adresu dodania s krajinou (BR-IC-12)",
    ),
    (
        "the supplier of a self-billed invoice must have a VAT id here",
        "dodávateľ samofaktúry tu musí mať IČ DPH",
    ),
    ("must not be sent: {} is the firm's own currency", "nechajte prázdne: {} je mena firmy"),
    ("must be {}, the currency of the original invoice", "musí byť {}, mena pôvodnej faktúry"),
    ("{} not found", "{}: taký záznam tu nie je"),
    ("is for credit_note and debit_note only", "je len pri dobropise a ťarchopise"),
    (
        "a proforma is no tax document: there is nothing to credit or debit",
        "zálohová faktúra nie je daňový doklad: niet čo opraviť",
    ),
    ("the original is not issued yet", "pôvodná faktúra ešte nie je vystavená"),
    ("bank account", "bankový účet"),
    ("bank account not found", "taký bankový účet tu nie je"),
    ("contract not found", "taká zmluva tu nie je"),
    (
        "the account is in {}, the invoice in {}: name an account in {}",
        "účet je v mene {}, faktúra v mene {}: vyberte účet v mene {}",
    ),
    ("is the plate of another vehicle than vehicle_id", "je ŠPZ iného vozidla"),
    ("the account is retired: name another", "účet je vyradený: vyberte iný"),
    (
        "must stay in {}: its number counts in that year",
        "musí ostať v roku {}: jej číslo patrí do toho roku",
    ),
    ("come to less than what is paid, {} {}", "spolu je to menej, než už je uhradené: {} {}"),
    (
        "must have 1 to 20 letters, digits and hyphens, for example BA 123 XY",
        "musí mať 1 až 20 písmen, číslic a pomlčiek, napríklad BA 123 XY",
    ),
    (
        "prefix: at most 12 characters of A-Z, a-z, 0-9, '-', '/', '.'",
        "začiatok čísla: najviac 12 znakov z A-Z, a-z, 0-9, - / .",
    ),
    ("width: 1 to 10", "číslic: 1 až 10"),
    ("the central bank cannot be reached: {}", "centrálna banka neodpovedá: {}"),
    (
        "the central bank's answer is not understood: {}",
        "odpovedi centrálnej banky nerozumieme: {}",
    ),
    // VAT
    (
        "the supplier is not a VAT payer, so VAT rate {} cannot be charged; set vat_rate to 0",
        "dodávateľ nie je platiteľ DPH, sadzbu {} nemôže účtovať: nastavte 0",
    ),
    (
        "tax_treatment {} is for VAT payers only and the supplier is not one; leave tax_treatment out",
        "daňový režim {} je len pre platiteľov DPH a dodávateľ ním nie je: zvoľte tuzemsko",
    ),
    (
        "tax_treatment {} needs vat_rate 0, not {}; set vat_rate to 0 or tax_treatment to domestic",
        "daňový režim {} má sadzbu 0, nie {}: nastavte sadzbu 0 alebo tuzemsko",
    ),
    (
        "exemption_reason reads as {}, but the category follows from tax_treatment only; set tax_treatment to {} on the lines with vat_rate 0, or reword the reason",
        "dôvod oslobodenia hovorí o inom režime ({}): nastavte položkám so sadzbou 0 daňový režim {}, alebo dôvod napíšte inak",
    ),
    (
        "exemption_reason reads as {} (tax_treatment {}), which only a VAT payer may issue and the supplier is not one; reword the reason or leave it out",
        "dôvod oslobodenia hovorí o režime ({}, {}), ktorý smie použiť len platiteľ DPH: napíšte ho inak, alebo ho vynechajte",
    ),
    (
        "all lines with vat_rate {} must share one tax_treatment: line {} has {}, line {} has {}; split them into two documents or set the same",
        "položky so sadzbou {} musia mať jeden daňový režim: položka {} má {}, položka {} má {}; rozdeľte ich do dvoch dokladov, alebo nastavte rovnaký",
    ),
    (
        "line {} is outside the scope of VAT (O) and line {} has category {}; a document has one or the other (BR-O-11)",
        "položka {} je mimo DPH (O) a položka {} má kategóriu {}; doklad má jedno alebo druhé (BR-O-11)",
    ),
    (
        "{} % was the rate of supplies from {} to {}: only a credit or debit note to such a supply has it",
        "{} % bola sadzba dodaní od {} do {}: má ju len dobropis či ťarchopis k takému dodaniu",
    ),
    (
        "{} % was the rate of supplies from {} to {}: only a credit or debit note to such a supply has it (original_invoice_id, else delivery_date)",
        "{} % bola sadzba dodaní od {} do {}: má ju len dobropis či ťarchopis k takému dodaniu (pôvodná faktúra, inak dátum dodania)",
    ),
    (
        "{} % was the rate of supplies from {} to {}: only a credit or debit note to such a supply has it (original_invoice_id, else deliveryDate)",
        "{} % bola sadzba dodaní od {} do {}: má ju len dobropis či ťarchopis k takému dodaniu (pôvodná faktúra, inak dátum dodania)",
    ),
    (
        "VAT rate {} is not allowed; use 0, 5, 19 or 23, or 10 or 20 for supplies before 2025",
        "sadzba DPH {} nie je dovolená; sú 0, 5, 19 a 23",
    ),
    ("a domestic supply", "dodanie v tuzemsku"),
    ("a reverse charge", "prenesenie daňovej povinnosti"),
    ("an intra-EU supply of goods", "dodanie tovaru v EÚ"),
    ("a transfer of own goods within the EU", "premiestnenie vlastného tovaru v EÚ"),
    ("a triangular trade", "trojstranný obchod"),
    ("an export of goods", "vývoz tovaru"),
    ("{} ({})", "{} ({})"),
    // files
    (
        "{} attachments; an invoice carries at most {}",
        "príloh je {}, faktúra ich môže mať najviac {}",
    ),
    (
        "the attachments have {} bytes decoded; together they may have at most {} (10 MB)",
        "prílohy majú spolu {} bajtov, najviac môžu mať {} (10 MB)",
    ),
    ("the logo is neither a PNG nor a JPEG image", "logo nie je obrázok PNG ani JPEG"),
    ("the logo has {} bytes, at most {} are allowed", "logo má {} bajtov, najviac môže mať {}"),
    (
        "the logo measures {} × {} pixels, each side must have 1 to {}",
        "logo má {} × {} bodov, strana môže mať 1 až {}",
    ),
    ("the logo uses CMYK colours; save it as RGB", "logo má farby CMYK: uložte ho ako RGB"),
    ("the logo is damaged", "logo je poškodené"),
    ("must be a colour #RRGGBB, for example #17604A", "musí byť farba #RRGGBB, napríklad #17604A"),
    (
        "is too light to be read on white: choose a darker colour",
        "je na bielej príliš svetlá: zvoľte tmavšiu",
    ),
    (
        "this build makes no PDF: the feature `pdf` is off",
        "toto zostavenie programu nevie vytvoriť PDF",
    ),
    ("{} lines are more than one document may have", "{} položiek je viac, než doklad môže mať"),
    ("the document cannot be read as a page", "doklad sa nedá zobraziť ako stránka"),
    ("{}: take its XML", "{}: stiahnite si XML"),
];
