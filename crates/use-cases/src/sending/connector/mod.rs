//! The connector: sends documents of other systems over Peppol.

mod asked;
mod dispatch;
mod lookup;
mod preflight;
mod send;

pub use dispatch::{DispatchError, dispatch};
pub use lookup::look_up;
pub use preflight::{Preflight, PreflightError, preflight};
pub(crate) use send::send_checked;
pub use send::{SendError, send};
