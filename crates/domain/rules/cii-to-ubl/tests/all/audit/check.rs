//! The comparison.

use std::collections::{BTreeMap, HashMap, HashSet};

use cii_to_ubl::{Converted, LossKind};
use roxmltree::Document;
use rust_decimal::Decimal;

use super::leaves::{Leaf, leaves, trim};
use super::table::{How, Row, TABLE};

/// Groups that repeat: the values of one group of the CII have to be in one of the UBL, and the
/// groups in the same order.
const GROUPS: [(&str, &str); 8] = [
    ("ram:IncludedSupplyChainTradeLineItem", "cac:InvoiceLine"),
    ("ram:ApplicableTradeTax", "cac:TaxSubtotal"),
    ("ram:SpecifiedTradeAllowanceCharge", "cac:AllowanceCharge"),
    ("ram:SpecifiedTradeSettlementPaymentMeans", "cac:PaymentMeans"),
    ("ram:InvoiceReferencedDocument", "cac:BillingReference"),
    ("ram:ApplicableProductCharacteristic", "cac:AdditionalItemProperty"),
    ("ram:DesignatedProductClassification", "cac:CommodityClassification"),
    ("ram:SpecifiedTaxRegistration", "cac:PartyTaxScheme"),
];

/// BT-5, which UBL says with each amount.
const CURRENCY: &str =
    "rsm:SupplyChainTradeTransaction/ram:ApplicableHeaderTradeSettlement/ram:InvoiceCurrencyCode";

/// What UBL or BIS Billing 3.0 asks for and CII does not say in so many words.
const GIVEN: [(&str, &str); 9] = [
    ("cac:OrderReference/cbc:ID", "NA"),
    ("cac:PaymentMeans/cac:CardAccount/cbc:NetworkID", "NA"),
    ("cac:AdditionalDocumentReference/cbc:DocumentTypeCode", "50"),
    ("cac:AccountingSupplierParty/cac:Party/cac:PartyIdentification/cbc:ID/@schemeID", "SEPA"),
    ("cac:PayeeParty/cac:PartyIdentification/cbc:ID/@schemeID", "SEPA"),
    ("cac:InvoiceLine/cac:Price/cac:AllowanceCharge/cbc:ChargeIndicator", "false"),
    ("cac:InvoiceLine/cac:Price/cac:AllowanceCharge/cbc:Amount", "0"),
    ("cac:TaxTotal/cbc:TaxAmount", "0"),
    ("cac:PaymentMeans/cbc:PaymentMeansCode", "1"),
];

/// Everything that is not as it should be.
pub fn faults(cii: &[u8], converted: &Converted) -> Vec<String> {
    let text = std::str::from_utf8(cii).expect("UTF-8");
    let cii = Document::parse(text.trim_start_matches('\u{feff}')).expect("the CII is XML");
    let ubl = std::str::from_utf8(&converted.ubl).expect("UTF-8");
    let ubl = Document::parse(ubl).expect("the UBL is XML");
    let mut audit = Audit::new(
        leaves(&cii, GROUPS.map(|(cii, _)| cii)),
        leaves(&ubl, GROUPS.map(|(_, ubl)| ubl)),
    );
    audit.losses(converted);
    audit.carried();
    audit.invented();
    audit.faults
}

/// The paths of the table that none of the documents has.
pub fn unknown_to<'a>(documents: impl Iterator<Item = &'a [u8]>) -> Vec<&'static str> {
    let mut unknown: HashSet<&str> = TABLE.keys().map(String::as_str).collect();
    for document in documents {
        let text = std::str::from_utf8(document).expect("UTF-8");
        let tree = Document::parse(text).expect("XML");
        for leaf in leaves(&tree, GROUPS.map(|(cii, _)| cii)) {
            unknown.remove(bindings_path(&leaf).as_str());
        }
    }
    unknown.into_iter().collect()
}

/// The path by which the table knows a value: a day may be written with either of the two.
fn bindings_path(leaf: &Leaf) -> String {
    leaf.path.replace("qdt:DateTimeString", "udt:DateTimeString")
}

struct Audit {
    cii: Vec<Leaf>,
    ubl: Vec<Leaf>,
    by_path: HashMap<String, Vec<usize>>,
    used: HashSet<usize>,
    /// Of texts made of parts: how many characters came from the CII.
    claimed: HashMap<usize, usize>,
    lost: HashSet<String>,
    /// Whether the last loss only counts the rest.
    cut: bool,
    faults: Vec<String>,
}

impl Audit {
    fn new(cii: Vec<Leaf>, ubl: Vec<Leaf>) -> Self {
        let mut by_path: HashMap<String, Vec<usize>> = HashMap::new();
        for (number, leaf) in ubl.iter().enumerate() {
            by_path.entry(leaf.path.clone()).or_default().push(number);
        }
        Self {
            cii,
            ubl,
            by_path,
            used: HashSet::new(),
            claimed: HashMap::new(),
            lost: HashSet::new(),
            cut: false,
            faults: Vec::new(),
        }
    }

