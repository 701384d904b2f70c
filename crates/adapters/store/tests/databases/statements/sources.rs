//! The sources of the store: its functions and constants by name, and every macro that makes a text.

use super::text::Origins;
use proc_macro2::TokenStream;
use std::{
    collections::{BTreeSet, HashMap},
    fs,
    path::{Path, PathBuf},
    rc::Rc,
};
use syn::visit::{self, Visit};

/// The types whose values are texts.
const SQL: [&str; 5] = ["Statement", "Fragment", "NewRow", "Mutation", "Value"];

/// Types of the language, which are no modules.
const PRIMITIVES: [&str; 5] = ["i16", "i32", "i64", "u32", "u64"];

/// A function or a constant.
pub struct Named<T> {
    /// The file below `src`.
    pub file: String,
    pub name: String,
    /// The type that it belongs to.
    pub owner: Option<String>,
    pub what: T,
}

#[derive(Default)]
pub struct Sources {
    pub functions: Vec<Named<(syn::Signature, syn::Block)>>,
    pub constants: Vec<Named<syn::Expr>>,
    /// Every `sql!` and `row!`, as [`origin`] names it.
    pub macros: Origins,
    /// What a file imports under a name: the module, and the name there.
    pub(super) imports: HashMap<(String, String), (String, String)>,
    /// The module in a `use` that is being read.
    pub(super) module: String,
    /// Files that are compiled for tests only.
    pub(super) tests: BTreeSet<String>,
    pub(super) file: String,
    pub(super) owner: Option<String>,
}

/// Names a macro by its file and its tokens.
pub fn origin(file: &str, tokens: &TokenStream) -> Rc<str> {
    let words: Vec<String> = tokens.to_string().split_whitespace().map(str::to_owned).collect();
    format!("{file}: {}", words.join(" ")).into()
}

impl Sources {
    /// What is compiled for one engine: its own folder, and the shared one.
    pub fn read(engine: &str) -> Self {
        let mut sources = Self::default();
        let top = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
        for folder in ["shared", engine] {
            let mut files = Vec::new();
            files_below(&top.join(folder), &mut files);
            files.sort();
            for path in files {
                let name = path.strip_prefix(&top).expect("a file of the store");
                sources.file = name.display().to_string();
                let text = fs::read_to_string(&path).expect("a source");
                let file = syn::parse_file(&text).unwrap_or_else(|e| panic!("{name:?}: {e}"));
                sources.visit_file(&file);
            }
        }
        let Self { functions, macros, tests, .. } = &mut sources;
        functions.retain(|function| !tests.contains(&function.file));
        macros.retain(|of| !of.split_once(':').is_some_and(|(file, _)| tests.contains(file)));
        sources
    }

    /// The functions that make texts and that a path in a file may lead to.
    pub fn functions(&self, file: &str, owner: Option<&str>, name: &str) -> Vec<usize> {
        let near = self.nearest(&self.functions, (file, owner, name));
        near.into_iter().filter(|i| speaks_sql(&self.functions[*i].what.0)).collect()
    }

    /// The methods of this name that make texts.
    pub fn methods(&self, file: &str, name: &str) -> Vec<usize> {
        let functions = self.functions(file, None, name).into_iter();
        functions.filter(|i| self.functions[*i].what.0.receiver().is_some()).collect()
    }

    /// The constants that a path in a file may lead to.
    pub fn constants(&self, file: &str, owner: Option<&str>, name: &str) -> Vec<usize> {
        self.nearest(&self.constants, (file, owner, name))
    }

    fn nearest<T>(
        &self,
        all: &[Named<T>],
        (file, owner, name): (&str, Option<&str>, &str),
    ) -> Vec<usize> {
        let imported = self.imports.get(&(file.to_owned(), name.to_owned()));
        let name = imported.map_or(name, |(_, real)| real);
        let is_here = || all.iter().any(|one| one.name == name && one.file == file);
        let owner = owner.or_else(|| imported.filter(|_| !is_here()).map(|(module, _)| &**module));
        let named: Vec<_> = (0..all.len()).filter(|i| all[*i].name == name).collect();
        let best = named.iter().map(|i| all[*i].distance(file, owner)).max().unwrap_or_default();
        // String::from is none of ours
        if owner.is_some_and(|owner| {
            owner.starts_with(char::is_uppercase) || PRIMITIVES.contains(&owner)
        }) && !best.0
        {
            return Vec::new();
        }
        named.into_iter().filter(|i| all[*i].distance(file, owner) == best).collect()
    }
}

impl<T> Named<T> {
    /// How well a path in a file that names `owner` leads here: it is of that owner or of the same file, and near.
    fn distance(&self, file: &str, owner: Option<&str>) -> (bool, usize) {
        let module = self.file.trim_end_matches(".rs").trim_end_matches("/mod");
        let is_owned = owner.is_some_and(|owner| {
            self.owner.as_deref() == Some(owner) || module.rsplit('/').next() == Some(owner)
        });
        let is_here = self.file == file && owner.is_none();
        let path = file.trim_end_matches(".rs").split('/');
        let folders = module.split('/').zip(path).take_while(|(one, other)| one == other);
        (is_owned || is_here, folders.count())
    }
}

fn files_below(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder of the store") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            files_below(&path, files);
        } else {
            files.push(path);
        }
    }
}

/// Whether a type names one of those whose values are texts.
pub fn names_sql<T>(visit: impl FnOnce(&mut Types) -> T) -> bool {
    let mut types = Types(false);
    visit(&mut types);
    types.0
}

fn speaks_sql(signature: &syn::Signature) -> bool {
    names_sql(|types| types.visit_signature(signature))
}

/// Whether an argument of the type may be, or make, a text: those above, `&str`, closures.
pub fn names_text(of: &syn::Type) -> bool {
    let mut names = Names(false);
    names.visit_type(of);
    names.0 || names_sql(|types| types.visit_type(of))
}

struct Names(bool);

impl Visit<'_> for Names {
    fn visit_ident(&mut self, name: &proc_macro2::Ident) {
        self.0 |= name == "str" || name == "Fn" || name == "FnOnce";
    }
}

pub struct Types(bool);

impl Visit<'_> for Types {
    fn visit_path_segment(&mut self, segment: &syn::PathSegment) {
        self.0 |= SQL.iter().any(|name| segment.ident == name);
        visit::visit_path_segment(self, segment);
    }
}
