//! Learns which operations can read ids of each kind from a few of them, so that not every id is tried everywhere.

use super::{
    AT_ONCE,
    operations::{Interface, Operation},
    parties::Party,
};
use futures_util::{StreamExt, stream};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use uuid::Uuid;

/// Ids of each kind that are tried with every operation.
const SAMPLES: usize = 3;

/// The list whose answer contained an id, and the member.
pub type Kind = String;

/// The operations that read ids of each kind.
#[derive(Default)]
pub struct Kinds {
    samples: BTreeMap<Kind, usize>,
    reads: BTreeMap<Kind, BTreeSet<String>>,
}

impl Kinds {
    /// Tries ids of a party of which too few were tried yet: with another party it may be others of a kind.
    pub async fn learn(&mut self, interface: &Interface, party: &Party) {
        let samples = self.samples_of(party);
        let reads = interface.reads().filter(|operation| operation.has_parameters());
        let tries = reads.flat_map(|read| samples.iter().map(move |id| (read, *id)));
        let tries = tries.map(|(read, id)| async move {
            (party.caller.get(&read.at(id)).await.status == 200).then_some((read, id))
        });
        let found: Vec<_> = stream::iter(tries).buffer_unordered(AT_ONCE).collect().await;
        for (read, id) in found.into_iter().flatten() {
            for kind in &party.listed[id] {
                self.reads.entry(kind.clone()).or_default().insert(read.id.clone());
            }
        }
    }

    /// The first of a kind, then the last, then one between them.
    fn samples_of<'a>(&mut self, party: &'a Party) -> BTreeSet<&'a String> {
        let mut of_kinds: BTreeMap<&Kind, Vec<&String>> = BTreeMap::new();
        for (id, kinds) in &party.listed {
            kinds.iter().for_each(|kind| of_kinds.entry(kind).or_default().push(id));
        }
        let mut samples = BTreeSet::new();
        for (kind, ids) in of_kinds {
            let seen = self.samples.entry(kind.clone()).or_default();
            if *seen < SAMPLES {
                samples.insert(ids[[0, ids.len() - 1, ids.len() / 2][*seen]]);
                *seen += 1;
            }
        }
        samples
    }

    /// Whether something may be read by an id of these kinds.
    pub fn may_read(&self, read: &Operation, kinds: &BTreeSet<Kind>) -> bool {
        kinds.iter().filter_map(|kind| self.reads.get(kind)).any(|reads| reads.contains(&read.id))
    }

    /// Read operations that succeeded with no id, so that the test would prove nothing about them.
    pub fn unread<'a>(&self, interface: &'a Interface) -> Vec<&'a str> {
        let known: BTreeSet<_> = self.reads.values().flatten().map(String::as_str).collect();
        let reads = interface.reads().filter(|operation| operation.has_parameters());
        reads.map(|read| &*read.id).filter(|id| !known.contains(id)).collect()
    }
}

/// The ids in an answer with their kinds: the members `id` and `…_id`.
pub fn gather(value: &Value, list: &str, ids: &mut BTreeMap<String, BTreeSet<Kind>>) {
    match value {
        Value::Object(members) => {
            for (name, member) in members {
                let text = member.as_str().filter(|text| Uuid::try_parse(text).is_ok());
                match text.filter(|_| name == "id" || name.ends_with("_id")) {
                    Some(id) => {
                        ids.entry(id.to_owned()).or_default().insert(format!("{list} {name}"));
                    }
                    None => gather(member, list, ids),
                }
            }
        }
        Value::Array(values) => values.iter().for_each(|value| gather(value, list, ids)),
        _ => {}
    }
}
