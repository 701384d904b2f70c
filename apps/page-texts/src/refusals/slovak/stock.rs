//! Refusals about the stock.

use super::Text;

pub(super) const TEXTS: &[Text] = &[
    ("stock_field.day", "musí byť medzi rokom {first} a dneškom, {today}"),
    ("stock_field.other_kind", "ostáva {kind}"),
    ("stock_field.no_target", "pri prevode treba vyplniť"),
    ("stock_field.same_warehouse", "je sklad, z ktorého sa vydáva"),
    ("stock_field.not_a_transfer", "patrí k prevodu, nie k dokladu {kind}"),
    ("stock_field.no_lines", "musí mať aspoň jeden riadok"),
    ("stock_field.too_many_lines", "riadkov môže byť najviac {most}"),
    ("stock_field.counted_twice", "je spočítané už na inom riadku"),
    ("stock_field.cost_of_issue", "patrí k príjmu: vydáva sa v priemernej cene"),
    ("stock_field.other_unit", "ostáva {unit}: zásoba sa v nej počíta"),
    (
        "stock.too_low",
        "{asked} {unit} položky {name} sa nedá vydať: na sklade je {there} a položka nesmie ísť pod nulu",
    ),
    ("stock.confirmed", "doklad je potvrdený ako {number} a už sa nemení"),
    ("stock.stale", "doklad medzitým niekto zmenil: načítajte ho znova"),
    ("stock.count_open", "iná inventúra tohto skladu je koncept: najprv ju potvrďte alebo vymažte"),
    ("stock.too_much", "množstvo alebo jeho hodnota by bola väčšia, než sa dá viesť"),
    ("stock.missing", "položka alebo sklad tu nie je"),
];
