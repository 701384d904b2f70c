//! What is wrong with a form: at each field, and above the form as a list of links to the fields.

use super::lines::ShownLine;
use crate::{blocks::Field, form::snake, words::Words};
use invoicing::Violations;

/// A fault in the list above the form.
pub(in crate::pages) struct ShownFault {
    pub(in crate::pages) text: String,
    /// The id of the field, where one has it.
    pub(in crate::pages) field: Option<String>,
}

/// All that is wrong, in the order of the form; what no field has comes first. The page opens at the first field.
pub(in crate::pages) fn faults<'a>(
    words: &Words,
    found: &Violations,
    head: impl Iterator<Item = &'a mut Field>,
    lines: &'a mut [ShownLine],
    rest: impl Iterator<Item = &'a mut Field>,
) -> Vec<ShownFault> {
    let fields = head.map(|field| (String::new(), field));
    let of_line = lines.iter_mut().enumerate().flat_map(|(row, line)| {
        let legend = format!("{} {}, ", words.t.line, row + 1);
        line.fields.iter_mut().map(move |field| (legend.clone(), field))
    });
    let rest = rest.map(|field| (String::new(), field));
    let mut at_fields: Vec<ShownFault> = Vec::new();
    let mut said = Vec::new();
    for (legend, field) in fields.chain(of_line).chain(rest) {
        let Some(fault) = &field.fault else { continue };
        field.focus = at_fields.is_empty();
        said.push(fault.clone());
        let text = format!("{legend}{}: {fault}", field.label);
        at_fields.push(ShownFault { text, field: Some(field.id.clone()) });
    }
    let elsewhere =
        found.as_slice().iter().filter(|fault| !said.iter().any(|said| fault.message == **said));
    let shown = elsewhere.map(|fault| {
        let text = words.at(&fault.field, &fault.message);
        ShownFault { text, field: None }
    });
    shown.collect::<Vec<_>>().into_iter().chain(at_fields).collect()
}

/// What is wrong at a path of the API: the form calls `items[1].unitPrice` `items[1].unit_price`.
pub(super) fn fault_at(found: &Violations, path: &str) -> Option<String> {
    let mut faults = found.as_slice().iter();
    faults.find(|fault| snake(&fault.field) == path).map(|fault| fault.message.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use refusals::FieldFault;

    #[test]
    fn faults_find_their_fields() {
        let mut found = Violations::new();
        found.add("items[0].unitPrice", FieldFault::Negative);
        found.add("customer.address.postalCode", FieldFault::Required);
        assert!(fault_at(&found, "items[0].unit_price").is_some());
        assert!(fault_at(&found, "customer.address.postal_code").is_some());
        assert!(fault_at(&found, "items[1].unit_price").is_none());
    }
}
