//! What banks write beside a movement, by language: whether money came or went, and whether it moved at all. All words
//! are folded; one with a star is the beginning of a word.

use super::heading::words;

/// The words of a language. What was undone goes before what was booked: `neúspešná`, `úspešná`.
struct Language {
    credit: &'static [&'static str],
    debit: &'static [&'static str],
    /// What the bank takes for itself.
    fee: &'static [&'static str],
    undone: &'static [&'static str],
    pending: &'static [&'static str],
    /// Kinds of movements that only hold money until it moves.
    held: &'static [&'static str],
    /// What makes of a state one that is still to come: `nie je zaúčtovaná`, `to be booked`.
    puts_off: &'static [&'static str],
    booked: &'static [&'static str],
    /// Answers where a column asks whether.
    yes: &'static [&'static str],
    no: &'static [&'static str],
    /// Words beside a direction that say nothing of it.
    beside: &'static [&'static str],
}

const SLOVAK_AND_CZECH: Language = Language {
    credit: &[
        "kredit*",
        "k",
        "prijem*",
        "prijm*",
        "prijat*",
        "prichadzaj*",
        "prichod*",
        "prichoz*",
        "pripis*",
        "pripsan*",
        "prospech",
        "dal",
    ],
    debit: &[
        "debet*",
        "vydaj*",
        "vydav*",
        "vydej*",
        "odoslan*",
        "odeslan*",
        "odchadzaj*",
        "odchod*",
        "odchoz*",
        "odpis*",
        "odeps*",
        "tarchu",
        "vrub",
        "md",
    ],
    fee: &["poplat*"],
    undone: &[
        "zamiet*", "zrus*", "neusp*", "odmiet*", "storn*", "vrat*", "vracen*", "nevykon*",
        "nereal*", "neprov*",
    ],
    pending: &[
        "caka*",
        "blok*",
        "rezerv*",
        "autoriz*",
        "nezauct*",
        "planov*",
        "prebieha*",
        "nespracov*",
    ],
    held: &["blok*", "predautoriz*", "rezerv*"],
    puts_off: &[
        "nie", "ne", "neni", "nebol*", "bude", "budu", "v", "ve", "na", "sa", "se", "este", "jeste",
    ],
    booked: &[
        "zauct*", "realiz*", "vykon*", "sprac*", "provede*", "uhrad*", "uhraz*", "uspes*",
        "vybav*", "dokonc*", "ukonc*", "ok",
    ],
    yes: &["ano"],
    no: &["nie", "ne"],
    beside: &[
        "platba", "platby", "uhrada", "uhrady", "prevod", "uctu", "v", "ve", "na", "zapis*",
        "polozk*", "transak*", "operac*", "pohyb*", "obrat*", "bezhot*", "okamzit*", "tuzemsk*",
        "zahran*",
    ],
};

const ENGLISH: Language = Language {
    credit: &[
        "credit", "credits", "credited", "c", "cr", "crdt", "cdt", "incoming", "in", "received",
        "plus",
    ],
    debit: &[
        "debit", "debits", "debited", "dr", "db", "dbit", "dbt", "outgoing", "out", "sent", "minus",
    ],
    fee: &["fee", "fees", "charge", "charges", "commission"],
    undone: &[
        "reject*",
        "cancel*",
        "declin*",
        "fail*",
        "revers*",
        "revert*",
        "return*",
        "refund*",
        "chargeback*",
    ],
    pending: &["pending*", "authori*", "schedul*", "waiting*", "processing*"],
    held: &["preauthori*"],
    puts_off: &["not", "to", "be", "will", "yet", "no"],
    booked: &[
        "complet*",
        "booked*",
        "post*",
        "settl*",
        "done*",
        "success*",
        "execut*",
        "processed*",
    ],
    yes: &["yes", "true", "1", "x"],
    no: &["no", "false", "0"],
    beside: &["payment*", "money", "transf*", "paid", "sepa", "instant", "transac*", "entry"],
};

