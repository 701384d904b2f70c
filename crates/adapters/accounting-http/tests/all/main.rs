//! Programs over real HTTP: stand-ins that answer as the public documentation of each says, and as bad servers do.

mod kros;
mod mserver;
mod stand_in;
mod superfaktura;
