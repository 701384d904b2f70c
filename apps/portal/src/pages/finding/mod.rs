//! Searches in forms for records of which there may be many: customers, projects, stock items.

mod customers;
mod projects;
mod stock;

pub(in crate::pages) use customers::{Nobody, field, options};
pub(in crate::pages) use projects::{
    LEFT_OUT, NONE, NoProject, options as project_options, project,
};
pub(in crate::pages) use stock::{
    LineStock, found_item, item_options, items, warehouse, warehouse_options,
};

use crate::{
    blocks::{Choice, Choices, Finder},
    form::Form,
    texts::Texts,
};

/// The inputs of a search: the text, and the text for which the options were searched.
#[derive(Clone, Copy)]
struct Search {
    find: &'static str,
    found: &'static str,
}

const CUSTOMER: Search = Search { find: "find", found: "found" };
const PROJECT: Search = Search { find: "find_project", found: "found_project" };
const ITEM: Search = Search { find: "find_item", found: "found_item" };
const WAREHOUSE: Search = Search { find: "find_warehouse", found: "found_warehouse" };
const TO_WAREHOUSE: Search = Search { find: "find_to_warehouse", found: "found_to_warehouse" };

/// The searches other than that for the customer: one in the form, or one in each line, with the fields that they
/// choose for.
const OTHERS: [(Search, &[&str]); 4] = [
    (PROJECT, &["project_id"]),
    (ITEM, &["stock_item_id", "item_id"]),
    (WAREHOUSE, &["warehouse_id"]),
    (TO_WAREHOUSE, &["to_warehouse_id"]),
];

impl Search {
    /// The finder of a field.
    fn finder(self, t: &'static Texts, wanted: &str, found: Choices, href: String) -> Finder {
        let by = match self.find {
            "find" => t.find_by,
            "find_project" => t.name_or_code,
            "find_item" => t.name_or_sku,
            _ => t.name,
        };
        let (name, found_name, wanted) = (self.find, self.found, wanted.to_owned());
        Finder { name, found_name, wanted, found, href, find: t.find, by }
    }

    /// Whether a row has a text that was not searched yet, and nothing chosen.
    fn is_new(self, form: &Form, chosen: &str) -> bool {
        let (mut found, mut chosen) = (form.all(self.found), form.all(chosen));
        form.all(self.find).any(|wanted| {
            let was = found.next().unwrap_or_default();
            let is_chosen = chosen.next().is_some_and(|id| !id.is_empty());
            !wanted.is_empty() && wanted != was && !is_chosen
        })
    }
}

/// Whether a form requests a search: by a button, or by a new text where nothing is chosen or entered. `name` is the
/// field of the customer or supplier.
pub(in crate::pages) fn is_asked(form: &Form, name: &str) -> bool {
    let is_new = form.filled(CUSTOMER.find).is_some_and(|it| it != form.text(CUSTOMER.found));
    let is_nobody = ["name", "supplier.name", name].iter().all(|it| form.filled(it).is_none());
    form.text("do") == "find" || (is_new && is_nobody) || is_other_asked(form)
}

/// The same of a form without a customer.
pub(in crate::pages) fn is_other_asked(form: &Form) -> bool {
    let is_new = |(search, names): &(Search, &[&str])| {
        let name = names.iter().find(|name| form.all(name).next().is_some());
        name.is_some_and(|name| search.is_new(form, name))
    };
    form.text("do") == "find" || OTHERS.iter().any(is_new)
}

/// The results, after the option for no choice. If there is exactly one result and nothing is chosen, it becomes the
/// choice.
fn choices(
    t: &Texts,
    empty: &[(&str, &str)],
    (rows, has_more): (Vec<(String, String)>, bool),
    (wanted, chosen): (&str, &str),
) -> Choices {
    let only = match &rows[..] {
        [(only, _)] if !wanted.is_empty() && chosen.is_empty() => only.clone(),
        _ => chosen.to_owned(),
    };
    let empty = empty.iter().map(|(value, label)| Choice::new(*value, *label, &only));
    let known = rows.iter().map(|(id, label)| Choice::new(&**id, &**label, &only));
    Choices { all: empty.chain(known).collect(), more: has_more.then_some(t.find_more) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_form_looks_for_somebody_when_it_is_asked_to() {
        for (body, expected) in [
            ("do=find&find=pila", true),
            ("do=issue&find=pila&found=", true),
            ("do=issue&find=pila&found=pila", false),
            ("do=issue&find=pila&found=&customer_id=1", false),
            ("do=issue&find=pila&found=&name=Nova", false),
            ("do=issue&find=&found=pila", false),
            ("do=issue", false),
            ("do=issue&customer_id=1&find_project=P&found_project=&project_id=", true),
            ("do=issue&customer_id=1&find_project=P&found_project=&project_id=7", false),
            ("do=issue&customer_id=1&find_project=P&found_project=P&project_id=", false),
        ] {
            assert_eq!(is_asked(&Form::parse(body.as_bytes()), "customer_id"), expected, "{body}");
        }
    }

    #[test]
    fn each_line_looks_for_its_own_item() {
        let line = |wanted, was, item| {
            format!("find_item={wanted}&found_item={was}&stock_item_id={item}&")
        };
        for (lines, expected) in [
            (vec![line("", "", ""), line("stol", "", "")], true),
            (vec![line("stol", "", "7"), line("", "", "")], false),
            (vec![line("stol", "stol", ""), line("lak", "lak", "7")], false),
            (vec![line("stol", "stol", ""), line("lak", "stol", "")], true),
        ] {
            let form = Form::parse(lines.concat().as_bytes());
            assert_eq!(is_other_asked(&form), expected, "{lines:?}");
        }
    }

    #[test]
    fn the_only_one_found_is_chosen() {
        let t = Texts::of(api_http::visitors::Language::Slovak.written());
        let chosen = |rows: &[&str], wanted: &str, chosen: &str| {
            let rows = rows.iter().map(|id| ((*id).to_owned(), "x".to_owned())).collect();
            let found = choices(t, &[("", "-")], (rows, false), (wanted, chosen));
            let chosen = found.all.into_iter().find(|choice| choice.chosen);
            chosen.map(|choice| choice.value).unwrap_or_default()
        };
        assert_eq!(chosen(&["1"], "pila", ""), "1");
        assert_eq!(chosen(&["1"], "", ""), "");
        assert_eq!(chosen(&["1", "2"], "pila", ""), "");
        assert_eq!(chosen(&["1", "2"], "pila", "2"), "2");
    }
}
