//! The key that an SMP hands over when a participant moves to another (SML 1.3.0).

const LENGTHS: std::ops::RangeInclusive<usize> = 8..=24;
const SPECIAL: &[u8] = b"@#$%()[]{}*^-!~|+=";

/// Whether a text is a migration key: 8 to 24 characters, at least two each of lower case, upper case,
/// digits and `@#$%()[]{}*^-!~|+=`, and nothing else.
#[must_use]
pub fn is_migration_key(text: &str) -> bool {
    let count = |fits: &dyn Fn(u8) -> bool| text.bytes().filter(|byte| fits(*byte)).count();
    let classes = [
        count(&|byte| byte.is_ascii_lowercase()),
        count(&|byte| byte.is_ascii_uppercase()),
        count(&|byte| byte.is_ascii_digit()),
        count(&|byte| SPECIAL.contains(&byte)),
    ];
    LENGTHS.contains(&text.len())
        && classes.iter().all(|found| *found >= 2)
        && classes.iter().sum::<usize>() == text.len()
}

/// A key of 24 characters from random bytes: two of each class, the rest of any, in an order that the bytes
/// give too.
#[must_use]
pub fn migration_key(random: [u8; 40]) -> String {
    const CLASSES: [&[u8]; 4] = [
        b"abcdefghijkmnopqrstuvwxyz",
        b"ABCDEFGHJKLMNPQRSTUVWXYZ",
        b"23456789",
        b"@#$%()[]{}*^-!~|+=",
    ];
    let mut key: Vec<u8> = (0..24)
        .map(|place| {
            let class = CLASSES[place % CLASSES.len()];
            class[usize::from(random[place]) % class.len()]
        })
        .collect();
    for (place, byte) in random[24..].iter().enumerate() {
        key.swap(place, usize::from(*byte) % 24);
    }
    key.into_iter().map(char::from).collect()
}
