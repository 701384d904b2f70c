//! `billhook convert`: every format, read back, and what is refused.

use crate::binary::Folder;
use std::{
    fs,
    path::Path,
    process::{Command, Output},
};

fn convert(file: &Path, to: &str, output: Option<&Path>) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_billhook"));
    command.arg("convert").arg(file).args(["--to", to]);
    command.args(output.into_iter().flat_map(|path| ["--output".as_ref(), path.as_os_str()]));
    command.output().expect("it runs")
}

#[test]
fn each_format_is_written_and_read_back() {
    let folder = Folder::new();
    let ubl = fixtures::path("golden/ubl/bis-billing-3/invoice.xml");
    let cii = folder.0.join("cii.xml");
    assert!(convert(&ubl, "cii", Some(&cii)).status.success());
    let again = convert(&cii, "ubl", None);
    let text = String::from_utf8(again.stdout).expect("UTF-8");
    assert!(text.contains("<cbc:ID>FA20260042</cbc:ID>"), "{text}");
    let same = convert(&cii, "cii", None);
    assert_eq!(same.stdout, fs::read(&cii).expect("read"));
    // what is in no PDF has its code as well
    let damaged = folder.0.join("damaged.pdf");
    fs::write(&damaged, "%PDF-1.7").expect("written");
    let refused = convert(&damaged, "ubl", None);
    let said = String::from_utf8(refused.stderr).expect("UTF-8");
    assert!(refused.status.code() == Some(2) && said.contains("[PDF_UNREADABLE]"), "{said}");
}

#[cfg_attr(not(feature = "pdf"), ignore = "the feature pdf is off")]
#[test]
fn a_hybrid_pdf_is_made_and_read_back() {
    let folder = Folder::new();
    let ubl = fixtures::path("golden/ubl/bis-billing-3/invoice.xml");
    let pdf = folder.0.join("invoice.pdf");
    let made = convert(&ubl, "factur-x", Some(&pdf));
    assert!(made.status.success(), "{made:?}");
    let bytes = fs::read(&pdf).expect("read");
    assert_eq!(factur_x::read(&bytes).expect("a hybrid").doubts(), []);
    let cii = convert(&pdf, "cii", None);
    assert_eq!((cii.stdout, cii.stderr), (convert(&ubl, "cii", None).stdout, Vec::new()));
    // a PDF is not for the terminal
    assert_eq!(convert(&ubl, "factur-x", None).status.code(), Some(2));
}

#[test]
fn what_is_lacking_is_printed_and_nothing_is_written() {
    let folder = Folder::new();
    let ubl = fixtures::path("golden/ubl/bis-billing-3/invoice.xml");
    let output = folder.0.join("xrechnung.xml");
    let refused = convert(&ubl, "xrechnung", Some(&output));
    assert_eq!(refused.status.code(), Some(1));
    let said = String::from_utf8(refused.stderr).expect("UTF-8");
    assert!(said.contains("[BR-DE-15]") && said.contains("[BR-DE-5]"), "{said}");
    assert!(!output.exists());
    // 100 USD is no 100 EUR
    let foreign = folder.0.join("foreign.xml");
    let text = fs::read_to_string(&ubl).expect("read");
    let other = text.replacen(
        "<cbc:PayableAmount currencyID=\"EUR\"",
        "<cbc:PayableAmount currencyID=\"USD\"",
        1,
    );
    fs::write(&foreign, other).expect("written");
    let refused = convert(&foreign, "cii", None);
    let said = String::from_utf8(refused.stderr).expect("UTF-8");
    assert!(refused.status.code() == Some(1) && said.contains("[AMOUNT_OTHER_CURRENCY]"), "{said}");
    let none = convert(&folder.0.join("none.xml"), "cii", None);
    assert_eq!(none.status.code(), Some(2));
}

/// By way of CII, and yet by the paths of the UBL that was given.
#[test]
fn what_is_lost_is_printed_by_the_paths_of_the_file() {
    let folder = Folder::new();
    let ubl = fixtures::text("golden/ubl/bis-billing-3/invoice.xml");
    let before = |text: &str, more: &str, place: &str| {
        assert!(text.contains(place), "{place}");
        text.replacen(place, &format!("{more}{place}"), 1)
    };
    let made = before(&ubl, "<cbc:UUID>7f</cbc:UUID>", "<cbc:IssueDate>");
    let reference = "<cbc:BuyerReference>991-01484-64</cbc:BuyerReference>";
    let made = before(&made, reference, "<cac:OrderReference>");
    let made = before(&made, "<cbc:Name>Odbyt</cbc:Name>", "<cbc:Telephone>");
    let means =
        "<cac:PaymentMeans><cbc:PaymentMeansCode>97</cbc:PaymentMeansCode></cac:PaymentMeans>";
    let made = before(&made, means, "<cac:TaxTotal>");
    let file = folder.0.join("invoice.xml");
    fs::write(&file, made).expect("written");
    let done = convert(&file, "xrechnung-ubl", None);
    let said = String::from_utf8(done.stderr).expect("UTF-8");
    let expected = "not carried: /Invoice/cbc:UUID: 7f\n\
                    not carried: /Invoice/cac:PaymentMeans[2]/cbc:PaymentMeansCode: 97\n";
    assert_eq!((done.status.code(), &*said), (Some(0), expected));
}
