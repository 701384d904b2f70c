//! Links to accounting programs, and what is written into them.
//!
//! The row of a link is locked before its postings are changed.

mod links;
mod postings;
mod rows;
mod secret;
mod subjects;