    /// Each loss is of a value that the CII has there.
    fn losses(&mut self, converted: &Converted) {
        let values: HashMap<&str, &str> =
            self.cii.iter().map(|leaf| (leaf.xpath.as_str(), leaf.value.as_str())).collect();
        for loss in &converted.losses {
            if loss.kind == LossKind::More {
                self.cut = true;
                continue;
            }
            let excerpt = loss.value.trim_end_matches('…');
            match values.get(loss.path.as_str()) {
                Some(value) if value.starts_with(excerpt) => {}
                _ => self.faults.push(format!("no such value is to lose: {loss:?}")),
            }
            if !self.lost.insert(loss.path.clone()) {
                self.faults.push(format!("said twice: {loss:?}"));
            }
            if loss.message.is_empty() {
                self.faults.push(format!("no reason: {loss:?}"));
            }
        }
    }

    /// Each value of the CII is lost or found.
    fn carried(&mut self) {
        let ordinals = Ordinals::new(&self.cii, GROUPS.map(|(cii, _)| cii), |leaf| {
            !self.lost.contains(&leaf.xpath)
        });
        let targets = Ordinals::new(&self.ubl, GROUPS.map(|(_, ubl)| ubl), |_| true);
        for number in 0..self.cii.len() {
            let leaf = &self.cii[number];
            if self.lost.contains(&leaf.xpath) {
                continue;
            }
            let rows = TABLE.get(&bindings_path(leaf)).map(Vec::as_slice).unwrap_or_default();
            let same_group =
                |target: usize| ordinals.agree(number, &self.cii, &targets, target, &self.ubl);
            let found = rows.iter().find_map(|row| self.find(leaf, row, &same_group));
            match found {
                Some(Found { used, claimed }) => {
                    self.used.extend(used);
                    for (target, length) in claimed {
                        *self.claimed.entry(target).or_default() += length;
                    }
                }
                None if self.cut => {}
                None => {
                    self.faults.push(format!("lost silently: {} = {:?}", leaf.xpath, leaf.value))
                }
            }
        }
    }

    fn find(&self, leaf: &Leaf, row: &Row, same_group: &dyn Fn(usize) -> bool) -> Option<Found> {
        let there = self.by_path.get(&row.ubl).map(Vec::as_slice).unwrap_or_default();
        let mut anywhere = there.iter().copied();
        let mut there = there.iter().copied().filter(|target| same_group(*target));
        let free = |target: &usize| !self.used.contains(target);
        let equal = |target: &usize| {
            let other = &self.ubl[*target];
            let owners = match (&leaf.owner, &other.owner) {
                (Some(one), Some(other)) => same(one, other),
                _ => true,
            };
            owners && same(&leaf.value, &other.value)
        };
        let one = |target: usize| Found { used: vec![target], claimed: Vec::new() };
        let none = || Found { used: Vec::new(), claimed: Vec::new() };
        match &row.how {
            How::Once => {
                let all: Vec<_> = there.filter(free).filter(equal).collect();
                // 0.00 is rather 0.00 than 0
                let exact = all.iter().find(|target| self.ubl[**target].value == leaf.value);
                exact.or(all.first()).copied().map(one)
            }
            How::EachTime => {
                let used: Vec<_> = there.filter(equal).collect();
                (!used.is_empty()).then_some(Found { used, claimed: Vec::new() })
            }
            How::Echo => there.filter(|target| !free(target)).find(equal).map(|_| none()),
            How::Elsewhere => {
                anywhere.find(|target| !free(target) && equal(target)).map(|_| none())
            }
            How::Is(value) => {
                // the format of a day goes with the day
                let element = leaf.xpath.rsplit_once("/@").map(|(element, _)| element);
                let with_it = element.is_none_or(|element| !self.lost.contains(element));
                (with_it && leaf.value.eq_ignore_ascii_case(value)).then(none)
            }
            How::Like => {
                let mut others = self.cii.iter().filter(|other| other.path == row.ubl);
                others.any(|other| other.value == leaf.value).then(none)
            }
            How::Tax => {
                let taxes: &[&str] = match leaf.value.as_str() {
                    "VA" | "VAT" => &["VAT"],
                    "FC" => &["FC", "TAX"],
                    _ => return None,
                };
                let is_it = |target: &usize| taxes.contains(&self.ubl[*target].value.as_str());
                there.filter(free).find(is_it).map(one)
            }
            How::VatPoint => {
                let code = match leaf.value.as_str() {
                    "5" => "3",
                    "29" => "35",
                    "72" => "432",
                    other => other,
                };
                there.find(|target| self.ubl[*target].value == code).map(one)
            }
            How::Part => self.part(&leaf.value, there),
            How::Subject => self.part(&format!("#{}#", leaf.value), there),
        }
    }

    /// A text that holds a piece.
    fn part(&self, piece: &str, mut there: impl Iterator<Item = usize>) -> Option<Found> {
        let length = signs(piece);
        let target = there.find(|target| {
            let value = &self.ubl[*target].value;
            let claimed = self.claimed.get(target).copied().unwrap_or_default();
            value.contains(piece) && claimed + length <= signs(value)
        })?;
        Some(Found { used: vec![target], claimed: vec![(target, length)] })
    }

