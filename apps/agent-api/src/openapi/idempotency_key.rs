//! The form of an `Idempotency-Key`, which many operations take.

use super::methods::methods;
use utoipa::openapi::{OpenApi, RefOr, path::Parameter, schema::Schema};

/// 1 to 255 printable ASCII characters.
const FORM: &str = "^[\\x20-\\x7e]{1,255}$";

/// Says so of every operation that takes one.
pub(super) fn say_its_form(document: &mut OpenApi) {
    let operations = document.paths.paths.values_mut().flat_map(methods);
    for parameter in operations.filter_map(|operation| operation.parameters.as_mut()).flatten() {
        if let RefOr::T(parameter) = parameter
            && parameter.name == "Idempotency-Key"
        {
            constrain(parameter);
        }
    }
}

fn constrain(parameter: &mut Parameter) {
    if let Some(RefOr::T(Schema::Object(text))) = &mut parameter.schema {
        text.min_length = Some(1);
        text.max_length = Some(255);
        text.pattern = Some(FORM.to_owned());
    }
}
