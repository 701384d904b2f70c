//! SAPI-SK, beside the Agent API.

mod contract;
mod declared;
mod flow;
mod input;
mod members;
mod program;
mod schema;
mod tokens;
