//! The rules of the stock.

mod book;
mod checks;
mod documents;
mod follow;
mod setup;
