//! Documents to render, for the tests and the example.
#![allow(dead_code, reason = "each user takes what it needs")]

use invoice_pdf::{
    BankAccount, Claim, DeliveryAddress, DocumentKind, EmbeddedXml, HomeAmounts, InvoicePage,
    Language, Line, OriginalInvoice, Party, PaymentMethod, SetOffPage, VatRemark, VatRow,
};
use invoicing::terms::HeaderTexts;
use rust_decimal::{Decimal, dec};
use time::{
    Date, Month,
    macros::{date, datetime},
};

fn some(text: &str) -> Option<String> {
    Some(text.to_owned())
}

pub fn seller() -> Party {
    Party {
        name: "Drevený svet s.r.o.".into(),
        street: some("Mlynské nivy 48"),
        city: some("Bratislava"),
        zip: some("82109"),
        country: some("SK"),
        ico: some("36421928"),
        dic: some("2020123456"),
        ic_dph: some("SK2020123456"),
        email: some("fakturacia@drevenysvet.example"),
        phone: some("+421 2 5778 1234"),
        registration: some(
            "Zapísaná v Obchodnom registri Mestského súdu Bratislava III, oddiel Sro, vložka č. 12345/B",
        ),
    }
}

pub fn czech_seller() -> Party {
    Party {
        name: "Truhlářství Novák s.r.o.".into(),
        street: some("Vinohradská 112"),
        city: some("Praha 3"),
        zip: some("13000"),
        country: some("CZ"),
        ico: some("27082440"),
        dic: some("CZ27082440"),
        registration: some(
            "Společnost zapsaná v obchodním rejstříku u Městského soudu v Praze, oddíl C, vložka 95432",
        ),
        ..Party::default()
    }
}

pub fn buyer() -> Party {
    Party {
        name: "Kaviareň Pod Lipou, a.s.".into(),
        street: some("Hlavná 17"),
        city: some("Košice"),
        zip: some("04001"),
        country: some("SK"),
        ico: some("44556677"),
        dic: some("2022334455"),
        ic_dph: some("SK2022334455"),
        ..Party::default()
    }
}

pub fn german_buyer() -> Party {
    Party {
        name: "Müller Möbelhaus GmbH & Co. KG".into(),
        street: some("Schönhauser Allee 167"),
        city: some("Berlin"),
        zip: some("10435"),
        country: some("DE"),
        ic_dph: some("DE811907980"),
        ..Party::default()
    }
}

pub fn account() -> BankAccount {
    BankAccount {
        iban: "SK9611000000002918599669".into(),
        bic: some("TATRSKBX"),
        bank_name: some("Tatra banka, a.s."),
    }
}

pub fn line(
    description: &str,
    quantity: Decimal,
    unit: &str,
    price: Decimal,
    rate: Decimal,
) -> Line {
    Line {
        description: description.into(),
        quantity,
        unit: unit.into(),
        unit_price: price,
        vat_rate: rate,
        net_amount: (quantity * price).round_dp(2),
    }
}

/// Replaces the lines, and sums them as the domain would.
pub fn with_lines(mut page: InvoicePage, lines: Vec<Line>, zero_category: &str) -> InvoicePage {
    let mut rates: Vec<Decimal> = lines.iter().map(|line| line.vat_rate).collect();
    rates.sort();
    rates.dedup();
    rates.reverse();
    page.vat_rows = rates.into_iter().map(|rate| vat_row(&lines, rate, zero_category)).collect();
    page.subtotal = page.vat_rows.iter().map(|row| row.taxable).sum();
    page.vat_total = page.vat_rows.iter().map(|row| row.tax).sum();
    page.total = page.subtotal + page.vat_total;
    page.to_pay = page.total - page.paid_amount;
    page.lines = lines;
    page
}

fn vat_row(lines: &[Line], rate: Decimal, zero_category: &str) -> VatRow {
    let taxable: Decimal = lines.iter().filter(|l| l.vat_rate == rate).map(|l| l.net_amount).sum();
    let tax = (taxable * rate / dec!(100)).round_dp(2);
    let category = if rate.is_zero() { zero_category } else { "S" };
    VatRow { category: category.into(), rate, taxable, tax, total: taxable + tax }
}

