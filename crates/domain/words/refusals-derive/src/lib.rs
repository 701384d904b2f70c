//! `#[derive(refusals::Refusal)]`, beside `thiserror::Error`: the kind of a refusal is the name of its type and its
//! variant (`TransitionRefused::NotIssued` is `transition.not_issued`), its arguments are what fills the `#[error]` text.

#![deny(clippy::disallowed_methods)]

mod names;
mod template;
mod variant;

use proc_macro2::TokenStream;
use quote::quote;
use syn::{Attribute, Data, DeriveInput, Error, LitStr, Result};
use variant::Variant;

/// Implements `refusals::Refusal`. `#[refusal("subject")]` at the type names its subject where the name of the type would not
/// do; `#[refusal(internal)]` at a variant says that no caller is told of it.
#[proc_macro_derive(Refusal, attributes(refusal))]
pub fn refusal(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    let input = syn::parse_macro_input!(input as DeriveInput);
    implementation(&input).unwrap_or_else(Error::into_compile_error).into()
}

fn implementation(input: &DeriveInput) -> Result<TokenStream> {
    let subject = match subject(&input.attrs)? {
        Some(named) => named,
        None => names::subject(&input.ident.to_string()),
    };
    let variants = match &input.data {
        Data::Enum(body) => {
            let of = |it: &syn::Variant| Variant::of(&subject, it);
            body.variants.iter().map(of).collect::<Result<Vec<_>>>()?
        }
        Data::Struct(body) => vec![Variant::of_struct(&subject, &input.attrs, &body.fields)?],
        Data::Union(_) => {
            return Err(Error::new_spanned(input, "a refusal is an enum or a struct"));
        }
    };
    let kinds = variants.iter().filter_map(Variant::kind);
    let arms = variants.iter().map(Variant::arm);
    let has_arguments = variants.iter().any(Variant::has_arguments);
    let imports = has_arguments.then(|| {
        quote!(
            use ::refusals::argument::{Given, ToArgument as _};
        )
    });
    let name = &input.ident;
    let (generics, arguments, bounds) = input.generics.split_for_impl();
    Ok(quote! {
        #[automatically_derived]
        impl #generics ::refusals::Refusal for #name #arguments #bounds {
            const KINDS: &'static [::refusals::Kind] = &[#(#kinds),*];

            fn reason(&self) -> ::refusals::Reason {
                #imports
                match self { #(#arms),* }
            }
        }
    })
}

/// The subject that `#[refusal("subject")]` names.
fn subject(attributes: &[Attribute]) -> Result<Option<String>> {
    let named = attributes.iter().find(|it| it.path().is_ident("refusal"));
    named.map(|it| it.parse_args::<LitStr>().map(|text| text.value())).transpose()
}
