//! SAPI-SK, beside the Agent API.

mod contract;
mod flow;
mod input;
mod program;
mod schema;
mod tokens;