/// An ordinary Slovak invoice with three rates.
pub fn invoice() -> InvoicePage {
    let page = InvoicePage {
        language: Language::Sk,
        kind: DocumentKind::Invoice,
        number: "2026000123".into(),
        issue_date: date!(2026 - 11 - 21),
        delivery_date: Some(date!(2026 - 11 - 20)),
        due_date: Some(date!(2026 - 12 - 05)),
        variable_symbol: some("2026000123"),
        constant_symbol: some("0308"),
        texts: HeaderTexts {
            order_number: some("OBJ-2026/0815"),
            note: some(
                "Ďakujeme za spoluprácu. Na nábytok platí záruka 36 mesiacov od dátumu dodania.",
            ),
            ..HeaderTexts::default()
        },
        vehicle_plate: None,
        seller: seller(),
        buyer: buyer(),
        delivery_address: None,
        payment_method: Some(PaymentMethod::BankTransfer),
        bank_account: Some(account()),
        lines: Vec::new(),
        vat_rows: Vec::new(),
        subtotal: Decimal::ZERO,
        vat_total: Decimal::ZERO,
        total: Decimal::ZERO,
        paid_amount: Decimal::ZERO,
        credited_amount: Decimal::ZERO,
        to_pay: Decimal::ZERO,
        currency: "EUR".into(),
        home: None,
        vat_remarks: Vec::new(),
        original: None,
        advances: Vec::new(),
        already_paid: false,
        accent: None,
        logo: None,
        xml: Some(EmbeddedXml {
            file_name: "2026000123.xml".into(),
            profile: None,
            bytes: b"<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<Invoice xmlns=\"urn:oasis:names:specification:ubl:schema:xsd:Invoice-2\"/>\n".to_vec(),
        }),
        created_at: datetime!(2026-11-21 09:30 UTC),
    };
    let lines = vec![
        line(
            "Stôl jedálenský z masívneho dubu, olejovaný, 180 × 90 cm",
            dec!(2),
            "ks",
            dec!(489.90),
            dec!(23),
        ),
        line("Stolička čalúnená, buk, poťah sivá vlna", dec!(12), "ks", dec!(74.5), dec!(23)),
        line("Odborná publikácia „Starostlivosť o drevo“", dec!(4), "ks", dec!(18.20), dec!(5)),
        line("Občerstvenie pre montážny tím", dec!(1), "súbor", dec!(46), dec!(19)),
        line("Montáž na mieste", dec!(6.5), "hod", dec!(32), dec!(23)),
    ];
    with_lines(page, lines, "Z")
}

/// A page of a kind, as it is usually issued.
pub fn of_kind(kind: DocumentKind) -> InvoicePage {
    let mut page = InvoicePage { kind, ..invoice() };
    match kind {
        DocumentKind::Invoice => {}
        DocumentKind::Proforma => page.delivery_date = None,
        DocumentKind::SelfInvoice => std::mem::swap(&mut page.seller, &mut page.buyer),
        DocumentKind::FinalInvoice => {
            page.paid_amount = dec!(1000);
            page.to_pay = page.total - page.paid_amount;
            page.original = Some(original("ZF-2026-0042"));
        }
        DocumentKind::CreditNote | DocumentKind::DebitNote => {
            page.original = Some(original("2026000098"));
            let lines = vec![line(
                "Stolička čalúnená – zľava za poškodený poťah",
                dec!(2),
                "ks",
                dec!(15),
                dec!(23),
            )];
            page = with_lines(page, lines, "Z");
        }
    }
    page
}

fn original(number: &str) -> OriginalInvoice {
    OriginalInvoice { number: number.into(), issue_date: Some(date!(2026 - 10 - 02)) }
}

/// Goods to Germany: exempt, delivered elsewhere.
pub fn intra_eu(language: Language) -> InvoicePage {
    let page = InvoicePage {
        language,
        buyer: german_buyer(),
        delivery_address: Some(DeliveryAddress {
            name: some("Lager Süd"),
            street: "Industriestraße 5".into(),
            city: "Nürnberg".into(),
            zip: "90441".into(),
            country: "DE".into(),
        }),
        vat_remarks: vec![
            VatRemark::IntraEuSupply,
            VatRemark::Text("Art. 138 Directive 2006/112/EC".into()),
        ],
        ..invoice()
    };
    with_lines(page, vec![line("Eichentisch, geölt", dec!(3), "ks", dec!(489.9), dec!(0))], "K")
}

