//! Names of elements as small numbers.
//!
//! Each vocabulary is a text file, one local name a line. A [`Name`] is a line's place in all of
//! them together, so that comparing two names is comparing two integers, and a table by name is an
//! array. Names are looked up at compile time: a misspelt one does not compile.

mod lookup;
mod namespace;
pub(crate) mod ubl;

use std::sync::OnceLock;

pub(crate) use lookup::find;
pub(crate) use namespace::{Namespace, NamespaceCache};

/// An element's name: namespace and local name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Name(u16);

/// One namespace's names, in the order of their numbers.
pub(crate) struct Vocabulary {
    pub(crate) namespace: Namespace,
    names: &'static str,
    first: u16,
}

const fn after(previous: &Vocabulary, namespace: Namespace, names: &'static str) -> Vocabulary {
    Vocabulary { namespace, names, first: previous.first + lines(previous.names) }
}

const INVOICE_ROOT: Vocabulary =
    Vocabulary { namespace: Namespace::Invoice, names: "Invoice\n", first: 1 };
const CREDIT_NOTE_ROOT: Vocabulary = after(&INVOICE_ROOT, Namespace::CreditNote, "CreditNote\n");
const CAC: Vocabulary = after(&CREDIT_NOTE_ROOT, Namespace::Cac, include_str!("cac.txt"));
const CBC: Vocabulary = after(&CAC, Namespace::Cbc, include_str!("cbc.txt"));
const EXT: Vocabulary = after(&CBC, Namespace::Ext, include_str!("ext.txt"));
const RSM: Vocabulary = after(&EXT, Namespace::Rsm, include_str!("rsm.txt"));
const RAM: Vocabulary = after(&RSM, Namespace::Ram, include_str!("ram.txt"));
const UDT: Vocabulary = after(&RAM, Namespace::Udt, include_str!("udt.txt"));
const QDT: Vocabulary = after(&UDT, Namespace::Qdt, include_str!("qdt.txt"));
const PXS: Vocabulary = after(&QDT, Namespace::Pxs, include_str!("pxs.txt"));
const TSR: Vocabulary = after(&PXS, Namespace::Tsr, include_str!("tsr.txt"));
const EUSR: Vocabulary = after(&TSR, Namespace::Eusr, include_str!("eusr.txt"));

/// All vocabularies, in the order of their numbers.
static VOCABULARIES: [Vocabulary; 12] =
    [INVOICE_ROOT, CREDIT_NOTE_ROOT, CAC, CBC, EXT, RSM, RAM, UDT, QDT, PXS, TSR, EUSR];

/// How many names there are, the unknown one included.
pub(crate) const NAMES: usize = (EUSR.first + lines(EUSR.names)) as usize;

/// The document element of a UBL invoice.
pub const INVOICE: Name = place(&INVOICE_ROOT, "Invoice");
/// The document element of a UBL credit note.
pub const CREDIT_NOTE: Name = place(&CREDIT_NOTE_ROOT, "CreditNote");

/// A UBL aggregate.
pub const fn cac(local: &str) -> Name {
    place(&CAC, local)
}

/// A UBL basic element.
pub const fn cbc(local: &str) -> Name {
    place(&CBC, local)
}

/// An element of the Cross Industry Invoice's root namespace.
pub(crate) const fn rsm(local: &str) -> Name {
    place(&RSM, local)
}

/// A reusable aggregate's element of the Cross Industry Invoice.
pub(crate) const fn ram(local: &str) -> Name {
    place(&RAM, local)
}

/// An unqualified data type's element.
pub(crate) const fn udt(local: &str) -> Name {
    place(&UDT, local)
}

/// An element of the Slovak tax data document.
pub const fn pxs(local: &str) -> Name {
    place(&PXS, local)
}

/// An element of Peppol's transaction statistics report.
pub const fn tsr(local: &str) -> Name {
    place(&TSR, local)
}

/// An element of Peppol's end-user statistics report.
pub const fn eusr(local: &str) -> Name {
    place(&EUSR, local)
}

/// The names of the reusable aggregates' elements of the Cross Industry Invoice.
pub(crate) fn all_ram() -> impl Iterator<Item = (Name, &'static str)> {
    (RAM.first..).map(Name).zip(RAM.names.lines())
}

impl Name {
    /// An element of no vocabulary known here.
    pub const UNKNOWN: Self = Self(0);

    /// The name with this number, below [`NAMES`].
    pub(crate) const fn of_number(number: u16) -> Self {
        Self(number)
    }

    /// The number, for arrays of [`NAMES`] entries.
    pub(crate) const fn index(self) -> usize {
        self.0 as usize
    }

    /// The local name; nothing for the unknown one.
    pub fn local(self) -> Option<&'static str> {
        locals().get(self.index()).copied().filter(|local| !local.is_empty())
    }

    /// The name as it is usually written, `cac:Party`; nothing for the unknown one.
    pub fn usual(self) -> Option<String> {
        let prefix = self.vocabulary()?.namespace.usual_prefix();
        let local = self.local()?;
        Some(if prefix.is_empty() { local.to_owned() } else { format!("{prefix}:{local}") })
    }

    fn vocabulary(self) -> Option<&'static Vocabulary> {
        VOCABULARIES.iter().rev().find(|v| v.first <= self.0)
    }
}

/// The local names by their numbers; an empty one for the unknown name. Counting lines for each would take longer than a
/// thousand documents do.
fn locals() -> &'static [&'static str] {
    static LOCALS: OnceLock<Vec<&'static str>> = OnceLock::new();
    LOCALS.get_or_init(|| {
        let known = VOCABULARIES.iter().flat_map(|vocabulary| vocabulary.names.lines());
        std::iter::once("").chain(known).collect()
    })
}

const fn lines(text: &str) -> u16 {
    let bytes = text.as_bytes();
    let mut count = 0;
    let mut at = 0;
    while at < bytes.len() {
        if bytes[at] == b'\n' {
            count += 1;
        }
        at += 1;
    }
    count
}

/// Fails to compile for a name that the vocabulary lacks.
const fn place(vocabulary: &Vocabulary, local: &str) -> Name {
    let (text, wanted) = (vocabulary.names.as_bytes(), local.as_bytes());
    let mut at = 0;
    let mut number = vocabulary.first;
    while at < text.len() {
        let mut same = 0;
        while same < wanted.len() && text[at + same] == wanted[same] {
            same += 1;
        }
        if same == wanted.len() && text[at + same] == b'\n' {
            return Name(number);
        }
        while text[at] != b'\n' {
            at += 1;
        }
        at += 1;
        number += 1;
    }
    panic!("no vocabulary has this name")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_found_again_by_its_text() {
        for number in 1..NAMES as u16 {
            let name = Name(number);
            let usual = name.usual().expect("numbered names have a text");
            if usual.contains(':') {
                assert_eq!(Name::of_path_step(&usual), Some(name), "{usual}");
            }
        }
        assert_eq!(cac("TaxTotal").usual().as_deref(), Some("cac:TaxTotal"));
        assert_eq!(Name::UNKNOWN.usual(), None);
        assert_eq!(locals().len(), NAMES);
    }
}
