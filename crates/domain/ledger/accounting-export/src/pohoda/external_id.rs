use xml::Writer;

/// The system name under which Pohoda stores our ids.
const SYSTEM: &str = "Billhook";

/// Writes our id of a document (`extId`), by which Pohoda recognizes it.
pub fn write_external_id(writer: &mut Writer, element: &str, id: &str) {
    writer.group(element, &[], |writer| {
        writer.leaf("typ:ids", &[], id);
        writer.leaf("typ:exSystemName", &[], SYSTEM);
    });
}
