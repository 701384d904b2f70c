//! One method: its body in a function of its own, which answers with a boxed future.

use crate::lifetimes::named;
use proc_macro2::{Group, Ident, TokenStream, TokenTree};
use quote::{ToTokens as _, format_ident, quote};
use syn::{
    FnArg, GenericParam, Generics, ImplItemFn, Pat, PatType, ReturnType, Type, WherePredicate,
    parse_quote,
};

/// Nothing, where the method is not async or is generic in another way than by a closure.
pub(crate) fn box_future(method: &mut ImplItemFn, this: &TokenStream) {
    let signature = &method.sig;
    if signature.asyncness.is_none() {
        return;
    }
    let Some(arguments) = arguments(signature.inputs.iter(), &signature.generics) else { return };
    let (names, passed): (Vec<_>, Vec<_>) =
        arguments.iter().map(|(name, _, passed)| (name, passed)).unzip();
    let types = arguments.iter().map(|(_, of, _)| in_function(of.clone(), this));
    let answer = match &signature.output {
        ReturnType::Default => quote!(()),
        ReturnType::Type(_, of) => in_function(of.to_token_stream(), this),
    };
    let body = in_function(method.block.to_token_stream(), this);
    method.block = parse_quote! {{
        fn compiled_here<'call>(
            this: &'call #this,
            (#(#names,)*): (#(#types,)*),
        ) -> ::core::pin::Pin<::std::boxed::Box<dyn ::core::future::Future<Output = #answer> + Send + 'call>> {
            ::std::boxed::Box::pin(async move #body)
        }
        compiled_here(self, (#(#passed,)*)).await
    }};
}

type Argument = (Ident, TokenStream, TokenStream);

/// Name, type and what is passed of each argument but `&self`.
fn arguments<'a>(
    inputs: impl Iterator<Item = &'a FnArg>,
    generics: &Generics,
) -> Option<Vec<Argument>> {
    let typed = inputs.filter_map(|input| match input {
        FnArg::Typed(typed) => Some(typed),
        FnArg::Receiver(_) => None,
    });
    typed.map(|typed| argument(typed, generics)).collect()
}

fn argument(PatType { pat, ty, .. }: &PatType, generics: &Generics) -> Option<Argument> {
    let Pat::Ident(name) = &**pat else { return None };
    let name = format_ident!("{}", name.ident);
    if generics.type_params().next().is_none() {
        return Some((name.clone(), named(ty.to_token_stream()), quote!(#name)));
    }
    match closure(ty, generics)? {
        Some(bounds) => {
            let bounds = named(bounds);
            Some((name.clone(), quote!(&'call (dyn #bounds + 'call)), quote!(&#name)))
        }
        None => Some((name.clone(), named(ty.to_token_stream()), quote!(#name))),
    }
}

/// The bounds of a parameter that is a closure; `None` within for an argument of another type. Nothing where a parameter
/// is no closure.
fn closure(ty: &Type, generics: &Generics) -> Option<Option<TokenStream>> {
    for parameter in &generics.params {
        let GenericParam::Type(parameter) = parameter else { return None };
        let bounds = bounds_of(&parameter.ident, generics)?;
        if parameter.ident == ty.to_token_stream().to_string() {
            return Some(Some(bounds));
        }
    }
    Some(None)
}

fn bounds_of(name: &Ident, generics: &Generics) -> Option<TokenStream> {
    let predicates = &generics.where_clause.as_ref()?.predicates;
    predicates.iter().find_map(|predicate| match predicate {
        WherePredicate::Type(of) if *name == of.bounded_ty.to_token_stream().to_string() => {
            let bounds = of.bounds.to_token_stream();
            bounds.to_string().starts_with("Fn").then_some(bounds)
        }
        _ => None,
    })
}

/// A function within a method knows neither `self` nor `Self`.
fn in_function(tokens: TokenStream, this: &TokenStream) -> TokenStream {
    let replaced = tokens.into_iter().map(|token| match token {
        TokenTree::Ident(name) if name == "self" => quote!(this),
        TokenTree::Ident(name) if name == "Self" => this.clone(),
        TokenTree::Group(group) => {
            let mut inner = Group::new(group.delimiter(), in_function(group.stream(), this));
            inner.set_span(group.span());
            TokenTree::Group(inner).into()
        }
        other => other.into(),
    });
    replaced.collect()
}
