//! The tax data document of an invoice, with made-up participants:
//! `cargo run -p tax-data-document --example report -- invoice.xml > tax-data.xml`

use std::error::Error;
use std::{env, fs};

use tax_data_document::{Participant, Role, Scope, Submission, TypeCode, build, with_scheme};
use time::macros::datetime;
use uuid::uuid;
use xml::Parsed;

fn main() -> Result<(), Box<dyn Error>> {
    let file = env::args().nth(1).ok_or("name an invoice")?;
    let bytes = fs::read(file)?;
    let invoice = Parsed::read(&bytes)?;
    let submission = Submission {
        uuid: uuid!("5f0c3a52-6a5c-4d3e-9a57-2b1a5f1f7f10"),
        issued_at: datetime!(2027-01-05 10:15:30 UTC),
        type_code: TypeCode::Submit,
        scope: Scope::Domestic,
        role: Role::C2,
        authority: "SK",
        reporting: Participant { scheme: "0245", value: "2020202020" },
        receiving: Participant { scheme: "0242", value: "000099" },
        representative: Participant { scheme: "0242", value: "000028" },
    };
    print!("{}", build(&invoice, &submission, with_scheme)?);
    Ok(())
}
