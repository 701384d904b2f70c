//! One binary for all integration tests of `attachments`: each binary links again.

mod hostile;
mod kinds;
mod support;
