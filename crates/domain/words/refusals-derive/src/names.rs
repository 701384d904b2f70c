//! Names of kinds and arguments, made of Rust's.

/// What a type's name ends with, and says nothing about its subject.
const ENDINGS: [&str; 6] = ["Refused", "Refusal", "Error", "Failure", "Fault", "Invalid"];

/// Types whose names say nothing about a value.
const PLAIN: [&str; 20] = [
    "String",
    "str",
    "bool",
    "char",
    "u8",
    "u16",
    "u32",
    "u64",
    "usize",
    "i32",
    "i64",
    "Decimal",
    "Date",
    "Duration",
    "OffsetDateTime",
    "Box",
    "Option",
    "Vec",
    "Uuid",
    "Cow",
];

/// `NotIssued` as `not_issued`.
pub(crate) fn snake(name: &str) -> String {
    let mut snake = String::new();
    for c in name.chars() {
        if c.is_uppercase() && !snake.is_empty() && !snake.ends_with('_') {
            snake.push('_');
        }
        snake.extend(c.to_lowercase());
    }
    snake
}

/// `TransitionRefused` as `transition`.
pub(crate) fn subject(type_name: &str) -> String {
    let short = ENDINGS.iter().find_map(|it| type_name.strip_suffix(it));
    snake(short.filter(|it| !it.is_empty()).unwrap_or(type_name))
}

/// What a field without a name is called: `status` for an `InvoiceStatus`, `reason` for an error. `None` of a plain type.
pub(crate) fn of_type(type_name: &str) -> Option<String> {
    let is_reason = type_name == "Reason" || ENDINGS.iter().any(|it| type_name.ends_with(it));
    match type_name {
        _ if PLAIN.contains(&type_name) => None,
        _ if is_reason => Some("reason".to_owned()),
        _ if type_name.ends_with("Status") => Some("status".to_owned()),
        _ => Some(snake(type_name)),
    }
}
