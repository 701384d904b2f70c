//! Refusals about files that are attached, and about who mail goes to.

use super::sentence::Sentence;

pub(super) const SENTENCES: &[Sentence] = &[
    // files
    ("the file {}", "súbor {}"),
    ("the file name {}", "názov súboru {}"),
    (
        "is empty; name the file, as in \"contract.pdf\"",
        "je prázdny; pomenujte súbor, napríklad „zmluva.pdf“",
    ),
    ("has {} characters; at most {} are allowed", "má {} znakov; najviac môže mať {}"),
    (
        "contains a path; send the name alone, without / or \\",
        "obsahuje cestu; pošlite len názov, bez / a \\",
    ),
    (
        "contains the control character U+{}; leave it out",
        "obsahuje riadiaci znak U+{}; vynechajte ho",
    ),
    (
        "{} cannot be delivered; attach PDF, PNG, JPEG, CSV, XLSX or ODS (application/pdf, image/png, image/jpeg, text/csv, application/vnd.openxmlformats-officedocument.spreadsheetml.sheet, application/vnd.oasis.opendocument.spreadsheet)",
        "{} sa nedá doručiť; priložte PDF, PNG, JPEG, CSV, XLSX alebo ODS",
    ),
    ("the content is {}, not {}; set mime_code to {}", "obsah je {}, nie {}; typ má byť {}"),
    ("a CSV file needs a file name that ends in .csv", "názov súboru CSV sa musí končiť na .csv"),
    ("the file is empty", "súbor je prázdny"),
    (
        "the file has {} bytes; all attachments together may have {} (10 MB)",
        "súbor má {} bajtov; všetky prílohy spolu môžu mať {} (10 MB)",
    ),
    (
        "the file is {}; attach PDF, PNG, JPEG, CSV, XLSX or ODS",
        "súbor je {}; priložte PDF, PNG, JPEG, CSV, XLSX alebo ODS",
    ),
    (
        "the content is not a PDF, PNG, JPEG, CSV, XLSX or ODS file",
        "obsah nie je súbor PDF, PNG, JPEG, CSV, XLSX ani ODS",
    ),
    ("the {} file is damaged: {}", "súbor {} je poškodený: {}"),
    ("its end marker is missing", "chýba mu koncová značka"),
    ("its header (IHDR) is missing", "chýba mu hlavička (IHDR)"),
    ("is a damaged zip archive", "je poškodený archív zip"),
    (
        "is {}, not an XLSX or ODS workbook; attach PDF, PNG, JPEG, CSV, XLSX or ODS",
        "je {}, nie zošit XLSX alebo ODS; priložte PDF, PNG, JPEG, CSV, XLSX alebo ODS",
    ),
    (
        "is a workbook with macros; save it without them, as .xlsx or .ods",
        "je zošit s makrami; uložte ho bez nich, ako .xlsx alebo .ods",
    ),
    ("is encrypted; save it without a password", "je zašifrovaný; uložte ho bez hesla"),
    (
        "unpacks to too much ({}); it looks like a zip bomb",
        "rozbalí sa na priveľa ({}); vyzerá ako zip bomba",
    ),
    ("has a malicious zip structure ({})", "má nebezpečnú štruktúru zip ({})"),
    ("a zip archive", "archív zip"),
    ("a Word document (DOCX)", "dokument Word (DOCX)"),
    ("a presentation (PPTX)", "prezentácia (PPTX)"),
    ("another kind of Office file", "iný súbor Office"),
    ("another kind of document", "iný druh dokumentu"),
    (
        "an old Office file (DOC, XLS) or an encrypted workbook",
        "starý súbor Office (DOC, XLS) alebo zašifrovaný zošit",
    ),
    ("a GIF image", "obrázok GIF"),
    ("an RTF document", "dokument RTF"),
    ("a program", "program"),
    ("a 7z archive", "archív 7z"),
    ("a RAR archive", "archív RAR"),
    ("a gzip archive", "archív gzip"),
    ("an entry grows more than 200 times", "položka narastie viac než 200-krát"),
    ("more than 100 MB", "viac než 100 MB"),
    ("too many entries", "priveľa položiek"),
    ("an index entry is too long", "položka zoznamu je pridlhá"),
    ("two kinds of document in one", "dva druhy dokumentu v jednom"),
    ("an entry points out of the package", "položka ukazuje mimo archívu"),
    ("disguised content types", "zamaskované typy obsahu"),
    ("entries that are not counted", "nezapočítané položky"),
    ("data before or within the archive", "údaje pred archívom alebo v ňom"),
    ("data before the first entry", "údaje pred prvou položkou"),
    ("an entry with two names", "položka s dvomi názvami"),
    ("entries of the same name", "položky s rovnakým názvom"),
    ("entries lie over each other", "položky sa prekrývajú"),
    // addresses
    ("the e-mail address {}", "e-mailová adresa {}"),
    ("has more than {} characters", "má viac než {} znakov"),
    (
        "must be in plain ASCII; write an internationalised domain as xn--…",
        "musí byť bez diakritiky; doménu s diakritikou píšte ako xn--…",
    ),
    ("the customer has no e-mail address: name one", "zákazník nemá e-mailovú adresu: zadajte ju"),
    (
        "mail of a test key goes to the organization itself, which has no e-mail address",
        "pošta zo skúšobného prostredia ide samej firme, a tá nemá e-mailovú adresu",
    ),
    ("{}: there is nothing to remind of", "{}: niet čo pripomínať"),
    ("a credit note is not paid", "dobropis sa neplatí"),
    ("a self-billed invoice is paid by the organization itself", "samofaktúru platí samotná firma"),
];
