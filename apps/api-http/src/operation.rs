//! One declaration per operation. `#[utoipa::path]` on a handler says its method and path, what it
//! takes and what it answers. Its route, the 405 of its path and its part of the OpenAPI document
//! are made from that.

use crate::error::ApiError;
use actix_web::{HttpResponse, Route, http::Method, web};
use std::collections::BTreeMap;
use utoipa::openapi::{OpenApi, PathItem};

/// A handler with what it declares.
pub struct Operation {
    /// The OpenAPI document of this operation alone.
    pub document: OpenApi,
    handler: Route,
}

impl Operation {
    pub const fn new(document: OpenApi, handler: Route) -> Self {
        Self { document, handler }
    }
}

/// Lists the handlers of a file: `operations![create_invoice, list_invoices];`.
#[macro_export]
macro_rules! operations {
    ($($handler:ident),+ $(,)?) => {
        /// The operations of this file.
        pub(super) fn operations() -> Vec<$crate::Operation> {
            vec![$({
                #[derive(utoipa::OpenApi)]
                #[openapi(paths($handler))]
                struct Declared;
                $crate::Operation::new(
                    <Declared as utoipa::OpenApi>::openapi(),
                    actix_web::web::to($handler),
                )
            }),+]
        }
    };
}

/// Puts operations on the application. Their paths answer every other method with 405 and `Allow`.
pub fn register(operations: Vec<Operation>, config: &mut web::ServiceConfig) {
    // sorted: `{` follows the letters, so `send/batch` is matched before `send/{invoiceId}`
    let mut resources: BTreeMap<String, Vec<(Method, Route)>> = BTreeMap::new();
    for Operation { document, handler } in operations {
        let declared = document.paths.paths.into_iter().next();
        if let Some((path, item)) = declared
            && let Some(method) = method(&item)
        {
            resources.entry(path).or_default().push((method, handler));
        }
    }
    for (path, methods) in resources {
        let allowed: Vec<_> = methods.iter().map(|(method, _)| method.as_str()).collect();
        let mut resource = web::resource(path).default_service(not_allowed(allowed.join(", ")));
        for (method, handler) in methods {
            resource = resource.route(handler.method(method));
        }
        config.service(resource);
    }
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

fn not_allowed(allowed: String) -> Route {
    web::to(move || {
        let allowed = allowed.clone();
        async { Err::<HttpResponse, _>(ApiError::MethodNotAllowed { allowed }) }
    })
}