/// A service under reverse charge, in dollars, with the home amounts in euros.
pub fn foreign_currency() -> InvoicePage {
    let page = InvoicePage {
        language: Language::En,
        currency: "USD".into(),
        buyer: german_buyer(),
        ..invoice()
    };
    let lines = vec![
        line("Workshop design, on site", dec!(3), "deň", dec!(640), dec!(23)),
        line("Drawings under reverse charge", dec!(12), "hod", dec!(85.25), dec!(0)),
    ];
    let mut page = with_lines(page, lines, "AE");
    page.vat_remarks = vec![VatRemark::ReverseCharge];
    page.home = Some(home(&page, "EUR", dec!(1.0842)));
    page
}

fn home(page: &InvoicePage, currency: &str, rate: Decimal) -> HomeAmounts {
    let convert = |value: Decimal| (value / rate).round_dp(2);
    let row = |row: &VatRow| VatRow {
        taxable: convert(row.taxable),
        tax: convert(row.tax),
        total: convert(row.total),
        ..row.clone()
    };
    HomeAmounts {
        currency: currency.into(),
        exchange_rate: rate,
        vat_rows: page.vat_rows.iter().map(row).collect(),
        subtotal: convert(page.subtotal),
        vat_total: convert(page.vat_total),
        total: convert(page.total),
    }
}

/// The texts of the ordinary invoice but its note.
fn without_note() -> HeaderTexts {
    HeaderTexts { note: None, ..invoice().texts }
}

/// A Czech invoice in crowns.
pub fn czech() -> InvoicePage {
    let page = InvoicePage {
        language: Language::Cs,
        currency: "CZK".into(),
        seller: czech_seller(),
        bank_account: Some(BankAccount {
            iban: "CZ65 0800 0000 1920 0014 5399".into(),
            bic: some("GIBACZPX"),
            bank_name: some("Česká spořitelna, a.s."),
        }),
        texts: without_note(),
        ..invoice()
    };
    with_lines(
        page,
        vec![line("Kuchyňská linka na míru", dec!(1), "ks", dec!(148900), dec!(21))],
        "Z",
    )
}

/// From a supplier who is no VAT payer, paid in cash.
pub fn not_vat_payer() -> InvoicePage {
    let mut page =
        InvoicePage { payment_method: Some(PaymentMethod::Cash), bank_account: None, ..invoice() };
    page.seller.ic_dph = None;
    page.vat_remarks = vec![VatRemark::NotVatPayer];
    page.texts.note = None;
    with_lines(
        page,
        vec![line("Oprava starožitnej komody", dec!(1), "ks", dec!(180), dec!(0))],
        "O",
    )
}

/// Exempt education, paid before it was issued.
pub fn exempt_and_paid() -> InvoicePage {
    let page = InvoicePage { already_paid: true, texts: without_note(), ..invoice() };
    let mut page =
        with_lines(page, vec![line("Kurz rezbárstva", dec!(1), "ks", dec!(240), dec!(0))], "E");
    page.vat_remarks =
        vec![VatRemark::Exempt("§ 31 zákona č. 222/2004 Z. z. (vzdelávacie služby)".into())];
    (page.paid_amount, page.to_pay) = (page.total, Decimal::ZERO);
    page
}

/// With a logo and a colour of the issuer's own.
pub fn with_logo() -> InvoicePage {
    let accent = Some("#8A1C5B".to_owned());
    InvoicePage { accent, logo: Some(include_bytes!("logo.png").to_vec()), ..invoice() }
}

/// Many lines.
pub fn long(count: usize) -> InvoicePage {
    let goods = [
        "Hranol smrekový 80 × 80 mm",
        "Preglejka brezová 18 mm, formát 1250 × 2500, trieda BB/BB, vodovzdorná",
        "Skrutka do dreva 5 × 60, balenie 200 ks",
        "Olej na drevo, 2,5 l",
    ];
    let lines = (0..count).map(|i| {
        let price = Decimal::new(345 + i64::try_from(i).unwrap() * 7, 2);
        line(goods[i % goods.len()], Decimal::from(1 + i % 9), "ks", price, dec!(23))
    });
    with_lines(invoice(), lines.collect(), "Z")
}

