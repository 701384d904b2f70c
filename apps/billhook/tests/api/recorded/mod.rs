//! Pages of `docs/` whose requests and answers are recorded here. The prose is the page's own; its
//! fenced blocks must be, in order, what this run says. `UPDATE_GOLDEN=1 cargo test -p billhook
//! recorded` rewrites the blocks: then read the diff.

mod connector;
mod oauth;
mod organizations;
mod pretty;
mod recording;
