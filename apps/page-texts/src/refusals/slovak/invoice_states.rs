//! Refusals about what may become of an invoice.

use super::Text;

pub(super) const TEXTS: &[Text] = &[
    (
        "advance.no_advance",
        "{number} nie je záloha: vyberte zálohovú faktúru, na vyúčtovacej aj faktúru k prijatej platbe",
    ),
    ("advance.unpaid", "{number} je v stave {status}: zúčtuje sa len to, čo platí a je uhradené"),
    ("advance.credited", "{number} je dobropisovaná: zúčtuje sa len celá záloha"),
    ("advance.currency", "{number} je v mene {currency}, tento doklad v {wanted}"),
    ("advance.customer", "{number} je inej firmy, {name}"),
    ("advance.changed", "{number} sa zmenila, odkedy bola odpočítaná"),
    ("advance.settled", "{number} už zúčtoval iný doklad"),
    ("bank_account.not_in_use", "taký účet sa nepoužíva"),
    ("bank_account.taken", "tento účet tu už je, v mene {currency}"),
    ("bank_account.too_many", "firma môže mať najviac {most} účtov: najprv jeden vyraďte"),
    (
        "two_firms",
        "{first} a {second} sú podľa čísel (IČO, DIČ, IČ DPH) dve firmy: najprv opravte nesprávne číslo",
    ),
    ("exchange_rate.unreachable", "centrálna banka neodpovedá: {cause}"),
    ("exchange_rate.malformed", "odpovedi centrálnej banky nerozumieme: {cause}"),
    (
        "note_vat.another",
        "{rate} % kategórie {category} ({treatment}) na pôvodnom doklade nie je: dobropis vracia len jeho DPH",
    ),
    (
        "note_vat.beyond",
        "dobropisuje sa {base} so sadzbou {rate} %, no z pôvodného dokladu v nej zostáva len {left}",
    ),
    ("payments.no_such_payment", "taká platba tu nie je"),
    ("payments.set_off", "platba vznikla zápočtom: zrušte zápočet"),
    ("plan_limit_reached", "plán {plan} dovoľuje {at_most} faktúr za mesiac"),
    ("files.recorded", "faktúru vytvoril iný systém: prílohy určuje jej doklad"),
    ("files.no_such_file", "taká príloha tu nie je"),
    (
        "revision.currency",
        "{number} je zaznamenaná v mene {was} s platbami alebo opravami: doklad v {is} ju nenahradí",
    ),
    (
        "revision.type",
        "{number} je zaznamenaná ako {was} s platbami alebo opravami: doklad druhu {is} ju nenahradí",
    ),
    (
        "revision.settled",
        "{number} je spolu menej, než je z nej uhradené alebo dobropisované: {settled} {currency}",
    ),
    ("revision.day", "{number} nesmie mať neskorší dátum než {note}, ktorý ju opravuje ({day})"),
    ("invoice_change.noted", "k faktúre je vystavený doklad {number}: najprv ho stornujte"),
    (
        "invoice_change.advance_spent",
        "záloha {advance} je odvtedy dobropisovaná alebo zúčtovaná, lebo z dokladu, ktorý ju odpočítal, nič nezostalo: najprv zrušte to",
    ),
    ("noted.changed", "pôvodný doklad sa zmenil: oprava k nemu už nesedí"),
    ("noted.credited_already", "zvyšok faktúry už dobropisujú iné dobropisy"),
    ("noted.settled_already", "zálohu už zúčtoval doklad"),
    ("transition.not_issued", "faktúra je v stave {status}: najprv ju vystavte"),
    ("transition.no_draft", "faktúra je v stave {status}, už to nie je koncept"),
    ("transition.not_submitted", "koncept nečaká na schválenie: najprv ho predložte"),
    ("transition.awaits_approval", "faktúra čaká na schválenie: schváľte ju alebo ju vráťte"),
    (
        "transition.numbered",
        "faktúra je v stave {status} a má svoje číslo: stornujte ju alebo vystavte dobropis",
    ),
    ("transition.cancelled", "faktúra je stornovaná"),
    ("transition.archived", "faktúra je archivovaná: najprv ju vyberte z archívu"),
    ("transition.locked", "faktúra je zamknutá: najprv ju odomknite"),
    ("transition.settled", "faktúra je záloha, ktorú zúčtoval iný doklad: najprv stornujte ten"),
    (
        "transition.under_way",
        "faktúra je na ceste po sieti Peppol: zmeniť sa dá len interná poznámka",
    ),
    (
        "transition.sent_over_peppol",
        "faktúra odišla po sieti Peppol: zmeniť sa dá len interná poznámka; vystavte dobropis",
    ),
    (
        "transition.has_payments",
        "sú k nej zaznamenané platby: najprv ich stiahnite, alebo vystavte dobropis",
    ),
    ("transition.nothing_outstanding", "nič nezostáva uhradiť"),
    ("invoice_edit.stale", "faktúru medzitým niekto zmenil: načítajte ju znova"),
    ("invoice_edit.recorded", "doklad vystavil iný systém: zmeniť sa dá len interná poznámka"),
    ("series_format.prefix", "začiatok čísla: najviac 12 znakov z A-Z, a-z, 0-9, - / ."),
    ("series_format.width", "číslic: 1 až 10"),
];
