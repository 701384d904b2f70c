//! The VAT classification of a line (`classificationVAT`), with the default codes of Pohoda. Its Slovak and its Czech
//! version differ.

use super::posted::charges_foreign_vat;
use crate::{Direction, Entry, Firm, VatLine};
use party_identifiers::VatState;
use xml::Writer;

/// The classification of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Supply {
    /// A domestic supply, which is in the return under its rate.
    Inland,
    /// A supply that is not in the return: out of scope, taxed elsewhere, or taxed by the buyer with a document of
    /// its own.
    LeftOut,
    /// A code from Pohoda's list.
    Code(&'static str),
}

impl Supply {
    /// The classification by the category (UNCL5305) and the country of the partner.
    pub fn of(entry: &Entry, line: &VatLine, firm: &Firm) -> Self {
        match (entry.direction, line.category.as_str()) {
            (Direction::Received, "S") if charges_foreign_vat(entry, firm) => Supply::LeftOut,
            // a reverse charge is taxed by an internal document of the buyer, not by the invoice
            (Direction::Received, "AE" | "K" | "G" | "E" | "O") => Supply::LeftOut,
            (Direction::Issued, category) => Self::issued(category, &entry.partner.country, firm),
            (Direction::Received, _) => Supply::Inland,
        }
    }

    fn issued(category: &str, buyer: &str, firm: &Firm) -> Self {
        let is_czech = firm.country == "CZ";
        let is_domestic = buyer.is_empty() || buyer == firm.country;
        match category {
            "AE" if is_domestic => Supply::Code(if is_czech { "UDpdp" } else { "UN§69" }),
            // a service that is taxed in another member state, for the recapitulative statement
            "AE" if is_member_state(buyer) && !is_czech => Supply::Code("UDzahrSl"),
            "AE" | "O" => Supply::LeftOut,
            "K" => Supply::Code("UDdodEU"),
            "G" => Supply::Code(if is_czech { "UVzboží" } else { "UNodpS" }),
            "E" if is_czech => Supply::LeftOut,
            "E" => Supply::Code("UNodpBez"),
            _ => Supply::Inland,
        }
    }

    /// Writes the classification.
    pub fn write(self, writer: &mut Writer) {
        writer.group("inv:classificationVAT", &[], |writer| match self {
            Supply::Inland => writer.leaf("typ:classificationVATType", &[], "inland"),
            Supply::LeftOut => writer.leaf("typ:classificationVATType", &[], "nonSubsume"),
            Supply::Code(code) => writer.leaf("typ:ids", &[], code),
        });
    }
}

fn is_member_state(country: &str) -> bool {
    VatState::all().iter().any(|state| state.prefix != "XI" && state.country == country)
}
