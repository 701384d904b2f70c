//! What prefixes stand for at a place of a document.

/// Declarations in scope; honest documents have a handful.
const MOST_IN_SCOPE: usize = 32;
/// Their addresses are bound to prefixes of their own.
const RESERVED: [&str; 2] =
    ["http://www.w3.org/XML/1998/namespace", "http://www.w3.org/2000/xmlns/"];

/// The declarations in scope, the innermost last: prefix and namespace.
#[derive(Debug, Default)]
pub(super) struct Scope<'a>(Vec<(&'a str, u32)>);

impl<'a> Scope<'a> {
    pub(super) const fn len(&self) -> usize {
        self.0.len()
    }

    /// Drops the declarations of an element that ends, except the first `around`.
    pub(super) fn truncate(&mut self, around: usize) {
        self.0.truncate(around);
    }

    /// Binds the prefix to the namespace, by its number among those that are known, from this tag on. Nothing: the
    /// declaration is odd, is one too many, or stands twice among those after the ones around this tag.
    pub(super) fn declare(
        &mut self,
        prefix: &'a str,
        uri: &'a str,
        around: usize,
        namespaces: &mut Vec<&'a str>,
    ) -> Option<()> {
        let is_known = self.0[around..].iter().any(|declared| declared.0 == prefix);
        let is_reserved = matches!(prefix, "xml" | "xmlns") || RESERVED.contains(&uri);
        if is_known || is_reserved || uri.is_empty() || self.0.len() == MOST_IN_SCOPE {
            return None;
        }
        let number = namespaces.iter().position(|known| *known == uri).unwrap_or_else(|| {
            namespaces.push(uri);
            namespaces.len() - 1
        });
        self.0.push((prefix, number as u32));
        Some(())
    }

    /// What the prefix stands for here: none for no prefix, if nothing is declared for that.
    pub(super) fn namespace(&self, prefix: &str) -> Option<u32> {
        let declared = self.0.iter().rfind(|declared| declared.0 == prefix);
        match declared {
            Some(declared) => Some(declared.1),
            None => prefix.is_empty().then_some(0),
        }
    }
}
