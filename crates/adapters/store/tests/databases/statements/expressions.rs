//! Reads expressions of the store for the texts that they make. What a run decides (branches, optional conditions) becomes variants.

use super::{
    blocks::bind,
    calls::RowTokens,
    sources::{Named, Sources, names_sql, origin},
    text::{Origins, Row, Text, Value},
};
use proc_macro2::{Spacing, TokenStream, TokenTree};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use syn::{Expr, visit::Visit};

/// Words that statements begin with.
const BEGINNINGS: [&str; 5] = ["SELECT", "INSERT", "UPDATE", "DELETE", "WITH"];

pub struct Reader<'a> {
    pub sources: &'a Sources,
    /// What the engine fills holes with.
    pub dialect: BTreeMap<String, String>,
    /// Every text that begins as a statement does.
    pub found: BTreeSet<Text>,
    /// Calls within calls.
    pub depth: usize,
    /// What functions make whose arguments are no texts.
    pub made_before: HashMap<usize, Value>,
}

/// What is known while a function is read.
#[derive(Default)]
pub struct Scope {
    pub file: String,
    pub owner: Option<String>,
    pub values: HashMap<String, Value>,
    pub returned: Value,
}

impl<'a> Reader<'a> {
    pub fn new(sources: &'a Sources, engine: &str) -> Self {
        let mut reader = Self {
            sources,
            dialect: BTreeMap::new(),
            found: BTreeSet::new(),
            depth: 0,
            made_before: HashMap::new(),
        };
        let file = format!("{engine}/mod.rs");
        for i in sources.constants(&file, None, "DIALECT") {
            let mut scope = Scope { file: file.clone(), ..Scope::default() };
            let Value::List(texts) = reader.expr(&sources.constants[i].what, &mut scope) else {
                continue;
            };
            reader.dialect.extend(texts.into_iter().filter_map(|text| match text {
                Value::Tuple(pair) => match &pair[..] {
                    [Value::Words(name), Value::Words(text)] => {
                        Some((name[0].clone(), text[0].clone()))
                    }
                    _ => None,
                },
                _ => None,
            }));
        }
        reader
    }

    /// Reads every function by itself: of its arguments only those are known that are no text.
    pub fn read_all(&mut self) {
        for function in &self.sources.functions {
            let Named { file, owner, what: (signature, block), .. } = function;
            let mut scope = Scope { file: file.clone(), owner: owner.clone(), ..Scope::default() };
            for input in &signature.inputs {
                let syn::FnArg::Typed(input) = input else { continue };
                let is_sql = names_sql(|types| types.visit_type(&input.ty));
                bind(&input.pat, if is_sql { Value::Unknown } else { Value::Sent }, &mut scope);
            }
            self.block(block, &mut scope);
        }
    }

    pub fn expr(&mut self, expr: &Expr, scope: &mut Scope) -> Value {
        let value = self.value(expr, scope);
        if let Value::Sql(texts) = &value {
            let whole = |text: &&Text| {
                BEGINNINGS.iter().any(|word| text.sql.trim_start().starts_with(word))
            };
            self.found.extend(texts.iter().filter(whole).cloned());
        }
        value
    }

    fn value(&mut self, expr: &Expr, scope: &mut Scope) -> Value {
        match expr {
            Expr::Lit(literal) => match &literal.lit {
                syn::Lit::Str(text) => Value::Words(vec![text.value()]),
                _ => Value::Sent,
            },
            Expr::Path(path) => self.path(&path.path, scope),
            Expr::Reference(inner) => self.expr(&inner.expr, scope),
            Expr::Paren(inner) => self.expr(&inner.expr, scope),
            Expr::Group(inner) => self.expr(&inner.expr, scope),
            Expr::Await(inner) => self.expr(&inner.base, scope),
            Expr::Try(inner) => self.expr(&inner.expr, scope),
            Expr::Macro(inner) => self.made(&inner.mac, scope),
            Expr::MethodCall(call) => self.method(call, scope),
            Expr::Call(call) => self.call(call, scope),
            Expr::Block(inner) => self.block(&inner.block, scope),
            Expr::Async(inner) => self.block(&inner.block, scope),
            Expr::Tuple(inner) => {
                Value::Tuple(inner.elems.iter().map(|one| self.expr(one, scope)).collect())
            }
            Expr::Array(inner) => {
                Value::List(inner.elems.iter().map(|one| self.expr(one, scope)).collect())
            }
            _ => self.control(expr, scope),
        }
    }

