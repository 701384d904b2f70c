//! Refusals about the stock.

use super::sentence::Sentence;

pub(super) const SENTENCES: &[Sentence] = &[
    ("stays {}: its stock is counted in it", "ostáva {}: zásoba sa v nej počíta"),
    ("stays {}", "ostáva {}"),
    ("must lie between {} and today, {}", "musí byť medzi rokom {} a dneškom, {}"),
    ("is required of a transfer", "pri prevode treba vyplniť"),
    ("is the warehouse that it is taken from", "je sklad, z ktorého sa vydáva"),
    ("is of a transfer, not of a {}", "patrí k prevodu, nie k dokladu {}"),
    ("must have at least 1 line", "musí mať aspoň jeden riadok"),
    ("must have at most {} lines", "riadkov môže byť najviac {}"),
    ("is counted on another line already", "je spočítané už na inom riadku"),
    (
        "is of what comes: what is taken is taken at average cost",
        "patrí k príjmu: vydáva sa v priemernej cene",
    ),
    (
        "{} {} of {} cannot be taken: {} are there, and the item must not go below zero",
        "{} {} položky {} sa nedá vydať: na sklade je {} a položka nesmie ísť pod nulu",
    ),
    (
        "the document is confirmed as {} and stays as it is",
        "doklad je potvrdený ako {} a už sa nemení",
    ),
    (
        "another count of this warehouse is a draft: confirm or delete it first",
        "iná inventúra tohto skladu je koncept: najprv ju potvrďte alebo vymažte",
    ),
    (
        "the quantity or its value would be larger than a level of the stock holds",
        "množstvo alebo jeho hodnota by bola väčšia, než sa dá viesť",
    ),
    ("an item or a warehouse is not there", "položka alebo sklad tu nie je"),
    ("another item has it", "má ho iná položka"),
    ("another warehouse has it", "má ho iný sklad"),
    ("is archived", "je vyradené"),
    ("must be that of the stock item, {}", "musí byť jednotka skladovej položky, {}"),
    ("is more than there is in the warehouse: {} {}", "je viac, než je na sklade: {} {}"),
    (
        "is of an invoice: what goes back is a stock document of its own",
        "patrí k faktúre: čo sa vracia, má vlastný skladový doklad",
    ),
    ("is required: there is no warehouse in use", "treba vyplniť: žiadny sklad tu nie je"),
    ("is of a line that names stock_item_id", "patrí k riadku so skladovou položkou"),
    ("is of a line that names stockItemId", "patrí k riadku so skladovou položkou"),
];
