//! Calls: of the builders of `shared/sql`, and of the store's functions that make texts.

use super::{
    blocks::{assign, bind},
    expressions::{Reader, Scope, names},
    holes::Filling,
    sources::{Named, names_text, origin},
    text::{BEFORE, IN_TUPLE, Origins, Row, Text, VALUE, Value, joined},
};
use syn::{
    Expr, Token,
    ext::IdentExt,
    parse::{Parse, ParseStream},
    punctuated::Punctuated,
};

/// Calls within calls that are read.
const DEEP: usize = 7;

/// `"table", column: value, …`
pub struct RowTokens {
    pub table: String,
    pub columns: Vec<String>,
    pub values: Vec<Expr>,
}

impl Parse for RowTokens {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let table = input.parse::<syn::LitStr>()?.value();
        let mut row = Self { table, columns: Vec::new(), values: Vec::new() };
        while input.parse::<Option<Token![,]>>()?.is_some() && !input.is_empty() {
            row.columns.push(input.call(syn::Ident::parse_any)?.to_string());
            input.parse::<Token![:]>()?;
            row.values.push(input.parse()?);
        }
        Ok(row)
    }
}

impl Reader<'_> {
    pub fn sql(&mut self, made: &syn::Macro, scope: &mut Scope) -> Value {
        let parsed = made.parse_body_with(Punctuated::<Expr, Token![,]>::parse_terminated);
        let Ok(arguments) = parsed else { return Value::Unknown };
        let mut arguments = arguments.iter();
        let texts = arguments.next().map(|text| self.expr(text, scope));
        let Some(Value::Words(texts)) = texts else { return Value::Unknown };
        let (mut in_order, mut named) = (Vec::new(), Vec::new());
        for argument in arguments {
            match argument {
                Expr::Assign(one) => {
                    let Expr::Path(name) = &*one.left else { continue };
                    named.push((names(&name.path, scope).1, self.expr(&one.right, scope)));
                }
                one => in_order.push(self.expr(one, scope)),
            }
        }
        let of = Origins::from([origin(&scope.file, &made.tokens)]);
        let own = [Text { of, ..Text::default() }];
        let filling = Filling { in_order: &in_order, named: &named, dialect: &self.dialect };
        sql(texts.iter().flat_map(|text| joined(&own, &filling.fill(text))).collect())
    }

    pub fn call(&mut self, call: &syn::ExprCall, scope: &mut Scope) -> Value {
        let Expr::Path(path) = &*call.func else {
            self.expr(&call.func, scope);
            return Value::Sent;
        };
        let arguments: Vec<_> = call.args.iter().map(|one| self.expr(one, scope)).collect();
        let (owner, name) = names(&path.path, scope);
        let first = arguments.first().cloned().unwrap_or_default();
        built(owner.as_deref(), &name, first).unwrap_or_else(|| {
            let function = self.expr(&call.func, scope);
            self.apply(&function, &arguments)
        })
    }

    pub fn method(&mut self, call: &syn::ExprMethodCall, scope: &mut Scope) -> Value {
        let of = self.expr(&call.receiver, scope);
        let arguments: Vec<_> = call.args.iter().map(|one| self.expr(one, scope)).collect();
        let name = call.method.to_string();
        let first = arguments.first().cloned().unwrap_or_default();
        if matches!(&*name, "push" | "extend") {
            assign(&call.receiver, first, scope);
            return Value::Sent;
        }
        appended(&of, &name, first).unwrap_or_else(|| self.combined(of, &name, &arguments, scope))
    }

    /// What `Option` and `Iterator` make of texts, and methods of the store.
    fn combined(&mut self, of: Value, name: &str, by: &[Value], scope: &Scope) -> Value {
        let made = |reader: &mut Self, element: &Value| {
            by.iter().map(|one| reader.applied(one, element)).reduce(Value::or).unwrap_or_default()
        };
        match name {
            "map" | "and_then" | "then" | "filter_map" | "flat_map" | "map_or" | "map_or_else" => {
                made(self, &of.element())
            }
            "enumerate" => Value::Tuple(vec![Value::Sent, of.element()]),
            "unwrap_or" | "unwrap_or_else" | "chain" | "reduce" => {
                let more = made(self, &of.clone().element());
                of.or(more)
            }
            "fold" => {
                let begin = by.first().cloned().unwrap_or_default();
                let elements = [begin.clone(), of.element()];
                let folded = by.get(1).map(|by| self.apply(by, &elements));
                begin.or(folded.unwrap_or_default())
            }
            "execute" | "all" | "one" | "first" | "len" | "is_some" | "is_empty" => Value::Sent,
            name if !of.is_sql() => match self.sources.methods(&scope.file, name) {
                methods if methods.is_empty() => of,
                methods => self.apply(&Value::Function(methods), by),
            },
            _ => of,
        }
    }

    /// What a closure or a function makes of an element; what is neither is itself made.
    fn applied(&mut self, made: &Value, element: &Value) -> Value {
        match made {
            Value::Closure(_) | Value::Function(_) => {
                self.apply(made, &[element.clone(), element.clone()])
            }
            made => made.clone(),
        }
    }

    pub fn apply(&mut self, function: &Value, arguments: &[Value]) -> Value {
        match function {
            Value::Closure(known) => {
                let (file, owner) = (known.file.clone(), known.owner.clone());
                let mut inner =
                    Scope { file, owner, values: known.values.clone(), ..Scope::default() };
                for (i, pattern) in known.closure.inputs.iter().enumerate() {
                    bind(pattern, arguments.get(i).cloned().unwrap_or_default(), &mut inner);
                }
                let made = self.expr(&known.closure.body, &mut inner);
                made.or(inner.returned)
            }
            Value::Function(functions) if self.depth < DEEP => {
                self.depth += 1;
                let made = functions.iter().map(|i| self.inlined(*i, arguments));
                let made = made.reduce(Value::or).unwrap_or_default();
                self.depth -= 1;
                made
            }
            Value::Function(_) => Value::Unknown,
            _ => Value::Sent,
        }
    }

    /// What a function makes of these arguments. Without any text among them it is always the same.
    fn inlined(&mut self, function: usize, arguments: &[Value]) -> Value {
        let Named { file, owner, what: (signature, block), .. } = &self.sources.functions[function];
        let mut inner = Scope { file: file.clone(), owner: owner.clone(), ..Scope::default() };
        let typed = signature.inputs.iter().filter_map(|input| match input {
            syn::FnArg::Typed(input) => Some(input),
            syn::FnArg::Receiver(_) => None,
        });
        let mut is_plain = true;
        for (i, input) in typed.enumerate() {
            let may_be_text = names_text(&input.ty);
            let argument = arguments.get(i).filter(|_| may_be_text).cloned().unwrap_or_default();
            is_plain &= matches!(argument, Value::Sent);
            bind(&input.pat, argument, &mut inner);
        }
        if let Some(made) = self.made_before.get(&function).filter(|_| is_plain) {
            return made.clone();
        }
        let made = self.block(block, &mut inner).or(inner.returned);
        if is_plain {
            self.made_before.insert(function, made.clone());
        }
        made
    }
}

