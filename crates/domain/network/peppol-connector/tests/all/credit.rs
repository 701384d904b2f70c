//! The ledger: never negative, never twice.

use peppol_connector::{
    credit::{
        Balance, CreditError, CreditMove, Credits, Hold, Posting, capture_credit, price,
        release_credit, reserve_credit,
    },
    identifiers::{Network, SubmissionId},
};
use proptest::prelude::*;
use std::collections::BTreeMap;
use uuid::Uuid;

fn id(n: u8) -> SubmissionId {
    SubmissionId(Uuid::from_u128(u128::from(n)))
}

fn balance(available: u64, reserved: u64) -> Balance {
    Balance { available: Credits(available), reserved: Credits(reserved) }
}

fn posted(posting: Result<Posting, CreditError>) -> (CreditMove, Balance, Hold) {
    match posting {
        Ok(Posting::Post { entry, balance, hold }) => (entry.kind, balance, hold),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_send_is_reserved_then_charged_or_given_back() {
    let (kind, after, hold) = posted(reserve_credit(balance(3, 0), Hold::None, id(1), Credits(2)));
    assert_eq!((kind, after), (CreditMove::Reserve, balance(1, 2)));
    let (kind, charged, end) = posted(capture_credit(after, hold, id(1)));
    assert_eq!((kind, charged), (CreditMove::Capture, balance(1, 0)));
    assert_eq!(capture_credit(charged, end, id(1)), Ok(Posting::Done));
    assert_eq!(release_credit(charged, end, id(1)), Err(CreditError::Settled(end)));
    let (kind, back, end) = posted(release_credit(after, hold, id(1)));
    assert_eq!((kind, back), (CreditMove::Release, balance(3, 0)));
    assert_eq!(release_credit(back, end, id(1)), Ok(Posting::Done));
    assert_eq!(capture_credit(back, end, id(1)), Err(CreditError::Settled(end)));
    // once settled it is not reserved again under the same key
    assert_eq!(reserve_credit(back, end, id(1), Credits(2)), Ok(Posting::Done));
}

#[test]
fn too_little_credit_is_said() {
    let error = reserve_credit(balance(1, 5), Hold::None, id(1), Credits(2)).expect_err("short");
    assert_eq!(error, CreditError::Insufficient { needed: Credits(2), available: Credits(1) });
    assert_eq!(error.to_string(), "not enough Peppol credit: 2 needed, 1 available");
}

#[test]
fn the_test_tier_never_pays() {
    assert_eq!(price(Network::Test), Credits(0));
    let free = reserve_credit(balance(0, 0), Hold::None, id(1), price(Network::Test));
    assert_eq!(free, Ok(Posting::Free));
    assert_eq!(capture_credit(balance(0, 0), Hold::None, id(1)), Ok(Posting::Free));
    assert_eq!(release_credit(balance(0, 0), Hold::None, id(1)), Ok(Posting::Free));
    assert_eq!(price(Network::Live), Credits(1));
}

#[test]
fn a_contradictory_ledger_is_not_made_worse() {
    let hold = Hold::Reserved(Credits(2));
    assert_eq!(capture_credit(balance(0, 1), hold, id(1)), Err(CreditError::Inconsistent));
    assert_eq!(release_credit(balance(0, 1), hold, id(1)), Err(CreditError::Inconsistent));
}

proptest! {
    /// Any order of moves, repeated at will: what is free, set aside and charged adds up, and each
    /// key is charged at most its price, once.
    #[test]
    fn credit_adds_up(
        start in 0u64..20,
        moves in prop::collection::vec((0u8..4, 0u8..3, 0u64..4), 0..80),
    ) {
        let mut account = balance(start, 0);
        let mut holds: BTreeMap<u8, Hold> = BTreeMap::new();
        let mut entries: BTreeMap<(u8, u8), u32> = BTreeMap::new();
        let mut charged = 0u64;
        for (key, kind, amount) in moves {
            let hold = holds.get(&key).copied().unwrap_or_default();
            let result = match kind {
                0 => reserve_credit(account, hold, id(key), Credits(amount)),
                1 => capture_credit(account, hold, id(key)),
                _ => release_credit(account, hold, id(key)),
            };
            if let Ok(Posting::Post { entry, balance, hold }) = result {
                if entry.kind == CreditMove::Capture {
                    charged += entry.amount.0;
                }
                *entries.entry((key, kind)).or_default() += 1;
                account = balance;
                holds.insert(key, hold);
            }
            prop_assert_eq!(account.available.0 + account.reserved.0 + charged, start);
        }
        prop_assert!(entries.values().all(|count| *count == 1));
        for key in 0..4 {
            prop_assert!(!(entries.contains_key(&(key, 1)) && entries.contains_key(&(key, 2))));
        }
    }
}
