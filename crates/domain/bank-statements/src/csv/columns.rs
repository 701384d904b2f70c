//! What the columns of the banks are called.

use super::rows::Row;
use crate::Place;

/// What a column holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Column {
    BookedOn,
    /// Signed, or beside a direction.
    Amount,
    Credit,
    Debit,
    Direction,
    Currency,
    VariableSymbol,
    ConstantSymbol,
    SpecificSymbol,
    CounterpartyAccount,
    /// The bank's code, where the account is written without it.
    CounterpartyBank,
    CounterpartyName,
    Message,
    /// `/VS…/SS…/KS…`
    PayerReference,
    BankReference,
    OwnAccount,
}

/// The names of each column, folded; the first that a file has is taken.
const NAMES: [(Column, &[&str]); 16] = [
    (
        Column::BookedOn,
        &[
            "datum zauctovania",
            "datum zauctovania transakcie",
            "datum uctovania",
            "zauctovane",
            "datum spracovania",
            "booking date",
            "datum",
            "datum pohybu",
            "datum transakcie",
            "datum realizacie",
            "datum uskutocnenia transakcie",
            "datum valuty",
            "datum splatnosti",
            "date",
        ],
    ),
    (
        Column::Amount,
        &[
            "suma",
            "suma transakcie",
            "suma v mene uctu",
            "objem",
            "ciastka",
            "castka",
            "obrat",
            "amount",
        ],
    ),
    (Column::Credit, &["kredit", "prijem", "prijmy", "pripisane", "credit", "suma kredit"]),
    (Column::Debit, &["debet", "vydaj", "vydaje", "odpisane", "debit", "suma debet"]),
    (
        Column::Direction,
        &[
            "kredit/debet",
            "debet/kredit",
            "k/d",
            "d/k",
            "smer",
            "smer platby",
            "credit/debit",
            "debet / kredit",
        ],
    ),
    (Column::Currency, &["mena", "mena transakcie", "mena uctu", "currency"]),
    (
        Column::VariableSymbol,
        &["vs", "variabilny symbol", "var. symbol", "var.symbol", "variable symbol"],
    ),
    (
        Column::ConstantSymbol,
        &["ks", "konstantny symbol", "konst. symbol", "konst.symbol", "constant symbol"],
    ),
    (
        Column::SpecificSymbol,
        &["ss", "specificky symbol", "spec. symbol", "spec.symbol", "specific symbol"],
    ),
    (
        Column::CounterpartyAccount,
        &[
            "protiucet",
            "iban protiuctu",
            "cislo protiuctu",
            "protiucet iban",
            "iban partnera",
            "ucet partnera",
            "cislo uctu partnera",
            "iban protistrany",
            "ucet protistrany",
            "cislo uctu protistrany",
            "cislo uctu platitela/prijemcu",
            "ucet platitela/prijemcu",
            "partner iban",
        ],
    ),
    (
        Column::CounterpartyBank,
        &[
            "kod banky",
            "banka protistrany",
            "kod banky partnera",
            "kod banky protistrany",
            "kod banky protiuctu",
        ],
    ),
    (
        Column::CounterpartyName,
        &[
            "nazov protiuctu",
            "nazov partnera",
            "nazov protistrany",
            "meno protistrany",
            "protistrana",
            "platitel/prijemca",
            "protiucet - nazov",
            "nazov uctu partnera",
            "partner name",
        ],
    ),
    (
        Column::Message,
        &[
            "sprava pre prijimatela",
            "sprava pre prijemcu",
            "informacia pre prijemcu",
            "informacia pre prijimatela",
            "doplnujuce informacie",
            "doplnujuci udaj",
            "ucel platby",
            "poznamka",
            "popis transakcie",
            "popis",
            "message",
        ],
    ),
    (
        Column::PayerReference,
        &[
            "referencia platitela",
            "referencia",
            "e2e referencia",
            "end to end",
            "platobna referencia",
        ],
    ),
    (
        Column::BankReference,
        &[
            "id pohybu",
            "id transakcie",
            "referencia banky",
            "bankova referencia",
            "cislo transakcie",
            "transaction id",
        ],
    ),
    (
        Column::OwnAccount,
        &[
            "moj ucet",
            "iban uctu",
            "vlastny ucet",
            "cislo vlastneho uctu",
            "ucet",
            "cislo uctu",
            "iban",
            "nazov uctu iban",
        ],
    ),
];

/// Whether money came or went.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Direction {
    Credit,
    Debit,
}

/// What a bank writes of the direction.
pub(super) fn direction(text: &str) -> Option<Direction> {
    match folded(text).as_str() {
        "kredit" | "k" | "c" | "cr" | "crdt" | "credit" | "prijem" | "prijata platba" | "+" => {
            Some(Direction::Credit)
        }
        "debet" | "d" | "dr" | "dbit" | "debit" | "vydaj" | "odoslana platba" | "-" => {
            Some(Direction::Debit)
        }
        _ => None,
    }
}

/// Lower case without diacritics, and without what some banks put around a name.
pub(super) fn folded(text: &str) -> String {
    let text = vat_categories::folded(text);
    let text = text.trim().trim_start_matches('#').trim_end_matches(':');
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Where each column is.
#[derive(Debug)]
pub(super) struct Columns {
    /// The line that names them.
    pub(super) line: u32,
    places: Vec<(Column, usize, String)>,
}

impl Columns {
    /// The columns that a row names, if it names those that a statement needs.
    pub(super) fn of(row: &Row) -> Option<Self> {
        let cells: Vec<_> = row.cells.iter().map(|cell| folded(cell)).collect();
        let place = |names: &[&str]| {
            names.iter().find_map(|name| cells.iter().position(|cell| cell == name))
        };
        let places: Vec<_> = NAMES
            .iter()
            .filter_map(|(column, names)| {
                let at = place(names)?;
                Some((*column, at, row.cells[at].trim().to_owned()))
            })
            .collect();
        let columns = Self { line: row.line, places };
        let needed = columns.has(Column::BookedOn)
            && (columns.has(Column::Amount) || columns.has(Column::Credit));
        needed.then_some(columns)
    }

    /// How many are known.
    pub(super) const fn known(&self) -> usize {
        self.places.len()
    }

    pub(super) fn has(&self, column: Column) -> bool {
        self.places.iter().any(|(known, _, _)| *known == column)
    }

    /// What stands in the column, if anything does.
    pub(super) fn cell<'a>(&self, row: &'a Row, column: Column) -> Option<&'a str> {
        let (_, at, _) = self.places.iter().find(|(known, _, _)| *known == column)?;
        row.cells.get(*at).map(|cell| cell.trim()).filter(|cell| !cell.is_empty())
    }

    pub(super) fn place(&self, row: &Row, column: Column) -> Place {
        let known = self.places.iter().find(|(known, _, _)| *known == column);
        known.map_or(Place::Text { line: row.line, column: 1 }, |(_, at, name)| Place::Cell {
            line: row.line,
            cell: at + 1,
            name: name.clone(),
        })
    }
}
