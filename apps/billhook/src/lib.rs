//! The Billhook service: its commands and its server. The rules live in `crates/domain`, each
//! interface in a crate of its own beside this one, what all share in `apps/runtime`.

pub mod commands;
pub mod interfaces;
pub mod server;

/// Gives large documents back to the system when they have been sent; glibc's keeps what it once had
/// in each thread's arena, so that forty documents of 4 MB took half as much again.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;
