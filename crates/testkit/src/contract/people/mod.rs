//! Who may do what: keys, people, applications.

pub mod access;
pub mod connections;
pub mod keys;
pub mod members;
pub mod oauth;
pub mod operator;
pub mod seats;
pub mod second_factors;
pub mod sign_in;
pub mod tenancy;
