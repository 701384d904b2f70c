//! What the pages say, in both languages side by side: a file for each subject. A text that one language lacks does
//! not compile. Each file adds its texts to those before it and hands them to the next. [`refusals`] says why something is
//! refused.

#[macro_use]
mod access;
#[macro_use]
mod checking;
#[macro_use]
mod company;
#[macro_use]
mod frame;
#[macro_use]
mod invoices;
#[macro_use]
mod ledger;
#[macro_use]
mod overview;
#[macro_use]
mod responses;
pub mod refusals;

use invoicing::terms::Term;
use languages::Language;

macro_rules! texts {
    (() $($name:ident: $slovak:literal, $english:literal;)+) => {
        /// The texts of a language.
        pub struct Texts {
            /// The code of the language.
            pub lang: &'static str,
            $(pub $name: &'static str,)+
        }

        const SLOVAK: Texts = Texts { lang: "sk", $($name: $slovak,)+ };
        const ENGLISH: Texts = Texts { lang: "en", $($name: $english,)+ };

        /// The name of each text, with its Slovak and its English.
        pub const ALL: &[(&str, &str, &str)] = &[$((stringify!($name), $slovak, $english),)+];
    };
}

frame_texts! { (overview_texts invoices_texts ledger_texts responses_texts company_texts access_texts checking_texts texts) }

macro_rules! header_labels {
    ({ $( $(#[$doc:meta])* $name:ident $term:ident $member:tt $kind:ident $max:tt; )+ }) => {
        impl Texts {
            /// The label of a text at the head of a document, under the name of that text.
            #[must_use]
            pub const fn header_text(&self, term: Term) -> &'static str {
                match term { $(Term::$term => self.$name,)+ }
            }
        }
    };
}

invoicing::header_texts! { [header_labels] }

impl Texts {
    /// Those of a language: Slovak, or English for all others.
    #[must_use]
    pub const fn of(language: Language) -> &'static Self {
        match language {
            Language::Sk => &SLOVAK,
            Language::Cs | Language::En | Language::De | Language::Hu => &ENGLISH,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Words that are the same in both languages.
    const SAME: [&str; 8] = [
        "download_cii",
        "download_xrechnung_cii",
        "download_xrechnung_ubl",
        "method_online",
        "program",
        "program_kros",
        "program_pohoda_mserver",
        "program_superfaktura",
    ];

    #[test]
    fn no_text_is_missing_or_left_in_the_other_language() {
        for (name, slovak, english) in ALL {
            assert!(!slovak.trim().is_empty() && !english.trim().is_empty(), "{name} is missing");
            assert!(slovak != english || SAME.contains(name), "{name} was not translated");
            let sentence = |text: &str| text.ends_with('.');
            assert_eq!(sentence(slovak), sentence(english), "{name} is a sentence in one only");
        }
    }

    #[test]
    fn no_text_has_letters_of_the_other_language() {
        let quoted = ["IČO", "DIČ", "IČ DPH", "SuperFaktúra", "KROS Fakturácia"];
        for (name, _, english) in ALL {
            let plain = quoted.iter().fold((*english).to_owned(), |text, it| text.replace(it, ""));
            assert!(plain.is_ascii(), "{name}: {english}");
        }
    }
}