const GERMAN: Language = Language {
    credit: &["haben", "gutschrift*", "eingang*", "zahlungseingang*"],
    debit: &["soll", "lastschrift*", "belastung*", "ausgang*", "zahlungsausgang*"],
    fee: &["gebuhr*", "entgelt*"],
    undone: &["abgelehnt*", "abgebrochen*", "ruck*"],
    pending: &["vorgemerkt*", "ausstehend*"],
    held: &[],
    puts_off: &["nicht", "noch", "wird", "zu"],
    booked: &["gebucht*", "verbucht*"],
    yes: &["ja"],
    no: &["nein"],
    beside: &["uberweisung*", "ueberweisung*", "zahlung"],
};

const HUNGARIAN: Language = Language {
    credit: &["jovairas*", "bejovo*"],
    debit: &["terheles*", "kimeno*"],
    fee: &["dij*", "jutalek*"],
    undone: &["elutas*", "visszavon*"],
    pending: &["fugg*"],
    held: &[],
    puts_off: &["nem", "meg"],
    booked: &["konyv*"],
    yes: &["igen"],
    no: &["nem"],
    beside: &[],
};

const POLISH: Language = Language {
    credit: &["uznani*", "wplyw*", "przychodzac*"],
    debit: &["obciazeni*", "wydatek", "wydatki", "wychodzac*", "winien", "wn"],
    fee: &["oplat*", "prowizj*"],
    undone: &["odrzuc*", "anul*"],
    pending: &["oczek*"],
    held: &[],
    puts_off: &["nie", "w", "do"],
    booked: &["zaksieg*"],
    yes: &["tak"],
    no: &[],
    beside: &["przelew"],
};

const DUTCH: Language = Language {
    credit: &["bij", "bijschrijving*", "ontvangen*"],
    debit: &["af", "afschrijving*"],
    fee: &["kosten"],
    undone: &["teruggeboekt*", "geweigerd*"],
    pending: &["gereserveerd*"],
    held: &[],
    puts_off: &["niet", "nog"],
    booked: &["geboekt*"],
    yes: &["ja"],
    no: &["nee"],
    beside: &[],
};

const FINNISH: Language = Language {
    credit: &["pano*"],
    debit: &["otto*"],
    fee: &["palvelumaksu*"],
    undone: &["hylatty*", "peruutettu*"],
    pending: &["varaus*", "odottaa*"],
    held: &["katevaraus*"],
    puts_off: &["ei"],
    booked: &["kirjattu*"],
    yes: &[],
    no: &[],
    beside: &[],
};

const LANGUAGES: [Language; 7] =
    [SLOVAK_AND_CZECH, ENGLISH, GERMAN, HUNGARIAN, POLISH, DUTCH, FINNISH];

/// What a word may mean.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Meaning {
    Credit,
    Debit,
    Fee,
    Undone,
    Pending,
    Held,
    PutsOff,
    Booked,
    Yes,
    No,
    Beside,
}

impl Language {
    const fn of(&self, meaning: Meaning) -> &'static [&'static str] {
        match meaning {
            Meaning::Credit => self.credit,
            Meaning::Debit => self.debit,
            Meaning::Fee => self.fee,
            Meaning::Undone => self.undone,
            Meaning::Pending => self.pending,
            Meaning::Held => self.held,
            Meaning::PutsOff => self.puts_off,
            Meaning::Booked => self.booked,
            Meaning::Yes => self.yes,
            Meaning::No => self.no,
            Meaning::Beside => self.beside,
        }
    }
}

/// Whether a folded word means this in any language.
pub(super) fn means(word: &str, meaning: Meaning) -> bool {
    let is = |known: &&str| match known.strip_suffix('*') {
        Some(beginning) => word.starts_with(beginning),
        None => word == *known,
    };
    LANGUAGES.iter().flat_map(|language| language.of(meaning)).any(is)
}

/// Whether any word of a text means this.
pub(super) fn any_means(text: &str, meaning: Meaning) -> bool {
    any_mean(&words(text), meaning)
}

/// Whether any of these words means this.
pub(super) fn any_mean(words: &[String], meaning: Meaning) -> bool {
    words.iter().any(|word| means(word, meaning))
}
