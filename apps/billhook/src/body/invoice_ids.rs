use super::reader::{Found, Value};
use uuid::Uuid;

/// Ids of a batch at most (Limits, "Batch send").
const MAX_BATCH: usize = 200;

/// Reads `{"invoiceIds":["…"]}`, 1 to 200 ids, none of them twice.
pub fn invoice_ids(body: &Value<'_>, found: &mut Found) -> Option<Vec<Uuid>> {
    let mut o = body.object(found)?;
    let ids = o.take("invoiceIds");
    o.finish(&["invoiceIds"], found);
    let Some(ids) = ids else {
        found.add("invoiceIds", "is required");
        return None;
    };
    read_ids(&ids, found)
}

/// Reads the body of `POST …/batches/send`: nothing, or `{"documentIds":["…"]}`.
pub fn document_ids(body: &Value<'_>, found: &mut Found) -> Option<Option<Vec<Uuid>>> {
    let mut o = body.object(found)?;
    let ids = o.take("documentIds");
    o.finish(&["documentIds"], found);
    match ids {
        None => Some(None),
        Some(ids) => read_ids(&ids, found).map(Some),
    }
}

fn read_ids(value: &Value<'_>, found: &mut Found) -> Option<Vec<Uuid>> {
    let elements = value.array(found)?;
    if !(1..=MAX_BATCH).contains(&elements.len()) {
        value.refuse(found, &format!("must have 1 to {MAX_BATCH} ids"));
        return None;
    }
    let mut ids = Vec::with_capacity(elements.len());
    for element in &elements {
        match element.uuid(found) {
            Some(id) if ids.contains(&id) => element.refuse(found, "is given more than once"),
            Some(id) => ids.push(id),
            None => {}
        }
    }
    (ids.len() == elements.len()).then_some(ids)
}
