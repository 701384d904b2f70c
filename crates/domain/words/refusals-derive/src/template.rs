//! The text of `#[error("…")]`, taken apart.

use proc_macro2::{TokenStream, TokenTree};
use syn::{
    Attribute, Error, LitStr, Result, Token,
    parse::{Parse, ParseStream},
};

/// What thiserror is told.
pub(crate) enum Template {
    /// The text of what is inside.
    Transparent,
    /// A text of its own.
    Text(Text),
}

/// A text with holes.
pub(crate) struct Text {
    literal: LitStr,
    extra: Vec<Extra>,
}

/// An argument behind the text: `status = .0.name()`, or without its name.
pub(crate) struct Extra {
    pub(crate) name: Option<String>,
    pub(crate) expression: TokenStream,
}

/// What stands in braces.
pub(crate) struct Hole {
    /// A name, a number, or nothing.
    pub(crate) name: String,
    /// `04X`; empty for the plain form.
    pub(crate) form: String,
}

impl Template {
    /// Of a type or a variant.
    pub(crate) fn of(attributes: &[Attribute], at: &dyn quote::ToTokens) -> Result<Self> {
        let text = attributes.iter().find(|it| it.path().is_ident("error"));
        let text =
            text.ok_or_else(|| Error::new_spanned(at, "a refusal has a text: #[error(\"…\")]"))?;
        text.parse_args()
    }
}

impl Parse for Template {
    fn parse(input: ParseStream<'_>) -> Result<Self> {
        if input.peek(syn::Ident) {
            let word: syn::Ident = input.parse()?;
            return match word == "transparent" {
                true => Ok(Template::Transparent),
                false => Err(Error::new(word.span(), "only a text has arguments")),
            };
        }
        let literal = input.parse()?;
        let mut extra = Vec::new();
        while input.parse::<Option<Token![,]>>()?.is_some() && !input.is_empty() {
            extra.push(input.parse()?);
        }
        Ok(Template::Text(Text { literal, extra }))
    }
}

impl Parse for Extra {
    fn parse(input: ParseStream<'_>) -> Result<Self> {
        let name = match input.peek(syn::Ident) && input.peek2(Token![=]) {
            true => {
                let name: syn::Ident = input.parse()?;
                input.parse::<Token![=]>()?;
                Some(name.to_string())
            }
            false => None,
        };
        let mut expression = TokenStream::new();
        while !input.is_empty() && !input.peek(Token![,]) {
            expression.extend([input.parse::<TokenTree>()?]);
        }
        Ok(Extra { name, expression })
    }
}

impl Text {
    /// The texts around its holes, one more than there are holes, and the holes.
    pub(crate) fn parts(&self) -> Result<(Vec<String>, Vec<Hole>)> {
        let text = self.literal.value();
        let (mut fixed, mut holes) = (vec![String::new()], Vec::new());
        let mut characters = text.chars().peekable();
        while let Some(c) = characters.next() {
            let is_twice = "{}".contains(c) && characters.next_if_eq(&c).is_some();
            match (c, fixed.last_mut()) {
                ('{', _) if !is_twice => {
                    let inside: String = characters.by_ref().take_while(|it| *it != '}').collect();
                    let (name, form) = inside.split_once(':').unwrap_or((&inside, ""));
                    holes.push(Hole { name: name.to_owned(), form: form.to_owned() });
                    fixed.push(String::new());
                }
                (_, Some(part)) => part.push(c),
                (_, None) => return Err(self.error("has no text")),
            }
        }
        Ok((fixed, holes))
    }

    /// Whether nothing stands behind it.
    pub(crate) fn is_plain(&self) -> bool {
        self.extra.is_empty()
    }

    /// The argument behind the text with this name.
    pub(crate) fn named(&self, name: &str) -> Option<&Extra> {
        self.extra.iter().find(|it| it.name.as_deref() == Some(name))
    }

    /// The argument without a name at this place.
    pub(crate) fn at(&self, place: usize) -> Option<&Extra> {
        self.extra.iter().filter(|it| it.name.is_none()).nth(place)
    }

    pub(crate) fn error(&self, message: &str) -> Error {
        Error::new(self.literal.span(), message)
    }
}
