//! One binary for all integration tests of `cii-to-ubl`: each binary links again.

mod any_document;
mod audit;
mod connector;
mod corpus;
mod golden;
mod implied;
mod no_silent_loss;
mod once;
mod rules;
mod targets;
