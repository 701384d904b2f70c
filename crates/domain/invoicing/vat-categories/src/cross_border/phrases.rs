//! Set phrases of cross-border supplies, and how a text is compared with them.
//!
//! A phrase is a row of words without diacritics. `a|b` is either word, `ab*` any word that
//! begins so, `~` up to four words that are no negation, `!a|b` a next word other than these;
//! a leading `=` means that the phrase is the whole text.

use super::evidence::{Evidence, NEGATIONS, taken_back};
use crate::TaxTreatment::{
    self, ExportGoods, IntraEuGoods, IntraEuTransfer, IntraEuTriangulation, ReverseChargeService,
};
use crate::words::{Word, fits_any};

/// The tables in the order they are tried: the particular before the general.
const TABLES: [(TaxTreatment, &[&str]); 6] = [
    (IntraEuTriangulation, TRIANGULATION),
    (IntraEuTransfer, TRANSFER),
    (ReverseChargeService, INTRA_EU_SERVICES),
    (IntraEuGoods, INTRA_EU_GOODS),
    (ExportGoods, EXPORT),
    (ReverseChargeService, REVERSE_CHARGE),
];

const TRIANGULATION: &[&str] = &[
    // Slovak, Czech
    "trojstrann*|tristrann* obchod*|transakc*|dodan*|dodavk*",
    "obchod* trojstrann*|tristrann*",
    "trojuholnik* obchod*|transakc*",
    "trojuholnikov* obchod*|transakc*",
    "triangulacn* obchod*|transakc*",
    // English
    "triangular trad*|transaction*|sale*|suppl*|deal*|operation*|arrangement*|simplif*",
    "eu|ec|vat|community triangulation",
    "triangulation ~ simplif*|suppl*|eu|ec|article|art|vat|member",
    "=triangulation",
    // German
    "dreiecksgeschaft*|dreiecksgeschaeft*",
];

const TRANSFER: &[&str] = &[
    "premiestn* vlastn* tovar*|majetk*",
    "premisten* vlastn* zboz*|majetk*",
    "premiestn*|premisten*|presun* ~ tovar*|zboz*|majetk* ~ clensk*",
    "presun* vlastn* tovar*|zboz*",
    "transfer* of own goods|stock",
    "transfer* ~ own goods",
    "own goods ~ transfer*",
    "transfer* ~ goods ~ member",
    "intra community|eu|union transfer*",
    "intracommunity transfer*",
    "innergemeinschaft* verbring*",
    "verbring* ~ mitgliedst*",
];

const INTRA_EU_SERVICES: &[&str] = &[
    "sluzb*|sluzieb ~ do|v in*|jin* clensk* stat*",
    "intrakomunit* sluzb*|poskytnut*|plneni*",
    "intra community|eu|union service*",
    "intra community|eu|union suppl* of services",
    "intracommunity suppl* of services",
    "intracommunity service*",
    "innergemeinschaft* ~ dienstleistung*|leistung*",
];

const INTRA_EU_GOODS: &[&str] = &[
    // Slovak, Czech
    "dodan*|dodav*|predaj*|prodej* ~ tovar*|zboz* ~ clensk* stat*|krajin*|zem*",
    "tovar*|zboz* ~ do|v in*|jin* clensk* stat*",
    "dodan*|dodav* ~ do|v in*|jin* clensk* stat*",
    "dodan*|dodav*|predaj*|prodej* ~ tovar*|zboz* do eu|es|unie|europskej|evropske",
    "dodan*|dodav*|predaj*|prodej* ~ ramci eu|es|unie|europskej|evropske|spolocenst*|spolecenst*",
    "dodan*|dodav* do eu|es|unie|europskej|evropske",
    "intrakomunit* dodan*|dodav*|plneni*|obchod*|nadobud*|transakc*|porizen*",
    "intra komunit* dodan*|dodav*",
    "vnutrokomunit* dodan*|dodav*",
    "nadobud* tovar* ~ clensk* stat*",
    "porizen* zboz* ~ clensk* stat*",
    "=intrakomunit*",
    // English
    "intra community|eu|ec|union suppl*|deliver*|sale*|dispatch*|transaction*|acquisition*",
    "intracommunity suppl*|deliver*|sale*|dispatch*|transaction*|acquisition*",
    "suppl*|deliver*|sale* ~ goods ~ another|other|different ~ member",
    "goods ~ to|into|in another|other|different ~ member",
    "suppl*|deliver*|sale* of goods within ~ eu|union|community",
    "exempt* intra community|eu|union",
    // German
    "innergem* ~ lieferung*|warenlieferung*|warenverkehr*",
    "innergem* erwerb*",
    "steuerfrei* ~ innergem*",
    "ig|i lieferung*",
    "i g lieferung*",
    "=igl",
    "lieferung* ~ ander*|ubrig*|uebrig* ~ mitgliedst*|eu|gemeinschaftsgebiet*",
    "eu lieferung*",
    // any
    "vatex eu ic",
];

