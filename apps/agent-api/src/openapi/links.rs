//! Where one can go from what an operation has made: its answer has links to the operations about the new object.

use super::methods::methods;
use serde_json::{Value, json};
use utoipa::openapi::{
    OpenApi, RefOr, Response,
    link::{Link, LinkBuilder},
};

/// Where answers have the id of what was made, and the collection in which it is, if it is not the one that was posted to.
const MADE: [(&str, Option<&str>); 4] = [
    ("/id", None),
    ("/data/document_id", Some("/v1/agent/peppol/documents")),
    ("/data/id", None),
    ("/data/org_id", None),
];

/// Parameters of other paths that are ids of a collection.
const ELSEWHERE: [(&str, &str); 1] = [("/v1/agent/invoices", "invoiceId")];

/// An operation that may be linked to.
struct Target {
    id: String,
    path: String,
}

/// What was made: the operation's path, where its answer has the id, and the collection of it.
struct Made<'a> {
    path: &'a str,
    id: &'static str,
    collection: &'a str,
}

/// Links the answers of all operations that make something.
pub(super) fn lead_on(document: &mut OpenApi) {
    let targets = targets(document);
    for (path, item) in &mut document.paths.paths {
        let Some(post) = &mut item.post else { continue };
        for (status, answer) in &mut post.responses.responses {
            if let RefOr::T(answer) = answer
                && status.starts_with('2')
                && let Some(made) = made(answer, path)
            {
                let links = targets.iter().filter_map(|target| made.link_to(target));
                answer.links.extend(links);
            }
        }
    }
}

fn targets(document: &mut OpenApi) -> Vec<Target> {
    let mut all = Vec::new();
    for (path, item) in &mut document.paths.paths {
        let ids = methods(item).filter_map(|operation| operation.operation_id.clone());
        all.extend(ids.map(|id| Target { id, path: path.clone() }));
    }
    all
}

/// What an answer says was made, by its example.
fn made<'a>(answer: &Response, path: &'a str) -> Option<Made<'a>> {
    let mut examples = answer.content.values().filter_map(|content| match content {
        RefOr::T(content) => content.example.as_ref(),
        RefOr::Ref(_) => None,
    });
    examples.find_map(|example| {
        let has = |(id, _): &&(&str, _)| example.pointer(id).is_some_and(Value::is_string);
        let (id, collection) = MADE.iter().find(has)?;
        Some(Made { path, id, collection: collection.unwrap_or(path) })
    })
}

impl Made<'_> {
    /// A link to an operation of which the new id is the only parameter that the request did not have.
    fn link_to(&self, target: &Target) -> Option<(String, RefOr<Link>)> {
        let parameter = self.parameter_of(&target.path)?;
        let own = parameters(self.path).filter(|name| target.path.contains(&format!("{{{name}}}")));
        let given = own.map(|name| (name, format!("$request.path.{name}")));
        let new = (parameter, format!("$response.body#{}", self.id));
        let mut link = LinkBuilder::new().operation_id(target.id.as_str());
        for (name, value) in given.chain([new]) {
            link = link.parameter(name, json!(value));
        }
        Some((target.id.clone(), RefOr::T(link.build())))
    }

    fn parameter_of<'t>(&self, target: &'t str) -> Option<&'t str> {
        let below = target.strip_prefix(self.collection).filter(|rest| rest.starts_with("/{"));
        let of_collection = |name: &str| ELSEWHERE.contains(&(self.collection, name));
        let new = below.unwrap_or(target);
        let mut names = parameters(new);
        let name = names.next().filter(|name| below.is_some() || of_collection(name))?;
        names.next().is_none().then_some(name)
    }
}

/// The names in braces.
fn parameters(path: &str) -> impl Iterator<Item = &str> {
    path.split('{').skip(1).filter_map(|rest| rest.split_once('}')).map(|(name, _)| name)
}
