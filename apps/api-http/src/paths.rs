//! Paths of pages, each with the methods that it answers: any other is told which those are (405, `Allow`).

use crate::operation::resource;
use actix_web::{
    FromRequest, Handler, Responder, Route,
    http::Method,
    web::{self, ServiceConfig},
};

/// Paths in the order in which they are looked up.
#[derive(Default)]
pub struct Paths(Vec<(String, Vec<(Method, Route)>)>);

/// A method that a path answers.
pub struct Verb(Method);

/// A method with what answers it.
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
    /// Answered by a handler.
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
    /// Puts these paths on an application or a scope.
    pub fn of(fill: impl FnOnce(&mut Self)) -> impl FnOnce(&mut ServiceConfig) {
        let mut paths = Self::default();
        fill(&mut paths);
        move |config| {
            for (path, methods) in paths.0 {
                config.service(resource(&path, methods));
            }
        }
    }

    /// One more method of a path.
    pub fn route(&mut self, path: &str, Answered(method, handler): Answered) -> &mut Self {
        match self.0.iter_mut().find(|(known, _)| known == path) {
            Some((_, methods)) => methods.push((method, handler)),
            None => self.0.push((path.to_owned(), vec![(method, handler)])),
        }
        self
    }

    /// Those that another function adds.
    pub fn configure(&mut self, more: impl FnOnce(&mut Self)) -> &mut Self {
        more(self);
        self
    }
}