const EXPORT: &[&str] = &[
    // Slovak, Czech
    "vyvoz* tovar*|zboz*",
    "vyvez* tovar*|zboz*",
    "tovar*|zboz* ~ vyvezen*",
    "vyvoz|vyvozu|vyvoze|vyvozom|vyvozem|export* ~ tretich|treti|tretej|tretieho|tretiho",
    "vyvoz|vyvozu|vyvoze|vyvozom|vyvozem|export* mimo",
    "vyvoz|vyvozu|vyvoze|vyvozom|vyvozem do !csv|excel*|pdf|xml|sklad*|system*|zbern*|sbern*|kompost*|cistic*|cov|spalov*",
    "export* tovar*|zboz*",
    "exportn* dodavk*|dodan*|predaj*|prodej*",
    "dodan*|dodav*|predaj*|prodej* ~ tovar*|zboz* ~ mimo|tretich|treti|tretej|tretieho|tretiho",
    "oslobod*|osvoboz* ~ vyvoz|vyvozu|vyvoze|vyvozom|vyvozem !odpad*|zump*|septik*|fekal*|kal*|smet*|udaj*|dat|dat*",
    "oslobod*|osvoboz* ~ export|exportu !udaj*|dat|dat*|softver*|software",
    "bez dph ~ vyvoz|vyvozu|vyvoze|vyvozom|vyvozem !odpad*|zump*|septik*|fekal*|kal*|smet*|udaj*|dat|dat*",
    "vyvoz|export oslobod*|osvoboz*",
    "=vyvoz",
    // English
    "export*|exportation of goods|merchandise|products",
    "export* goods",
    "goods ~ exported ~ outside|third|non|from",
    "goods|supply ~ for export",
    "export suppl*|deliver*|sale*|shipment*",
    "export*|exportation outside|out",
    "export|exports|exported to !csv|excel*|pdf|xml|json|file*|the|a|system*",
    "export* to ~ third|non|outside",
    "0 export|exports !of|data|software",
    "suppl*|deliver*|sale*|dispatch*|ship* ~ outside ~ eu|union|community",
    "exempt*|rated|free|zero ~ export|exports|exportation !of|software|data|module*|licen*|credit*|insurance|consult*|train*|tool*",
    "free export",
    "=export|exports|exportation",
    // German
    "ausfuhrlieferung*|exportlieferung*|ausfuhrumsatz*",
    "ausfuhr von|der ~ waren|gegenstand*|gutern",
    "ausfuhr|export* ~ drittland*|drittstaat*|drittlaend*",
    "steuerfrei*|steuerbefreit* ~ ausfuhr|ausfuhren|export|exporte",
    "lieferung* ~ drittland*|drittstaat*|drittlaend*",
    "=ausfuhr",
    // any
    "vatex eu g",
];

