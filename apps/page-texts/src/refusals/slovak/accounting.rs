//! Refusals about accounting programs and what waits to be written into them.

use super::Text;

pub(super) const TEXTS: &[Text] = &[
    (
        "accounting_link.other_program",
        "prepojený je program {program}: najprv zrušte jeho prepojenie",
    ),
    ("accounting_link.other_kind", "k tomuto programu nepatrí"),
    ("accounting_link.no_token", "program {program} si doklady z adresy s tokenom nevyzdvihuje"),
    (
        "accounting_link.secret_again",
        "pri zmene adresy ho treba zadať znova: uložené patrí k pôvodnej adrese",
    ),
    ("accounting_link.from_later", "nesmie byť neskôr ako dnes"),
    ("accounting_link.secret", "musí mať 1 až {most} bajtov v jednom riadku"),
    ("program_url.user_info", "nesmie obsahovať meno ani heslo: majú vlastné polia"),
    ("program_url.query", "nesmie mať otáznik s parametrami"),
    ("program.denied", "program nás nevpustil: {cause}"),
    ("not_retried", "stav je {state}: znova sa skúša len to, čo program odmietol"),
    (
        "not_made",
        "program ho prevzal a ani po {minutes} minútach z neho nič nevytvoril: dôvod je v jeho zozname importov",
    ),
    ("unanswered", "program o ňom neodpovedal ani po {requests} pokusoch"),
    ("posting_waits.document_refused", "program odmietol doklad, ku ktorému to patrí"),
    ("posting_waits.not_reached", "program je nedostupný: {cause}"),
    ("posting_waits.written", "čaká na zapísanie do programu {program}"),
    ("posting_waits.fetched", "čaká, kým si ho {program} vyzdvihne"),
    (
        "posting_waits.not_linked",
        "účtovný program nie je prepojený: zápočet sa sám nezapíše; zapíšte ho ako interný doklad",
    ),
    (
        "posting_waits.not_taken",
        "do programu {program} sa zápočet sám nezapíše: zapíšte ho ako interný doklad",
    ),
    ("posting_waits.before", "je spred {from}, odkedy sa doklady zapisujú"),
];