/// Nothing that a text field may hold breaks the page.
pub fn hostile() -> InvoicePage {
    let word = "Nepretržitéslovo".repeat(12);
    let mut page = invoice();
    page.number = "F/2026-#eval(\"1\")-\u{0}-0123456789-0123456789".into();
    page.seller.name = format!("#panic() {word}");
    page.seller.registration = Some(word.clone());
    page.buyer.name = "Emoji 🚀👩‍👩‍👧 עברית العربية 株式会社 \u{202e}gnp.exe \u{7}\u{1b}[31m".into();
    page.buyer.street = Some(format!("{} {word}", "$x^2$ *b* _i_ `raw` <label> @ref \\u{41}"));
    page.texts.order_number = Some("0123456789".repeat(10));
    page.texts.note = Some(format!(
        "#eval(\"1\")\r\n\r\n#read(\"/etc/passwd\")\n{word}\n</rdf> ]]> \u{feff}e\u{301}\u{1ab}"
    ));
    page.lines.push(line(&word, dec!(79228162514264), "súbor", dec!(0.00000001), dec!(23)));
    page.lines.push(line("\u{0}", dec!(1), "\u{0}", dec!(1), dec!(23)));
    page.bank_account = Some(BankAccount { iban: word.clone(), bic: Some(word), bank_name: None });
    page.xml = Some(EmbeddedXml {
        file_name: "../../#x\u{0}.xml".into(),
        profile: None,
        bytes: vec![0, 255, 10],
    });
    page
}

/// An agreement of two firms; the second claim is set off to its end.
pub fn set_off(language: Language) -> SetOffPage {
    let page = invoice();
    let claim = |number: &str, symbol: &str, day: u8, (total, outstanding)| Claim {
        number: number.into(),
        variable_symbol: Some(symbol.into()),
        issue_date: Date::from_calendar_date(2026, Month::November, day).unwrap(),
        due_date: Date::from_calendar_date(2026, Month::December, day).ok(),
        net: total / dec!(1.23),
        vat: total - total / dec!(1.23),
        total,
        outstanding,
    };
    SetOffPage {
        language,
        reference: Some("Z-2026/004".into()),
        date: date!(2026 - 11 - 22),
        amount: dec!(1500),
        currency: "EUR".into(),
        first: page.seller,
        second: page.buyer,
        claim_of_first: claim("FA20260117", "20260117", 3, (dec!(2460), dec!(2460))),
        claim_of_second: claim("2026/0452", "20260452", 12, (dec!(1845), dec!(1500))),
        note: None,
        accent: None,
        created_at: page.created_at,
    }
}

/// The same with texts that try to break it.
pub fn hostile_set_off() -> SetOffPage {
    let (hostile, mut page) = (hostile(), set_off(Language::Sk));
    (page.first, page.second) = (hostile.seller, hostile.buyer);
    page.reference = Some("0123456789".repeat(10));
    page.claim_of_first.number = hostile.number.repeat(4);
    page.claim_of_second.variable_symbol = None;
    page.note = hostile.texts.note.map(|note| note.repeat(3));
    page
}

/// Names in the scripts that Inter lacks, with a part of the name of the font that has them.
pub const SCRIPTS: [(&str, &str); 9] = [
    ("شركة الأمل للتجارة", "Arabic"),
    ("חברת תקווה בע״מ", "Hebrew"),
    ("北京鑫源贸易有限公司", "CJK"),
    ("臺灣積體電路股份有限公司", "CJK"),
    ("株式会社ひかりカメラ", "CJK"),
    ("주식회사 서울뷁상사", "CJK"),
    ("შპს თბილისი", "Georgian"),
    ("«Արարատ» ՍՊԸ", "Armenian"),
    ("บริษัท กรุงเทพ จำกัด", "Thai"),
];

/// A line in each of these scripts, and a character that no font has.
pub fn scripts() -> InvoicePage {
    let mut page = invoice();
    page.buyer.name = SCRIPTS[0].0.into();
    let line = page.lines[0].clone();
    let named =
        |(name, _): &(&str, _)| Line { description: format!("{name} 2026/01"), ..line.clone() };
    page.lines = SCRIPTS.iter().map(named).collect();
    page.texts.note = some("Rocket 🚀");
    page
}
