//! Finding a name's number by its text, for each element of a document.

use std::sync::OnceLock;

use super::{NAMES, Name, Namespace, VOCABULARIES};

/// Open addressing over a power of two at least twice as large as the number of names.
const SLOTS: usize = (NAMES * 2).next_power_of_two();

impl Name {
    /// The name of a path such as `cac:Party`, looked up when the program runs.
    pub fn of_path_step(step: &str) -> Option<Self> {
        let (prefix, local) = step.split_once(':')?;
        find(Namespace::of_usual_prefix(prefix)?, local)
    }
}

struct Slot {
    text: &'static str,
    namespace: Namespace,
    name: Name,
}

/// The name of `local` in `namespace`, if the rules know it.
pub(crate) fn find(namespace: Namespace, local: &str) -> Option<Name> {
    let slots = table();
    let mut at = hash(namespace, local);
    while let Some(slot) = &slots[at] {
        if slot.namespace == namespace && slot.text == local {
            return Some(slot.name);
        }
        at = (at + 1) % SLOTS;
    }
    None
}

fn table() -> &'static [Option<Slot>] {
    static TABLE: OnceLock<Vec<Option<Slot>>> = OnceLock::new();
    TABLE.get_or_init(|| {
        let mut slots: Vec<Option<Slot>> = (0..SLOTS).map(|_| None).collect();
        for vocabulary in &VOCABULARIES {
            for (line, text) in vocabulary.names.lines().enumerate() {
                let mut at = hash(vocabulary.namespace, text);
                while slots[at].is_some() {
                    at = (at + 1) % SLOTS;
                }
                let name = Name(vocabulary.first + line as u16);
                slots[at] = Some(Slot { text, namespace: vocabulary.namespace, name });
            }
        }
        slots
    })
}

/// Mixes the length and up to 24 bytes from both ends: enough to tell the names of the
/// vocabularies apart. Names from documents can only collide with at most a handful of slots,
/// because nothing is ever added to the table.
fn hash(namespace: Namespace, local: &str) -> usize {
    const MIX: u64 = 0x9E37_79B9_7F4A_7C15;
    let bytes = local.as_bytes();
    let mut state = (bytes.len() as u64) << 8 | namespace as u64;
    let mut mix = |word: u64| state = (state.rotate_left(29) ^ word).wrapping_mul(MIX);
    if let (Some(first), Some(last)) = (bytes.first_chunk::<8>(), bytes.last_chunk::<8>()) {
        mix(u64::from_le_bytes(*first));
        mix(u64::from_le_bytes(*last));
        if let Some(middle) = bytes.get(8..16).and_then(|m| m.first_chunk::<8>()) {
            mix(u64::from_le_bytes(*middle));
        }
    } else {
        let mut word = [0; 8];
        word[..bytes.len()].copy_from_slice(bytes);
        mix(u64::from_le_bytes(word));
    }
    (state >> 40) as usize % SLOTS
}
