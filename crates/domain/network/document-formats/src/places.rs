//! Where in a request a business term is given.

use crate::Origin;

/// Whose the value is.
enum Of {
    Seller(&'static str),
    Buyer(&'static str),
    Document(&'static str),
}

/// The member of a request, or of the organization, where a term is given; `None` where the invoice decides it.
pub(crate) fn place(term: &str, origin: Origin) -> Option<String> {
    let self_billed = match origin {
        Origin::Issued => false,
        Origin::SelfBilled => true,
        Origin::Elsewhere => return None,
    };
    Some(match of(term)? {
        Of::Document(member) => member.to_owned(),
        Of::Seller(member) => party(member, !self_billed),
        Of::Buyer(member) => party(member, self_billed),
    })
}

/// The organization's own record and the customer of a request name their parts alike.
fn party(member: &str, is_own: bool) -> String {
    format!("{}.{member}", if is_own { "organization" } else { "customer" })
}

fn of(term: &str) -> Option<Of> {
    Some(match term {
        "BT-3" => Of::Document("type"),
        "BT-9" | "BT-20" => Of::Document("due_date"),
        "BT-10" => Of::Document("buyer_reference"),
        "BT-13" => Of::Document("order_number"),
        "BT-22" => Of::Document("note"),
        "BT-72" => Of::Document("delivery_date"),
        "BT-77" => Of::Document("delivery_address.city"),
        "BT-78" => Of::Document("delivery_address.zip"),
        "BT-81" | "BG-16" => Of::Document("payment_method"),
        "BT-84" | "BG-17" => Of::Document("bank_account_id"),
        "BT-5" => Of::Document("currency"),
        "BT-27" => Of::Seller("name"),
        "BT-31" | "BT-32" => Of::Seller("ic_dph"),
        "BT-34" => Of::Seller("dic"),
        "BT-37" => Of::Seller("address.city"),
        "BT-38" => Of::Seller("address.postalCode"),
        "BT-40" => Of::Seller("address.country"),
        "BG-6" | "BT-42" => Of::Seller("phone"),
        "BT-41" => Of::Seller("name"),
        "BT-43" => Of::Seller("email"),
        "BT-44" => Of::Buyer("name"),
        "BT-48" => Of::Buyer("ic_dph"),
        "BT-49" => Of::Buyer("peppol_id"),
        "BT-52" => Of::Buyer("address.city"),
        "BT-53" => Of::Buyer("address.postalCode"),
        "BT-55" => Of::Buyer("address.country"),
        _ => return None,
    })
}
