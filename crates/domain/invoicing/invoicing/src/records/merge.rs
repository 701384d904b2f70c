//! Merges two contacts of one firm.

use crate::{Firm, Party, SameFirm};

/// Why two contacts are not merged.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error, refusals::Refusal)]
#[error(
    "{first} and {second} are two firms by their numbers (IČO, DIČ, IČ DPH): correct the wrong number first",
    first = .0,
    second = .1
)]
pub struct TwoFirms(String, String);

/// The contact that stays, after the merge: its own fields, and those of the other one that it lacks.
///
/// # Errors
/// [`TwoFirms`] when their numbers contradict each other.
pub fn merged(other: &Party, stays: &Party) -> Result<Party, TwoFirms> {
    if Firm::of(other).same_as(&Firm::of(stays)) == SameFirm::No {
        return Err(TwoFirms(other.name.clone(), stays.name.clone()));
    }
    let (other, stays) = (other.clone(), stays.clone());
    Ok(Party {
        name: stays.name,
        ico: stays.ico.or(other.ico),
        dic: stays.dic.or(other.dic),
        ic_dph: stays.ic_dph.or(other.ic_dph),
        peppol_id: stays.peppol_id.or(other.peppol_id),
        address: stays.address.or(other.address),
        email: stays.email.or(other.email),
        phone: stays.phone.or(other.phone),
        registration: stays.registration.or(other.registration),
        vat_payer: stays.vat_payer || other.vat_payer,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_stays_goes_first_and_gaps_are_filled() {
        let stays =
            Party { email: Some("a@b.sk".into()), ..Party::new("Píla").with_ico("12345678") };
        let other = Party {
            email: Some("old@b.sk".into()),
            phone: Some("+421900000000".into()),
            ..Party::new("PÍLA, s. r. o.").with_ico("12 345 678").with_ic_dph("SK2020202020")
        };
        let expected =
            Party { phone: other.phone.clone(), ..stays.clone().with_ic_dph("SK2020202020") };
        assert_eq!(merged(&other, &stays), Ok(expected));
        // a contact without numbers contradicts none
        assert!(merged(&Party::new("Jej prevádzka"), &stays).is_ok());
        let another = Party::new("Píla").with_ico("87654321");
        assert_eq!(merged(&another, &stays), Err(TwoFirms("Píla".into(), "Píla".into())));
    }
}
