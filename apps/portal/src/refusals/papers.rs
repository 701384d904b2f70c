//! Refusals about expenses, set-offs, contracts and exports.

use super::sentence::Sentence;

pub(super) const SENTENCES: &[Sentence] = &[
    // expenses
    ("the expense is {}: {}", "výdavok je v stave {}: {}"),
    (
        "the expense is {}: it cannot be approved for the accounts",
        "výdavok je v stave {}: nedá sa schváliť",
    ),
    ("the expense has payments: {}", "výdavok má platby: {}"),
    ("it cannot be changed", "nedá sa zmeniť"),
    ("it is in the accounts", "je v účtovníctve"),
    ("take them back before it is rejected", "pred zamietnutím ich stiahnite"),
    ("it cannot be deleted", "nedá sa zmazať"),
    ("it takes no payments", "platiť sa nedá"),
    ("the document {}", "doklad {}"),
    (
        "is a self-billed invoice, which your customer wrote for you: you owe nothing by it",
        "je samofaktúra, ktorú za vás vystavil zákazník: nič ňou nedlhujete",
    ),
    ("has no number (BT-1) of 1 to {} characters", "nemá číslo (BT-1) s 1 až {} znakmi"),
    (
        "the document could not be checked by the official rules",
        "doklad sa nepodarilo skontrolovať podľa oficiálnych pravidiel",
    ),
    (
        "the document breaks {} official rules, the first {}: {}",
        "doklad porušuje {} oficiálnych pravidiel, prvé je {}: {}",
    ),
    ("another firm", "inú firmu"),
    (
        "the document is for {}, whose numbers are not yours",
        "doklad je pre {}, čísla v ňom nie sú vaše",
    ),
    ("is the document's, which came over the network", "je z dokladu, ktorý prišiel po sieti"),
    ("must not be less than what is paid already", "nesmie byť menej, než je už uhradené"),
    ("the expense cannot be kept", "výdavok sa nedá uložiť"),
    ("must not be given beside supplier_id", "vyberte dodávateľa, alebo zapíšte nového, nie oboje"),
    ("is required, or supplier_id", "vyberte dodávateľa, alebo zapíšte nového"),
    ("there is no such contact in use", "taký kontakt sa nepoužíva"),
    ("must have 1 to 10 digits", "musí mať 1 až 10 číslic"),
    ("must be between 0 and total", "musí byť medzi 0 a sumou spolu"),
    ("{} and {}, total less VAT and VAT are {} and {}", "{} a {}, celkom bez DPH a DPH sú {} a {}"),
    ("does not add up: its rows come to {}", "nesedí: jej riadky dávajú {}"),
    ("has more than {} rows", "má viac než {} riadkov"),
    (
        "leaves no room for other fields than note and project_id",
        "pripúšťa už len poznámku a zákazku",
    ),
    ("there is no received document {}", "taký prijatý doklad tu nie je"),
    (
        "an expense of this document, or of this supplier with this number of this year, is kept already and is not rejected",
        "výdavok z tohto dokladu, alebo od tohto dodávateľa s týmto číslom, tu už je a nie je zamietnutý",
    ),
    // set-offs
    ("mutual set-off is for Slovak firms only", "vzájomný zápočet je len pre slovenské firmy"),
    ("invoice_id is a {}: only an invoice can be set off", "{}: započítať sa dá len faktúra"),
    (
        "the invoice is {}: only an issued invoice can be set off",
        "faktúra je v stave {}: započítať sa dá len vystavená",
    ),
    (
        "expense_id is a {} that is {}: only an approved invoice of a supplier can be set off",
        "{} v stave {}: započítať sa dá len schválená faktúra dodávateľa",
    ),
    (
        "the customer of the invoice is not the supplier of the expense: {}, {}",
        "odberateľ faktúry nie je dodávateľ výdavku: {}, {}",
    ),
    (
        "the invoice is in {}, the expense in {}: both must have the same currency",
        "faktúra je v mene {}, výdavok v mene {}: mena musí byť rovnaká",
    ),
    (
        "offset_date must not lie after today, {} in Europe/Bratislava",
        "deň zápočtu nesmie byť neskôr ako dnes, {}",
    ),
    (
        "offset_date must not lie before {}, when the {} was issued",
        "deň zápočtu nesmie byť skôr ako {}, keď vznikol doklad ({})",
    ),
    (
        "the amount exceeds what is outstanding of the {}, {}",
        "suma je viac, než zostáva uhradiť ({}): {}",
    ),
    ("does not exist", "tu nie je"),
    // contracts
    ("must not precede start_date ({})", "nesmie byť skôr ako začiatok ({})"),
    ("must be between 1 and 31", "musí byť medzi 1 a 31"),
    ("leaves no period to invoice from today on", "odo dneška nenecháva obdobie na fakturovanie"),
    ("{{}} is no placeholder: there are {}", "{{}} nie je zástupný text, sú {}"),
    ("the contract cannot be kept", "zmluva sa nedá uložiť"),
    (
        "the customer was retired: it is not for new invoices; cancel the contract and make another",
        "zákazník je vyradený: zrušte zmluvu a vytvorte inú",
    ),
    ("the contract was cancelled: make a new one", "zmluva bola zrušená: vytvorte novú"),
    (
        "the contract has the version {} by now: read it again",
        "zmluvu medzitým niekto zmenil: načítajte ju znova",
    ),
    (
        "more than 12 periods are due: resume the contract with missed = issue, or with missed = skip to leave them out",
        "čaká viac než 12 období: pri pokračovaní zvoľte, či sa vystavia, alebo vynechajú",
    ),
    ("{} is taken already", "{} už je použité"),
    ("the plan allows no more invoices this month", "plán tento mesiac ďalšie faktúry nedovoľuje"),
    (
        "the invoice cannot be kept; the operator of the service finds the reason in its log",
        "faktúra sa nedá uložiť; dôvod nájde prevádzkovateľ",
    ),
    ("no exchange rate of {} for {} is known", "kurz meny {} na deň {} nie je známy"),
    // exports
    ("must not lie before from", "nesmie byť skôr ako začiatok"),
    ("must not lie after today", "nesmie byť neskôr ako dnes"),
    ("must be at most {} days after from", "môže byť najviac {} dní po začiatku"),
    (
        "there are {} exports already: delete one, or wait until one expires",
        "exportov je už {}: zmažte niektorý, alebo počkajte, kým vyprší",
    ),
    (
        "the export is {}: its files can be downloaded when it is ready",
        "export je v stave {}: súbory sa dajú stiahnuť, keď bude hotový",
    ),
    ("it could not be made: ask for a new one", "nepodarilo sa ho pripraviť: požiadajte o nový"),
    (
        "the files are too large: choose a shorter period",
        "súbory sú priveľké: zvoľte kratšie obdobie",
    ),
    (
        "there are more than {} documents: choose a shorter period",
        "dokladov je viac než {}: zvoľte kratšie obdobie",
    ),
];
