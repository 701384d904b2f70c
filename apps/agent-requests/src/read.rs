use super::{
    field::Field,
    json::{Found, parse},
};

/// Reads a request.
///
/// # Errors
/// Everything that is wrong with it.
pub fn read<R: Field>(body: &[u8]) -> Result<R::Value, Found> {
    let mut found = Found::new();
    match R::read(&parse(body)?, &mut found) {
        Some(request) if found.is_empty() => Ok(request),
        _ => Err(found),
    }
}

/// The same of a body that may be left out, or be null.
pub fn read_optional<R: Field<Value: Default>>(body: &[u8]) -> Result<R::Value, Found> {
    if is_left_out(body) {
        return Ok(R::Value::default());
    }
    read::<R>(body)
}

/// The same of a body that may be left out, or be null, for a use case that adds to what is wrong.
pub fn read_optional_with_violations<R: Field<Value: Default>>(body: &[u8]) -> (R::Value, Found) {
    match is_left_out(body) {
        true => (R::Value::default(), Found::new()),
        false => read_with_violations::<R>(body),
    }
}

fn is_left_out(body: &[u8]) -> bool {
    matches!(body.trim_ascii(), b"" | b"null")
}

/// Reads what can be read, for a use case that adds to what is wrong.
pub fn read_with_violations<R: Field<Value: Default>>(body: &[u8]) -> (R::Value, Found) {
    let mut found = Found::new();
    match parse(body) {
        Ok(value) => (R::read(&value, &mut found).unwrap_or_default(), found),
        Err(found) => (R::Value::default(), found),
    }
}
