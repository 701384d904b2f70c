//! One binary for all integration tests of `attachments`: each binary links anew.

mod hostile;
mod kinds;
mod support;
