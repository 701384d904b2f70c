//! The Agent API over HTTP: routes parse, call one use case, and answer.

pub mod openapi;
pub mod routes;

// what a route is written with, under short names
use agent_requests as requests;
use api_http::{self as http, error};
