//! The compiler makes the machine code of an `async fn` in each crate that awaits it. A store that seven faces call was so
//! compiled eight times: half of what the portal and the Agent API were made of. A body behind a boxed future is
//! compiled where it stands. A crate's own unit tests, which call little of it, leave it out: `cfg_attr(not(test), ..)`.

mod lifetimes;
mod method;

use proc_macro::TokenStream;
use quote::ToTokens as _;
use syn::{ImplItem, ItemImpl, parse_macro_input};

/// Boxes the future of each `async fn` of an implementation of a trait: one allocation a call, which a call of the
/// database does not notice. A method may take a closure (`decide: D` with `D: Fn(..) -> ..`); other methods with
/// parameters of types stay as they are.
#[proc_macro_attribute]
pub fn compiled_once(_: TokenStream, implementation: TokenStream) -> TokenStream {
    let mut implementation = parse_macro_input!(implementation as ItemImpl);
    let this = implementation.self_ty.to_token_stream();
    for item in &mut implementation.items {
        if let ImplItem::Fn(written) = item {
            method::box_future(written, &this);
        }
    }
    implementation.into_token_stream().into()
}
