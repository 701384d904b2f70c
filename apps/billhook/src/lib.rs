//! The Billhook service: its commands and its server. The rules are in `crates/domain`, each interface is a crate
//! next to this one, and their common parts are in `apps/runtime`.

pub mod commands;
pub mod interfaces;
pub mod server;

/// Gives large documents back to the system when they have been sent; glibc's keeps what it once had
/// in each thread's arena, so that forty documents of 4 MB took half as much again.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;
