//! Types of arguments with a name for each lifetime that they leave out.

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};
use quote::quote;

/// `&T` and `Page<'_>` with `'call` as their lifetime. What a closure takes keeps its own: `Fn(&T)`.
pub(crate) fn named(types: TokenStream) -> TokenStream {
    let mut named = TokenStream::new();
    let mut is_closure = false;
    let mut tokens = types.into_iter().peekable();
    while let Some(token) = tokens.next() {
        let is_name_of_closure = matches!(&token, TokenTree::Ident(name) if ["Fn", "FnMut", "FnOnce"].iter().any(|f| name == f));
        match token {
            TokenTree::Punct(mark) if mark.as_char() == '&' => {
                named.extend(quote!(#mark));
                let has_lifetime =
                    matches!(tokens.peek(), Some(TokenTree::Punct(next)) if next.as_char() == '\'');
                if !has_lifetime {
                    named.extend(quote!('call));
                }
            }
            TokenTree::Punct(mark) if mark.as_char() == '\'' => match tokens.next() {
                Some(TokenTree::Ident(name)) if name == "_" => named.extend(quote!('call)),
                name => {
                    named.extend([TokenTree::Punct(mark)]);
                    named.extend(name);
                }
            },
            TokenTree::Group(group)
                if !(is_closure && group.delimiter() == Delimiter::Parenthesis) =>
            {
                let inner = self::named(group.stream());
                named.extend([TokenTree::Group(Group::new(group.delimiter(), inner))]);
            }
            other => named.extend([other]),
        }
        is_closure = is_name_of_closure;
    }
    named
}
