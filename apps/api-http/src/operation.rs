//! One declaration per operation. `#[utoipa::path]` on a handler declares its method, path, parameters and answers. The
//! route, the 405 of the path and the part of the OpenAPI document are derived from it.

use crate::error::ApiError;
use actix_web::{HttpResponse, Resource, Route, Scope, http::Method, web};
use std::{collections::BTreeMap, sync::OnceLock};
use utoipa::openapi::{OpenApi, PathItem};

/// Number of path segments that name the subject.
const SUBJECT_SEGMENTS: usize = 3;

/// A handler with its declaration.
pub struct Operation {
    document: fn() -> OpenApi,
    place: Option<&'static Place>,
    handler: Route,
}

/// The path and method of an operation.
pub struct Place {
    path: String,
    method: Method,
}

/// The place of an operation. It is read from the document once, because every server thread registers the operation.
pub type PlaceOnce = OnceLock<Option<Place>>;

impl Operation {
    pub fn new(document: fn() -> OpenApi, place: &'static PlaceOnce, handler: Route) -> Self {
        let place = place.get_or_init(|| Place::of(document())).as_ref();
        Self { document, place, handler }
    }

    /// The OpenAPI document of this operation alone.
    #[must_use]
    pub fn document(&self) -> OpenApi {
        (self.document)()
    }
}

impl Place {
    fn of(document: OpenApi) -> Option<Self> {
        let (path, item) = document.paths.paths.into_iter().next()?;
        Some(Self { path, method: method(&item)? })
    }
}

/// Lists the handlers of a file: `operations![create_invoice, list_invoices];`.
#[macro_export]
macro_rules! operations {
    ($($handler:ident),+ $(,)?) => {
        /// The operations of this file.
        pub(crate) fn operations() -> Vec<$crate::Operation> {
            vec![$({
                #[derive(utoipa::OpenApi)]
                #[openapi(paths($handler))]
                struct Declared;
                static PLACE: $crate::PlaceOnce = $crate::PlaceOnce::new();
                $crate::Operation::new(
                    <Declared as utoipa::OpenApi>::openapi,
                    &PLACE,
                    actix_web::web::to($handler),
                )
            }),+]
        }
    };
}

/// Registers operations. Their paths answer every other method with 405 and `Allow`. `nothing` answers all other
/// paths below the subjects of the operations.
pub fn register(
    operations: Vec<Operation>,
    nothing: fn() -> Route,
    config: &mut web::ServiceConfig,
) {
    // sorted: `{` follows the letters, so `send/batch` is matched before `send/{invoiceId}`
    let mut resources: BTreeMap<&str, Vec<(Method, Route)>> = BTreeMap::new();
    for Operation { place, handler, .. } in operations {
        if let Some(Place { path, method }) = place {
            resources.entry(path).or_default().push((method.clone(), handler));
        }
    }
    let mut subjects: BTreeMap<&str, Scope> = BTreeMap::new();
    for (path, methods) in resources {
        let Some((subject, rest)) = of_a_subject(path) else {
            config.service(resource(path, methods));
            continue;
        };
        let new = || web::scope(subject).default_service(nothing());
        let scope = subjects.remove(subject).unwrap_or_else(new);
        subjects.insert(subject, scope.service(resource(rest, methods)));
    }
    for scope in subjects.into_values() {
        config.service(scope);
    }
}

/// Splits a path into its subject, such as `/v1/agent/invoices`, and the rest. The router skips all paths of another
/// subject by one comparison, instead of one search for each path with a parameter.
fn of_a_subject(path: &str) -> Option<(&str, &str)> {
    let end =
        path.match_indices('/').map(|(at, _)| at).chain([path.len()]).nth(SUBJECT_SEGMENTS)?;
    let (subject, rest) = path.split_at(end);
    (!subject.contains('{')).then_some((subject, rest))
}

/// A path with a single method that is in no OpenAPI document. Other methods are answered with 405.
pub fn only(path: &str, method: &Method, route: Route) -> Resource {
    resource(path, vec![(method.clone(), route)])
}

/// The resource of a path: each method has its route, and all others are answered with 405.
pub fn resource(path: &str, methods: Vec<(Method, Route)>) -> Resource {
    let mut allowed: Vec<_> = methods.iter().map(|(method, _)| method.as_str()).collect();
    // a path that answers GET answers HEAD
    if allowed.contains(&"GET") {
        allowed.push("HEAD");
    }
    let resource = web::resource(path).default_service(not_allowed(allowed.join(", ")));
    let routes = methods.into_iter().map(|(method, handler)| handler.method(method));
    routes.fold(resource, Resource::route)
}

fn method(item: &PathItem) -> Option<Method> {
    let declared = [
        (&item.get, Method::GET),
        (&item.post, Method::POST),
        (&item.put, Method::PUT),
        (&item.patch, Method::PATCH),
        (&item.delete, Method::DELETE),
    ];
    declared.into_iter().find_map(|(operation, method)| operation.as_ref().map(|_| method))
}

/// Answers paths that have no operation.
///
/// # Errors
/// 404, always.
pub async fn not_found() -> Result<HttpResponse, ApiError> {
    Err(ApiError::NotFound("path"))
}

fn not_allowed(allowed: String) -> Route {
    web::to(move || {
        let allowed = allowed.clone();
        async { Err::<HttpResponse, _>(ApiError::MethodNotAllowed { allowed }) }
    })
}

#[cfg(test)]
mod tests {
    use super::of_a_subject;

    #[test]
    fn three_segments_say_what_a_path_is_about() {
        for (path, expected) in [
            ("/v1/agent/invoices", Some(("/v1/agent/invoices", ""))),
            (
                "/v1/agent/invoices/{invoiceId}/pdf",
                Some(("/v1/agent/invoices", "/{invoiceId}/pdf")),
            ),
            ("/health/live", None),
            ("/i/{token}/pdf", None),
        ] {
            assert_eq!(of_a_subject(path), expected, "{path}");
        }
    }
}
