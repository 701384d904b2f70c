//! Paths of pages with their methods. A request with another method is answered with 405 and `Allow`.

use crate::operation::resource;
use actix_web::{
    FromRequest, Handler, Responder, Route,
    http::Method,
    web::{self, ServiceConfig},
};

/// Paths, in the order in which the router tries them.
#[derive(Default)]
pub struct Paths(Vec<(String, Vec<(Method, Route)>)>);

/// A method of a path.
pub struct Verb(Method);

/// A method with its route.
pub struct Answered(Method, Route);

/// `GET`.
#[must_use]
pub const fn get() -> Verb {
    Verb(Method::GET)
}

/// `POST`.
#[must_use]
pub const fn post() -> Verb {
    Verb(Method::POST)
}

impl Verb {
    /// The route with this handler.
    pub fn to<F, Args>(self, handler: F) -> Answered
    where
        F: Handler<Args>,
        Args: FromRequest + 'static,
        F::Output: Responder + 'static,
    {
        Answered(self.0, web::to(handler))
    }
}

impl Paths {
    /// Registers the paths on an application or a scope.
    pub fn of(fill: impl FnOnce(&mut Self)) -> impl FnOnce(&mut ServiceConfig) {
        let mut paths = Self::default();
        fill(&mut paths);
        move |config| {
            for (path, methods) in paths.0 {
                config.service(resource(&path, methods));
            }
        }
    }

    /// Adds a method of a path.
    pub fn route(&mut self, path: &str, Answered(method, handler): Answered) -> &mut Self {
        match self.0.iter_mut().find(|(known, _)| known == path) {
            Some((_, methods)) => methods.push((method, handler)),
            None => self.0.push((path.to_owned(), vec![(method, handler)])),
        }
        self
    }

    /// Adds the paths of another function.
    pub fn configure(&mut self, more: impl FnOnce(&mut Self)) -> &mut Self {
        more(self);
        self
    }
}