    /// Whether it is what the gross price of its line is more than the net price (BT-147).
    fn is_implied_discount(&self, leaf: &Leaf) -> bool {
        const AMOUNT: &str = "cac:AllowanceCharge/cbc:Amount";
        let Some(price) =
            leaf.xpath.strip_suffix(AMOUNT).filter(|price| price.ends_with("cac:Price/"))
        else {
            return false;
        };
        let beside = |path: &str| {
            let xpath = format!("{price}{path}");
            let found = self.ubl.iter().find(|other| other.xpath == xpath)?;
            Decimal::from_str_exact(&found.value).ok()
        };
        let discount = Decimal::from_str_exact(&leaf.value).ok();
        let gross = beside("cac:AllowanceCharge/cbc:BaseAmount");
        let net = beside("cbc:PriceAmount");
        gross.zip(net).is_some_and(|(gross, net)| discount == Some(gross - net))
    }

    /// Each value of the UBL comes from the CII, or is one that UBL asks for.
    fn invented(&mut self) {
        let currency = self.cii.iter().find(|leaf| leaf.path == CURRENCY);
        let currency = currency.map(|leaf| leaf.value.clone()).unwrap_or_default();
        for (number, leaf) in self.ubl.iter().enumerate() {
            if let Some(claimed) = self.claimed.get(&number)
                && *claimed != signs(&leaf.value)
            {
                self.faults.push(format!("says more or less: {} = {:?}", leaf.xpath, leaf.value));
            }
            let is_currency = leaf.path.ends_with("/@currencyID") && leaf.value == currency;
            let is_given = GIVEN.contains(&(leaf.path.as_str(), leaf.value.as_str()));
            let is_given = is_given || self.is_implied_discount(leaf);
            if !self.used.contains(&number) && !is_currency && !is_given {
                self.faults.push(format!("invented: {} = {:?}", leaf.xpath, leaf.value));
            }
        }
    }
}

struct Found {
    used: Vec<usize>,
    claimed: Vec<(usize, usize)>,
}

/// The number of each repeating group among those of its kind that say anything, within its parent.
struct Ordinals {
    names: [&'static str; 8],
    by_xpath: BTreeMap<String, usize>,
}

impl Ordinals {
    fn new(leaves: &[Leaf], names: [&'static str; 8], says: impl Fn(&Leaf) -> bool) -> Self {
        let mut by_xpath = BTreeMap::new();
        let mut next: BTreeMap<String, usize> = BTreeMap::new();
        for leaf in leaves.iter().filter(|leaf| says(leaf)) {
            for name in names {
                let Some(xpath) = leaf.groups.get(name) else { continue };
                let parent = xpath.rsplit_once('/').map_or("", |(parent, _)| parent);
                let counter = next.entry(format!("{parent}/{name}")).or_default();
                by_xpath.entry(xpath.clone()).or_insert_with(|| {
                    *counter += 1;
                    *counter
                });
            }
        }
        Self { names, by_xpath }
    }

    /// Whether two values are in groups of the same numbers, where both are in such.
    fn agree(
        &self,
        number: usize,
        leaves: &[Leaf],
        others: &Ordinals,
        other: usize,
        other_leaves: &[Leaf],
    ) -> bool {
        self.names.iter().zip(others.names).all(|(here, there)| {
            let here = leaves[number].groups.get(here).and_then(|x| self.by_xpath.get(x));
            let there = other_leaves[other].groups.get(there).and_then(|x| others.by_xpath.get(x));
            match (here, there) {
                (Some(here), Some(there)) => here == there,
                _ => true,
            }
        })
    }
}

/// How many characters are no white space.
fn signs(text: &str) -> usize {
    text.chars().filter(|c| !trim(c.encode_utf8(&mut [0; 4])).is_empty()).count()
}

/// Whether two values mean the same: as texts, days, truth values or decimals.
fn same(cii: &str, ubl: &str) -> bool {
    let day = |text: &str| match text.as_bytes() {
        [_, _, _, _, b'-', _, _, b'-', _, _] => text.replace('-', ""),
        _ => text.to_owned(),
    };
    let decimal = |text: &str| {
        let (sign, digits) = match text.strip_prefix('-') {
            Some(digits) => ("-", digits),
            None => ("", text.strip_prefix('+').unwrap_or(text)),
        };
        let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
        let all_digits = !digits.is_empty()
            && (whole.to_owned() + fraction).bytes().all(|byte| byte.is_ascii_digit());
        let (whole, fraction) = (whole.trim_start_matches('0'), fraction.trim_end_matches('0'));
        all_digits.then(|| format!("{sign}{whole}.{fraction}").replace("-.", "."))
    };
    let is_true = |text: &str| match text {
        "1" => "true".to_owned(),
        "0" => "false".to_owned(),
        other => other.to_owned(),
    };
    cii == ubl
        || cii == day(ubl)
        || is_true(cii) == ubl
        || decimal(cii).is_some_and(|number| Some(number) == decimal(ubl))
}
