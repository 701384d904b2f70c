//! Branches, loops, assignments and closures, and the names that patterns bind.

use super::{
    expressions::{Reader, Scope},
    text::{Closure, Value},
};
use std::{mem, rc::Rc};
use syn::{
    Expr, Pat, Stmt,
    visit::{self, Visit},
};

impl Reader<'_> {
    /// Reads an expression that decides what runs; of any other expression its parts are read.
    pub fn control(&mut self, expr: &Expr, scope: &mut Scope) -> Value {
        match expr {
            Expr::If(one) => self.branches(one, scope),
            Expr::Match(one) => {
                let of = self.expr(&one.expr, scope);
                let arms = one.arms.iter().map(|arm| {
                    bind(&arm.pat, of.clone(), scope);
                    self.expr(&arm.body, scope)
                });
                arms.reduce(Value::or).unwrap_or_default()
            }
            Expr::Closure(closure) => self.closure(closure, scope),
            _ => {
                self.effect(expr, scope);
                Value::Sent
            }
        }
    }

    fn branches(&mut self, one: &syn::ExprIf, scope: &mut Scope) -> Value {
        self.expr(&one.cond, scope);
        let then = self.block(&one.then_branch, scope);
        let other = one.else_branch.as_ref().map(|(_, other)| self.expr(other, scope));
        then.or(other.unwrap_or_default())
    }

    /// It is read where it stands too, because what calls it may not be known.
    fn closure(&mut self, closure: &syn::ExprClosure, scope: &Scope) -> Value {
        let Scope { file, owner, values, .. } = scope;
        let closure = Value::Closure(Rc::new(Closure {
            closure: closure.clone(),
            file: file.clone(),
            owner: owner.clone(),
            values: values.clone(),
        }));
        self.apply(&closure, &[]);
        closure
    }

    fn effect(&mut self, expr: &Expr, scope: &mut Scope) {
        match expr {
            Expr::Let(one) => {
                let value = self.expr(&one.expr, scope);
                bind(&one.pat, value, scope);
            }
            Expr::ForLoop(one) => {
                let elements = self.expr(&one.expr, scope).element();
                bind(&one.pat, elements, scope);
                self.block(&one.body, scope);
            }
            Expr::Assign(one) => {
                let value = self.expr(&one.right, scope);
                assign(&one.left, value, scope);
            }
            Expr::Return(syn::ExprReturn { expr: Some(value), .. }) => {
                let value = self.expr(value, scope);
                scope.returned = mem::take(&mut scope.returned).or(value);
            }
            _ => visit::visit_expr(&mut Parts { reader: self, scope }, expr),
        }
    }

    pub fn block(&mut self, block: &syn::Block, scope: &mut Scope) -> Value {
        let mut last = Value::Sent;
        for statement in &block.stmts {
            last = Value::Sent;
            match statement {
                Stmt::Local(local) => {
                    let Some(init) = &local.init else { continue };
                    let value = self.expr(&init.expr, scope);
                    if let Some((_, otherwise)) = &init.diverge {
                        self.expr(otherwise, scope);
                    }
                    bind(&local.pat, value, scope);
                }
                Stmt::Expr(expr, end) => {
                    let value = self.expr(expr, scope);
                    last = if end.is_none() { value } else { Value::Sent };
                }
                Stmt::Macro(one) => last = self.made(&one.mac, scope),
                Stmt::Item(_) => {}
            }
        }
        last
    }
}

/// The earlier value stays a variant: another branch may be taken.
pub fn assign(to: &Expr, value: Value, scope: &mut Scope) {
    match (to, value) {
        (Expr::Tuple(to), Value::Tuple(values)) => {
            to.elems.iter().zip(values).for_each(|(to, value)| assign(to, value, scope));
        }
        (Expr::Path(to), value) => {
            if let Some(name) = to.path.get_ident().map(ToString::to_string) {
                let before = scope.values.remove(&name).unwrap_or_default();
                scope.values.insert(name, value.or(before));
            }
        }
        _ => {}
    }
}

/// Gives the names in a pattern what is known of the value.
pub fn bind(pattern: &Pat, value: Value, scope: &mut Scope) {
    match pattern {
        Pat::Ident(one) => _ = scope.values.insert(one.ident.to_string(), value),
        Pat::Type(one) => bind(&one.pat, value, scope),
        Pat::Reference(one) => bind(&one.pat, value, scope),
        Pat::Paren(one) => bind(&one.pat, value, scope),
        Pat::Or(one) => one.cases.iter().for_each(|case| bind(case, value.clone(), scope)),
        Pat::Tuple(one) => {
            let parts = parts(value, one.elems.len());
            one.elems.iter().zip(parts).for_each(|(pattern, part)| bind(pattern, part, scope));
        }
        // Some(x), Ok(x); of other structs nothing is known
        Pat::TupleStruct(one) if one.elems.len() == 1 => bind(&one.elems[0], value, scope),
        Pat::TupleStruct(one) => {
            one.elems.iter().for_each(|part| bind(part, Value::Sent, scope));
        }
        Pat::Struct(one) => {
            one.fields.iter().for_each(|field| bind(&field.pat, Value::Sent, scope));
        }
        _ => {}
    }
}

/// The parts of a tuple.
fn parts(value: Value, count: usize) -> Vec<Value> {
    match value {
        Value::Tuple(values) if values.len() == count => values,
        Value::Unknown => vec![Value::Unknown; count],
        _ => vec![Value::Sent; count],
    }
}

/// Reads the parts of an expression.
struct Parts<'r, 'a> {
    reader: &'r mut Reader<'a>,
    scope: &'r mut Scope,
}

impl<'ast> Visit<'ast> for Parts<'_, '_> {
    fn visit_expr(&mut self, part: &'ast Expr) {
        self.reader.expr(part, self.scope);
    }

    fn visit_block(&mut self, block: &'ast syn::Block) {
        self.reader.block(block, self.scope);
    }
}
