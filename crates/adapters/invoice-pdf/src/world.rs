//! The closed world a page is typeset in: its fonts, the templates, and the page's own
//! files in memory. No disk, no network, no packages, no clock.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock};

use typst::diag::{FileError, FileResult};
use typst::foundations::{Bytes, Datetime, Duration};
use typst::syntax::{FileId, RootedPath, Source, VirtualPath, VirtualRoot};
use typst::text::{Font, FontBook};
use typst::utils::LazyHash;
use typst::{Library, LibraryExt, World};

use crate::fonts::Faces;

/// The page's files, by the constant names that the templates use. A typst path is kept for
/// the life of the process, so names never depend on the data.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum PageFile {
    Properties,
    Sheet,
    Logo,
    Qr,
    Xml,
}

impl PageFile {
    fn path(self) -> &'static str {
        match self {
            Self::Properties => "/properties.json",
            Self::Sheet => "/sheet.json",
            Self::Logo => "/logo",
            Self::Qr => "/qr.svg",
            Self::Xml => "/document.xml",
        }
    }
}

/// What all pages share.
struct Press {
    library: LazyHash<Library>,
    templates: HashMap<FileId, Source>,
}

/// What is made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Template {
    /// An invoice.
    Invoice,
    /// The agreement on a set-off.
    SetOff,
}

impl Template {
    fn path(self) -> &'static str {
        match self {
            Self::Invoice => "/invoice.typ",
            Self::SetOff => "/set-off.typ",
        }
    }
}

static PRESS: LazyLock<Press> = LazyLock::new(|| {
    let templates = [
        (Template::Invoice.path(), include_str!("../templates/invoice.typ")),
        (Template::SetOff.path(), include_str!("../templates/set-off.typ")),
        ("/style.typ", include_str!("../templates/style.typ")),
        ("/blocks.typ", include_str!("../templates/blocks.typ")),
    ];
    let source = |(path, text): (&'static str, &str)| {
        let id = file_id(path);
        (id, Source::new(id, text.to_owned()))
    };
    Press {
        library: LazyHash::new(Library::default()),
        templates: templates.into_iter().map(source).collect(),
    }
});

/// The id of one of our own constant paths.
fn file_id(path: &'static str) -> FileId {
    let path = VirtualPath::new(path).expect("the paths in this file are absolute and plain");
    FileId::new(RootedPath::new(VirtualRoot::Project, path))
}

/// One page's world.
pub(crate) struct PageWorld {
    main: FileId,
    faces: Arc<Faces>,
    files: HashMap<FileId, Bytes>,
}

impl PageWorld {
    /// A world with these fonts and files.
    pub fn new(
        template: Template,
        faces: Arc<Faces>,
        files: impl IntoIterator<Item = (PageFile, Vec<u8>)>,
    ) -> Self {
        let files =
            files.into_iter().map(|(file, bytes)| (file_id(file.path()), Bytes::new(bytes)));
        Self { main: file_id(template.path()), faces, files: files.collect() }
    }
}

impl World for PageWorld {
    fn library(&self) -> &LazyHash<Library> {
        &PRESS.library
    }

    fn book(&self) -> &LazyHash<FontBook> {
        &self.faces.book
    }

    fn main(&self) -> FileId {
        self.main
    }

    fn source(&self, id: FileId) -> FileResult<Source> {
        PRESS.templates.get(&id).cloned().ok_or_else(|| not_found(id))
    }

    fn file(&self, id: FileId) -> FileResult<Bytes> {
        self.files.get(&id).cloned().ok_or_else(|| not_found(id))
    }

    fn font(&self, index: usize) -> Option<Font> {
        self.faces.fonts.get(index).cloned()
    }

    fn today(&self, _: Option<Duration>) -> Option<Datetime> {
        None
    }
}

fn not_found(id: FileId) -> FileError {
    FileError::NotFound(id.get().vpath().get_with_slash().into())
}