const REVERSE_CHARGE: &[&str] = &[
    // Slovak, Czech
    "prenes*|prenos*|prevod*|prechod* danov* povinnost*",
    "danov* povinnost* ~ prenes*|prenos*|prenas*|prechadza|prechazi|presl*",
    "prenes* dan|dane|dani|dph",
    "prenos* dan|dane|dani|dph",
    "rezim* prenes*|prenos*",
    "rezim* pdp",
    "samozdan*|samovymer*",
    "=rc",
    "=pdp",
    "dan|dph ~ odved*|odvad*|odviest|odvest|zaplat*|plat*|prizn*|uhrad*|zuctuje ~ zakaznik*|odberatel*|prijemc*|prijemca|kupujuc*|kupujic*|nadobudatel*",
    "zakaznik*|odberatel*|prijemc*|kupujuc*|kupujic*|nadobudatel* ~ odved*|odvad*|odviest|odvest|zaplat*|plat*|prizn* dan|dph",
    "povinn*|povinnost platit|zaplatit|odviest|odvest|priznat dan|dph ~ zakaznik*|odberatel*|prijemc*|kupujuc*|kupujic*|nadobudatel*",
    "zakaznik*|odberatel*|prijemc*|kupujuc*|kupujic* ~ povinn* ~ dan|dph|dane",
    "vysi dan* ~ povin* ~ doplnit|priznat",
    // English
    "revers* charg*",
    "reversecharge*",
    "reverse|reversed vat",
    "charge reversal",
    "vat|tax ~ account*|paid|payable|due|borne|assessed|settled ~ by ~ recipient*|customer*|buyer*|purchaser*|client*",
    "vat|tax due|payable from ~ recipient*|customer*|buyer*|purchaser*|client*",
    "recipient*|customer*|buyer*|purchaser*|client* ~ account*|liable|responsible ~ vat|tax",
    "liab* ~ vat|tax ~ recipient*|customer*|buyer*|purchaser*",
    "vat|tax liability ~ transfer*|shift*|recipient*|customer*|buyer*",
    "transfer*|shift* ~ vat|tax liability",
    "self assess*|accounting ~ vat|tax",
    // German
    "steuerschuldnerschaft*",
    "ubergang|uebergang der steuerschuld*",
    "umkehr* der steuerschuld*",
    "steuerschuld* ~ leistungsempf*|empfanger*|rechnungsempf*|kunden",
    "leistungsempf*|rechnungsempf* ~ schuldet|schuldner*|steuerschuldner*",
    "vatex eu ae",
];

const GAP: usize = 4;

/// The first phrase that stands in the text and is not taken back.
pub(super) fn find(words: &[Word]) -> Option<Evidence> {
    TABLES.iter().find_map(|(treatment, table)| {
        table.iter().find_map(|phrase| find_phrase(*treatment, phrase, words))
    })
}

fn find_phrase(treatment: TaxTreatment, phrase: &str, words: &[Word]) -> Option<Evidence> {
    let (phrase, whole) = phrase.strip_prefix('=').map_or((phrase, false), |rest| (rest, true));
    let pattern: Vec<&str> = phrase.split(' ').collect();
    let evidence = (0..words.len()).find_map(|first| {
        let count = length_of_match(&pattern, &words[first..])?;
        (!taken_back(words, first)).then_some(Evidence { treatment, first, count })
    })?;
    (!whole || evidence.count == words.len()).then_some(evidence)
}

/// How many words at the beginning of `words` the pattern takes, if it fits there.
fn length_of_match(pattern: &[&str], words: &[Word]) -> Option<usize> {
    let Some((&element, rest)) = pattern.split_first() else { return Some(0) };
    if element == "~" {
        return (0..=gap_limit(words))
            .find_map(|skip| Some(skip + length_of_match(rest, &words[skip..])?));
    }
    let word = words.first();
    if let Some(barred) = element.strip_prefix('!') {
        let clear = !word.is_some_and(|word| fits_any(barred, &word.text));
        return if clear { length_of_match(rest, words) } else { None };
    }
    word.filter(|word| fits_any(element, &word.text))?;
    Some(1 + length_of_match(rest, &words[1..])?)
}

/// How many words a gap may skip here: it does not reach over a negation.
fn gap_limit(words: &[Word]) -> usize {
    let reach = &words[..GAP.min(words.len())];
    let negation = reach.iter().position(|word| fits_any(NEGATIONS, &word.text));
    negation.unwrap_or(reach.len())
}