/// What the builders of `shared/sql` make.
fn built(owner: Option<&str>, name: &str, of: Value) -> Option<Value> {
    Some(match (owner, name, of) {
        (_, "Some" | "Ok", of) | (Some("Mutation" | "Box"), "new", of) => of,
        (_, "Fragment", Value::Words(words)) => {
            Value::Fragment(words.into_iter().map(Text::of_words).collect())
        }
        (Some("Statement"), "text", Value::Words(words)) => {
            sql(words.into_iter().map(Text::of_words).collect())
        }
        (None, "list", _) => sql(vec![Text::of_words(format!("({VALUE})"))]),
        (Some("Statement"), "tuples", rows) => tuples(&rows),
        (Some("Mutation"), "insert", Value::Rows(rows)) => {
            rows_as(&rows, ("INSERT INTO ", " SELECT ", &format!(" {BEFORE}FROM WHERE true")))
        }
        (None, "insert_all" | "insert_padded", rows) => match rows.element() {
            Value::Rows(rows) => rows_as(&rows, ("INSERT INTO ", " VALUES (", ")")),
            _ => Value::Unknown,
        },
        (None, "table_of", rows) => match rows.element() {
            Value::Rows(rows) => rows_as(&rows, ("", " AS (VALUES (", "))")),
            _ => Value::Unknown,
        },
        (_, "Fragment", _) | (Some("Statement"), "text", _) | (Some("Mutation"), "insert", _) => {
            Value::Unknown
        }
        _ => return None,
    })
}

/// What the methods of statements and rows make.
fn appended(of: &Value, name: &str, more: Value) -> Option<Value> {
    Some(match (name, of, more) {
        ("then" | "and", Value::Sql(texts), Value::Sql(more) | Value::Fragment(more)) => {
            sql(joined(texts, &more))
        }
        ("and", Value::Sql(_), Value::Sent) => of.clone(),
        ("then" | "and", Value::Sql(_) | Value::Unknown, _) => Value::Unknown,
        ("insert", Value::Rows(rows), _) => rows_as(rows, ("INSERT INTO ", " VALUES (", ")")),
        ("insert_select", Value::Rows(rows), _) => rows_as(rows, ("INSERT INTO ", " SELECT ", "")),
        ("after", Value::Sql(texts), before) => {
            sql(texts.iter().map(|text| after(text, &before)).collect())
        }
        ("then_some", _, more) => more,
        _ => return None,
    })
}

/// No variant at all is an unknown text.
fn sql(texts: Vec<Text>) -> Value {
    if texts.is_empty() { Value::Unknown } else { Value::Sql(texts) }
}

fn rows_as(rows: &[Row], words: (&str, &str, &str)) -> Value {
    sql(rows.iter().map(|row| row.text(words)).collect())
}

/// `(…), (…)`, whose values are marked, because PostgreSQL does not know their types.
fn tuples(rows: &Value) -> Value {
    match rows {
        Value::List(row) if row.iter().all(|value| !matches!(value, Value::List(_))) => {
            let value = format!("{IN_TUPLE}{VALUE}");
            let one = format!("({})", vec![value; row.len()].join(", "));
            sql(vec![Text::of_words(format!("{one}, {one}"))])
        }
        Value::List(rows) => rows.first().map_or(Value::Unknown, tuples),
        _ => Value::Unknown,
    }
}

/// `.after(Some("invoice"))` joins what stands before.
fn after(text: &Text, before: &Value) -> Text {
    let Value::Words(names) = before else { return text.clone() };
    let sql = ["FROM", "USING"].iter().fold(text.sql.clone(), |sql, word| {
        sql.replace(&format!("{BEFORE}{word}"), &format!("{word} {}", names[0]))
    });
    Text { sql, of: text.of.clone() }
}
