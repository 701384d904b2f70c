//! The Agent API over HTTP: routes parse, call one use case, and answer. `sessions` are the same for people who signed in.

pub mod openapi;
pub mod routes;
pub mod sessions;

// what a route is written with, under short names
use agent_requests as requests;
use api_http::{self as http, error};
