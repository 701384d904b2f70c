//! One variant of a refusal, or a refusal that is a struct.

use crate::{
    names,
    template::{Hole, Template, Text},
};
use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote};
use syn::{Attribute, Fields, Member, Result, Type};

/// What is made of it.
pub(crate) struct Variant {
    /// `Self::NotIssued`.
    path: TokenStream,
    content: Content,
}

enum Content {
    /// It says what its only field says.
    Inner(Member),
    /// A fault of the service.
    Internal,
    Own {
        kind: String,
        fixed: Vec<String>,
        arguments: Vec<Argument>,
    },
}

/// What fills a hole.
struct Argument {
    name: String,
    /// Fields that the expression reads.
    fields: Vec<Member>,
    expression: TokenStream,
}

impl Variant {
    /// Of an enum about this subject.
    pub(crate) fn of(subject: &str, variant: &syn::Variant) -> Result<Self> {
        let name = &variant.ident;
        let kind = format!("{subject}.{}", names::snake(&name.to_string()));
        let content = match is_internal(&variant.attrs)? {
            true => Content::Internal,
            false => content(kind, &variant.attrs, &variant.fields, variant)?,
        };
        Ok(Self { path: quote!(Self::#name), content })
    }

    /// Of a struct: its subject is its kind.
    pub(crate) fn of_struct(
        subject: &str,
        attributes: &[Attribute],
        fields: &Fields,
    ) -> Result<Self> {
        let content = content(subject.to_owned(), attributes, fields, fields)?;
        Ok(Self { path: quote!(Self), content })
    }

    /// The constant that describes its kind, if it has one of its own.
    pub(crate) fn kind(&self) -> Option<TokenStream> {
        let Content::Own { kind, fixed, arguments } = &self.content else { return None };
        let names = arguments.iter().map(|it| &it.name);
        Some(quote! {
            ::refusals::Kind { name: #kind, fixed: &[#(#fixed),*], arguments: &[#(#names),*] }
        })
    }

    /// Whether values fill its text.
    pub(crate) fn has_arguments(&self) -> bool {
        matches!(&self.content, Content::Own { arguments, .. } if !arguments.is_empty())
    }

    /// Its arm of `reason`.
    pub(crate) fn arm(&self) -> TokenStream {
        let path = &self.path;
        match &self.content {
            Content::Inner(field) => quote! {
                #path { #field: inner, .. } => ::refusals::argument::AsReason::as_reason(inner)
            },
            Content::Internal => {
                quote! { #path { .. } => ::refusals::Reason::internal(self.to_string()) }
            }
            Content::Own { kind, arguments, .. } => {
                let mut fields: Vec<&Member> = arguments.iter().flat_map(|it| &it.fields).collect();
                fields.sort_by_key(|it| it.to_token_stream().to_string());
                fields.dedup();
                let bound = fields.iter().map(|it| binding(it));
                let given = arguments.iter().map(|Argument { name, expression, .. }| {
                    quote! { (#name, (&&&Given(&(#expression))).argument()) }
                });
                quote! {
                    #path { #(#fields: #bound,)* .. } => {
                        ::refusals::Reason::new(#kind, ::std::vec![#(#given),*], self.to_string())
                    }
                }
            }
        }
    }
}

/// Whether `#[refusal(internal)]` stands there; nothing else may.
fn is_internal(attributes: &[Attribute]) -> Result<bool> {
    let Some(attribute) = attributes.iter().find(|it| it.path().is_ident("refusal")) else {
        return Ok(false);
    };
    let word: Ident = attribute.parse_args()?;
    match word == "internal" {
        true => Ok(true),
        false => Err(syn::Error::new(word.span(), "only `internal` is known at a variant")),
    }
}

fn content(
    kind: String,
    attributes: &[Attribute],
    fields: &Fields,
    at: &dyn ToTokens,
) -> Result<Content> {
    let inner = || fields.members().next().map(Content::Inner);
    let text = match Template::of(attributes, at)? {
        Template::Transparent => {
            return inner().ok_or_else(|| syn::Error::new_spanned(at, "has no field"));
        }
        Template::Text(text) => text,
    };
    let (fixed, holes) = text.parts()?;
    let is_inner = fixed.iter().all(String::is_empty)
        && holes.len() == 1
        && text.is_plain()
        && fields.len() == 1;
    if let Some(inner) = inner().filter(|_| is_inner) {
        return Ok(inner);
    }
    let mut arguments: Vec<Argument> = Vec::new();
    let mut place = 0;
    for hole in &holes {
        let argument = argument(&text, hole, &mut place, fields)?;
        if arguments.iter().any(|it| it.is_another_of_this_name(&argument)) {
            let name = &argument.name;
            return Err(text.error(&format!(
                "two arguments are named `{name}`, of which a translation could say one: name them"
            )));
        }
        arguments.push(argument);
    }
    Ok(Content::Own { kind, fixed, arguments })
}

impl Argument {
    fn is_another_of_this_name(&self, other: &Self) -> bool {
        self.name == other.name && self.expression.to_string() != other.expression.to_string()
    }
}

/// What fills a hole: an argument behind the text, a field, or a constant.
fn argument(text: &Text, hole: &Hole, place: &mut usize, fields: &Fields) -> Result<Argument> {
    let mut argument = match (text.named(&hole.name), hole.name.is_empty()) {
        (Some(extra), _) => of_expression(Some(hole.name.clone()), &extra.expression, fields),
        (None, true) => {
            *place += 1;
            let extra = text.at(*place - 1).ok_or_else(|| text.error("a hole has no argument"))?;
            of_expression(None, &extra.expression, fields)
        }
        (None, false) => of_name(&hole.name, fields),
    };
    if !hole.form.is_empty() {
        let (form, expression) = (format!("{{:{}}}", hole.form), &argument.expression);
        argument.expression = quote!(::std::format!(#form, #expression));
    }
    match argument.name.is_empty() {
        true => Err(text.error("an argument needs a name: \"… {most} …\", most = .0")),
        false => Ok(argument),
    }
}

/// A field, or a constant.
fn of_name(name: &str, fields: &Fields) -> Argument {
    let is_it = |it: &Member| it.to_token_stream().to_string() == name;
    match fields.members().find(is_it) {
        Some(field) => Argument {
            name: field_name(&field, fields),
            expression: binding(&field).to_token_stream(),
            fields: vec![field],
        },
        None => {
            let constant = format_ident!("{name}");
            Argument {
                name: name.to_lowercase(),
                fields: Vec::new(),
                expression: quote!(#constant),
            }
        }
    }
}

/// An expression in which `.0` and `.status` are fields, as thiserror has it.
fn of_expression(name: Option<String>, expression: &TokenStream, fields: &Fields) -> Argument {
    let mut used = Vec::new();
    let expression = with_bindings(expression.clone(), fields, &mut used);
    let first = used.first().map(|it| field_name(it, fields));
    let name = name.or(first).unwrap_or_default();
    Argument { name, fields: used, expression }
}

fn with_bindings(tokens: TokenStream, fields: &Fields, used: &mut Vec<Member>) -> TokenStream {
    let field = |token: &TokenTree| {
        let name = token.to_string();
        fields.members().find(|it| it.to_token_stream().to_string() == name)
    };
    let mut bound = TokenStream::new();
    let mut tokens = tokens.into_iter().peekable();
    // what stands before: after a value or a path a name is a member of it
    let (mut after_value, mut after_point) = (false, false);
    while let Some(token) = tokens.next() {
        let is_point = matches!(&token, TokenTree::Punct(it) if ".:".contains(it.as_char()));
        let found = match &token {
            TokenTree::Punct(it) if it.as_char() == '.' && !after_value => {
                tokens.peek().and_then(field).inspect(|_| _ = tokens.next())
            }
            TokenTree::Ident(_) if !after_point => field(&token),
            _ => None,
        };
        after_value = found.is_some() || !matches!(&token, TokenTree::Punct(_));
        after_point = found.is_none() && is_point;
        match (found, token) {
            (Some(field), _) => {
                bound.extend(binding(&field).to_token_stream());
                used.push(field);
            }
            (None, TokenTree::Group(group)) => {
                let inside = with_bindings(group.stream(), fields, used);
                bound
                    .extend([TokenTree::Group(proc_macro2::Group::new(group.delimiter(), inside))]);
            }
            (None, other) => bound.extend([other]),
        }
    }
    bound
}

/// The name of the variable that a field is bound to.
fn binding(field: &Member) -> Ident {
    match field {
        Member::Named(name) => format_ident!("of_{name}"),
        Member::Unnamed(at) => format_ident!("of_{}", at.index),
    }
}

/// What a field is called as an argument; empty where neither it nor its type has a name to use.
fn field_name(field: &Member, fields: &Fields) -> String {
    let found = fields.iter().zip(fields.members()).find(|(_, member)| member == field);
    match (field, found.map(|(field, _)| &field.ty)) {
        (Member::Named(name), _) => name.to_string(),
        (_, Some(Type::Path(path))) => {
            let last = path.path.segments.last().map(|it| it.ident.to_string());
            last.as_deref().and_then(names::of_type).unwrap_or_default()
        }
        _ => String::new(),
    }
}
