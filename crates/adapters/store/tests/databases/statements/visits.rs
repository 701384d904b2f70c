//! Collects what [`Sources`] knows from the syntax of a file.

use super::sources::{Named, Sources, origin};
use proc_macro2::{TokenStream, TokenTree};
use std::mem;
use syn::visit::{self, Visit};

impl Sources {
    fn keep_macros(&mut self, tokens: &TokenStream) {
        let trees: Vec<TokenTree> = tokens.clone().into_iter().collect();
        for window in trees.windows(3) {
            if let [TokenTree::Ident(name), TokenTree::Punct(mark), TokenTree::Group(group)] =
                window
                && mark.as_char() == '!'
                && (name == "sql" || name == "row")
            {
                self.macros.insert(origin(&self.file, &group.stream()));
            }
        }
        for tree in trees {
            if let TokenTree::Group(group) = tree {
                self.keep_macros(&group.stream());
            }
        }
    }

    fn import(&mut self, name: &syn::Ident, real: &syn::Ident) {
        let from = (self.module.clone(), real.to_string());
        if self.module != "super" && self.module != "self" {
            self.imports.insert((self.file.clone(), name.to_string()), from);
        }
    }

    fn named<T>(&self, name: &syn::Ident, what: T) -> Named<T> {
        Named { file: self.file.clone(), name: name.to_string(), owner: self.owner.clone(), what }
    }
}

fn is_for_tests(attributes: &[syn::Attribute]) -> bool {
    attributes.iter().any(|attribute| match &attribute.meta {
        syn::Meta::List(list) => list.path.is_ident("cfg") && list.tokens.to_string() == "test",
        _ => false,
    })
}

impl<'a> Visit<'a> for Sources {
    fn visit_item_mod(&mut self, item: &'a syn::ItemMod) {
        if !is_for_tests(&item.attrs) {
            visit::visit_item_mod(self, item);
        } else if item.content.is_none() {
            let folder = self.file.rsplit_once('/').map_or("", |(folder, _)| folder);
            self.tests.insert(format!("{folder}/{}.rs", item.ident));
        }
    }

    fn visit_use_path(&mut self, item: &'a syn::UsePath) {
        let outer = mem::replace(&mut self.module, item.ident.to_string());
        visit::visit_use_path(self, item);
        self.module = outer;
    }

    fn visit_use_name(&mut self, item: &'a syn::UseName) {
        self.import(&item.ident, &item.ident);
    }

    fn visit_use_rename(&mut self, item: &'a syn::UseRename) {
        self.import(&item.rename, &item.ident);
    }

    fn visit_item_impl(&mut self, item: &'a syn::ItemImpl) {
        if let syn::Type::Path(path) = &*item.self_ty {
            self.owner = path.path.segments.last().map(|segment| segment.ident.to_string());
        }
        visit::visit_item_impl(self, item);
        self.owner = None;
    }

    fn visit_item_fn(&mut self, item: &'a syn::ItemFn) {
        self.functions.push(self.named(&item.sig.ident, (item.sig.clone(), (*item.block).clone())));
        visit::visit_item_fn(self, item);
    }

    fn visit_impl_item_fn(&mut self, item: &'a syn::ImplItemFn) {
        self.functions.push(self.named(&item.sig.ident, (item.sig.clone(), item.block.clone())));
        visit::visit_impl_item_fn(self, item);
    }

    fn visit_item_const(&mut self, item: &'a syn::ItemConst) {
        self.constants.push(self.named(&item.ident, (*item.expr).clone()));
        visit::visit_item_const(self, item);
    }

    fn visit_impl_item_const(&mut self, item: &'a syn::ImplItemConst) {
        self.constants.push(self.named(&item.ident, item.expr.clone()));
        visit::visit_impl_item_const(self, item);
    }

    fn visit_macro(&mut self, item: &'a syn::Macro) {
        if item.path.is_ident("sql") || item.path.is_ident("row") {
            self.macros.insert(origin(&self.file, &item.tokens));
        }
        self.keep_macros(&item.tokens);
    }
}
