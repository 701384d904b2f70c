use crate::{
    EmailContent, Link,
    notice::{Block, notice},
};

/// People of an organization for whom no seat was paid.
#[derive(Debug, Clone, Copy)]
pub struct SeatsUnpaid<'a> {
    /// Its members.
    pub used: u32,
    /// Seats of its plan, and those that are paid for in this month.
    pub seats: u32,
    /// Credit that one more costs a month.
    pub price: u64,
    /// The page of plan and credit.
    pub page: &'a Link,
}

/// The mail that tells an organization that no person can join it until a seat is paid for.
#[must_use]
pub fn seats_unpaid(unpaid: &SeatsUnpaid<'_>) -> EmailContent {
    let subject = "Platba za miesto zlyhala / Payment for a seat failed";
    notice(subject, &slovak(unpaid), &english(unpaid))
}

fn slovak(SeatsUnpaid { used, seats, price, page }: &SeatsUnpaid<'_>) -> [Block; 4] {
    [
        Block::paragraph(format!(
            "kredit nestačil na miesto pre človeka vo vašej firme, alebo máte neuhradenú platbu. \
             Ľudia: {used}, miesta: {seats}."
        )),
        Block::paragraph(
            "Nikoho sme neodobrali, ale pozvaní sa nemôžu pridať, kým nebude miesto zaplatené. \
             Stačí dobiť kredit a otvoriť odkaz z pozvánky znova; zvyšok účtujeme v noci.",
        ),
        Block::paragraph(format!("Jedno miesto stojí za mesiac z kreditu {price}.")),
        Block::Button("Plán a kredit", page.to_string()),
    ]
}

fn english(SeatsUnpaid { used, seats, price, page }: &SeatsUnpaid<'_>) -> [Block; 4] {
    [
        Block::paragraph(format!(
            "the credit did not pay for a seat for a person of your company, or a payment is open. \
             People: {used}, seats: {seats}."
        )),
        Block::paragraph(
            "Nobody was removed, but those who are invited cannot join until a seat is paid for. Top \
             up the credit, and open the link of the invitation again; the rest is charged at night.",
        ),
        Block::paragraph(format!("One seat costs {price} of the credit a month.")),
        Block::Button("Plan and credit", page.to_string()),
    ]
}