    fn path(&mut self, path: &syn::Path, scope: &mut Scope) -> Value {
        if let Some(value) = path.get_ident().and_then(|name| scope.values.get(&name.to_string())) {
            return value.clone();
        }
        let (owner, name) = names(path, scope);
        let known = self.sources.constants(&scope.file, owner.as_deref(), &name);
        let constants: Vec<_> = known.iter().map(|i| &self.sources.constants[*i]).collect();
        let values = constants.into_iter().map(|constant| {
            let (file, owner) = (constant.file.clone(), constant.owner.clone());
            self.value(&constant.what, &mut Scope { file, owner, ..Scope::default() })
        });
        let value = values.reduce(Value::or);
        value.unwrap_or_else(|| {
            match self.sources.functions(&scope.file, owner.as_deref(), &name) {
                functions if functions.is_empty() => Value::Sent,
                functions => Value::Function(functions),
            }
        })
    }

    /// What a macro makes: a text, a row, an array, or what its arguments are read for.
    pub fn made(&mut self, made: &syn::Macro, scope: &mut Scope) -> Value {
        match made.path.segments.last().map(|segment| segment.ident.to_string()).as_deref() {
            Some("sql") => self.sql(made, scope),
            Some("row") => self.row(made, scope),
            Some("vec") => Value::List(self.arguments(made, scope)),
            // a name that is counted
            Some("format") => match self.arguments(made, scope).into_iter().next() {
                Some(Value::Words(words)) => {
                    Value::Words(words.iter().map(|word| numbered(word, scope)).collect())
                }
                _ => Value::Unknown,
            },
            Some("concat") => {
                match self.arguments(made, scope).into_iter().map(words).collect::<Option<Vec<_>>>()
                {
                    Some(parts) => Value::Words(vec![parts.concat()]),
                    None => Value::Sent,
                }
            }
            _ => {
                self.arguments(made, scope);
                Value::Sent
            }
        }
    }

    /// The arguments of a macro, whatever stands between them.
    fn arguments(&mut self, made: &syn::Macro, scope: &mut Scope) -> Vec<Value> {
        let mut pieces = vec![TokenStream::new()];
        for tree in made.tokens.clone() {
            match (&tree, pieces.last_mut()) {
                (TokenTree::Punct(mark), _) if [',', ';', '>'].contains(&mark.as_char()) => {
                    pieces.push(TokenStream::new());
                }
                (_, Some(last)) => last.extend([tree]),
                (_, None) => {}
            }
        }
        let parsed = pieces.into_iter().map(|piece| syn::parse2::<Expr>(after_colon(piece)));
        let parsed: Vec<_> = parsed.filter_map(Result::ok).collect();
        parsed.iter().map(|one| self.expr(one, scope)).collect()
    }

    fn row(&mut self, made: &syn::Macro, scope: &mut Scope) -> Value {
        let Ok(row) = made.parse_body::<RowTokens>() else { return Value::Unknown };
        for value in &row.values {
            self.expr(value, scope);
        }
        let into = format!("{} ({})", row.table, row.columns.join(", "));
        let of = Origins::from([origin(&scope.file, &made.tokens)]);
        Value::Rows(vec![Row { into, columns: row.columns.len(), of }])
    }
}

/// The text of `format!`. A hole that names no known text is a list of values in parentheses, and a number elsewhere.
fn numbered(text: &str, scope: &Scope) -> String {
    let filling = |before: &str, name: &str| match scope.values.get(name) {
        Some(Value::Words(words)) => words[0].clone(),
        _ if before.ends_with('(') => "NULL".to_owned(),
        _ => "0".to_owned(),
    };
    let mut pieces = text.split('{');
    let first = pieces.next().unwrap_or_default().to_owned();
    pieces.fold(first, |text, piece| match piece.split_once('}') {
        Some((name, rest)) => format!("{text}{}{rest}", filling(&text, name)),
        None => text + piece,
    })
}

/// `conn: receipts(..)` of `concurrently!`: what stands behind the colon.
fn after_colon(tokens: TokenStream) -> TokenStream {
    let trees: Vec<_> = tokens.into_iter().collect();
    let is_colon = matches!(trees.get(1), Some(TokenTree::Punct(mark))
        if mark.as_char() == ':' && mark.spacing() == Spacing::Alone);
    trees.into_iter().skip(if is_colon { 2 } else { 0 }).collect()
}

/// The one variant of a `&str`.
fn words(value: Value) -> Option<String> {
    match value {
        Value::Words(mut words) => words.pop(),
        _ => None,
    }
}

/// The type or module before the name in a path, and the name.
pub fn names(path: &syn::Path, scope: &Scope) -> (Option<String>, String) {
    let mut names = path.segments.iter().rev().map(|segment| segment.ident.to_string());
    let name = names.next().unwrap_or_default();
    let owner = names.next().map(|owner| match (&*owner, &scope.owner) {
        ("Self", Some(own)) => own.clone(),
        _ => owner,
    });
    (owner.filter(|owner| owner != "super" && owner != "self"), name)
}
