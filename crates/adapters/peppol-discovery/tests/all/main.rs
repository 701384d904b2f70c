//! Look-ups over real sockets: a name server, SMPs over TLS, authorities with their lists.

mod cases;
mod contract;
mod lookups;
mod refusals;
mod revocation;
mod world;
