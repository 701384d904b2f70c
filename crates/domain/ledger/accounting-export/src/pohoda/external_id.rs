use xml::Writer;

/// The name under which Pohoda keeps our ids.
const SYSTEM: &str = "Billhook";

/// Writes the id that a document has here (`extId`): by it Pohoda knows the document again.
pub fn write_external_id(writer: &mut Writer, element: &str, id: &str) {
    writer.group(element, &[], |writer| {
        writer.leaf("typ:ids", &[], id);
        writer.leaf("typ:exSystemName", &[], SYSTEM);
    });
}
