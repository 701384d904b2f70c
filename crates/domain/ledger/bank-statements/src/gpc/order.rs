//! The order of the sixteen digits of an account: plain (prefix, number), or the internal one of ABO, in
//! which Komerční banka, Fio and others write them.

use super::record::Record;

/// How the digits are ordered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Order {
    Plain,
    Internal,
}

/// Where each plain digit stands in the internal order, from 0.
const INTERNAL: [usize; 16] = [10, 11, 12, 13, 14, 15, 4, 5, 6, 7, 8, 3, 9, 1, 2, 0];

/// Weights of prefix and number: their sums are divisible by eleven (decree of the central banks on
/// account numbers).
const WEIGHTS: [u32; 16] = [10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2, 1];

impl Order {
    /// The order of the own account, and the other one where both would be accounts.
    pub(super) fn of_own(own: &str, of_others: Option<Self>) -> (Self, Option<Self>) {
        match (Self::Plain.fits(own), Self::Internal.fits(own)) {
            (false, true) => (Self::Internal, None),
            (true, true) if of_others == Some(Self::Internal) => {
                (Self::Internal, Some(Self::Plain))
            }
            (true, true) if Self::Internal.plain(own) != own => (Self::Plain, Some(Self::Internal)),
            _ => (Self::Plain, None),
        }
    }

    /// The order in which more of the other accounts are accounts; none where as many are in both.
    pub(super) fn of_others(records: &[Record<'_>]) -> Option<Self> {
        let accounts = records.iter().filter(|record| record.kind == "075");
        let accounts = accounts.map(|record| record.text(20, 16)).filter(|a| a.len() == 16);
        let fit = |order: Self| accounts.clone().filter(|account| order.fits(account)).count();
        match fit(Self::Plain).cmp(&fit(Self::Internal)) {
            std::cmp::Ordering::Less => Some(Self::Internal),
            std::cmp::Ordering::Equal => None,
            std::cmp::Ordering::Greater => Some(Self::Plain),
        }
    }

    /// `19-2000145399` of the digits.
    pub(super) fn number(self, digits: &str) -> String {
        let plain = self.plain(digits);
        let (prefix, number) = plain.split_at_checked(6).unwrap_or(("", &plain));
        let (prefix, number) = (prefix.trim_start_matches('0'), number.trim_start_matches('0'));
        if prefix.is_empty() { number.to_owned() } else { format!("{prefix}-{number}") }
    }

    fn plain(self, digits: &str) -> String {
        match self {
            Self::Plain => digits.to_owned(),
            Self::Internal => {
                let bytes = digits.as_bytes();
                INTERNAL.iter().filter_map(|at| bytes.get(*at).copied().map(char::from)).collect()
            }
        }
    }

    /// Whether prefix and number are those of an account.
    fn fits(self, digits: &str) -> bool {
        let plain = self.plain(digits);
        let digital = plain.len() == 16 && plain.bytes().all(|b| b.is_ascii_digit());
        let sum = |part: std::ops::Range<usize>| -> u32 {
            let digits = plain.as_bytes()[part.clone()].iter().map(|b| u32::from(b - b'0'));
            digits.zip(&WEIGHTS[part]).map(|(digit, weight)| digit * weight).sum()
        };
        digital
            && sum(0..6).is_multiple_of(11)
            && sum(6..16).is_multiple_of(11)
            && plain[6..] != *"0000000000"
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_are_put_into_their_order() {
        for (order, digits, expected) in [
            (Order::Plain, "0000192000145399", "19-2000145399"),
            (Order::Plain, "0000002100000000", "2100000000"),
            // an account of Fio as its files have it
            (Order::Internal, "2389210008000000", "2100098382"),
        ] {
            assert_eq!(order.number(digits), expected, "{digits}");
            assert!(order.fits(digits) || digits == "0000002100000000", "{digits}");
        }
        assert!(!Order::Plain.fits("2389210008000000"));
        assert!(!Order::Internal.fits("0000192000145399"));
    }
}
