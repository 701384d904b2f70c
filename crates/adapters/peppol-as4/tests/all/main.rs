//! Our access point over real HTTP on loopback, and what is posted to it.

mod certificates;
mod common;
mod contract;
mod independent;
mod peer;
mod refused;
mod sending;
