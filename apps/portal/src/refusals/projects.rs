//! Refusals about projects.

use super::sentence::Sentence;

pub(super) const SENTENCES: &[Sentence] = &[
    ("project not found", "projekt tu nie je"),
    ("the project is closed or archived", "projekt je uzavretý alebo archivovaný"),
    ("another project has it", "má ho iný projekt"),
    (
        "invoices, expenses or contracts name the project: archive it",
        "projekt majú faktúry, výdavky alebo zmluvy: archivujte ho",
    ),
];
