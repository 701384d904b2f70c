//! Days whose order the file tells, and those that nobody knows.

use super::*;
use time::Date;

fn days(heading: &str, cells: &[&str]) -> Result<Vec<Date>, ReadError> {
    let rows: String = cells.iter().map(|cell| format!("{cell};5.10;EUR\n")).collect();
    let read = read_bytes(format!("{heading}\n{rows}").as_bytes(), None)?;
    Ok(read.lines.iter().map(|read| read.line.booked_on).collect())
}

const ENGLISH: &str = "Date;Amount;Currency";

#[test]
fn a_day_behind_the_twelfth_decides_for_the_file() {
    let eleventh_of_may = date!(2026 - 05 - 11);
    let fifth_of_november = date!(2026 - 11 - 05);
    for (heading, cells, expected) in [
        (ENGLISH, ["11/05/2026", "11/21/2026"], [fifth_of_november, date!(2026 - 11 - 21)]),
        (ENGLISH, ["11-05-2026", "11-21-2026"], [fifth_of_november, date!(2026 - 11 - 21)]),
        (ENGLISH, ["11/05/2026", "21/05/2026"], [eleventh_of_may, date!(2026 - 05 - 21)]),
        (
            "Dátum;Suma;Mena",
            ["11/05/2026", "11/21/2026"],
            [fifth_of_november, date!(2026 - 11 - 21)],
        ),
        // one meaning, whatever the language
        (ENGLISH, ["11.05.2026", "2026-05-11"], [eleventh_of_may; 2]),
        (ENGLISH, ["11/11/2026", "10/10/2026"], [date!(2026 - 11 - 11), date!(2026 - 10 - 10)]),
    ] {
        assert_eq!(days(heading, &cells), Ok(expected.to_vec()), "{heading} {cells:?}");
    }
    let other = days("Date;Amount;Currency;Value date", &["11/05/2026;1;EUR;11/20/2026"]);
    assert!(other.is_ok_and(|days| days == [fifth_of_november]), "the day of value tells too");
}

#[test]
fn without_one_the_language_or_the_bank_decides() {
    let eleventh_of_may = date!(2026 - 05 - 11);
    for heading in [
        "Dátum;Suma;Mena",
        "Datum;Betrag;Währung",
        "Buchungstag;Betrag;Währung",
        "Data operacji;Kwota;Waluta",
        "Dátum;Amount;Currency",
        "Date;Amount;Currency;TransferWise ID",
    ] {
        assert_eq!(days(heading, &["11/05/2026"]), Ok(vec![eleventh_of_may]), "{heading}");
    }
}

#[test]
fn a_day_that_may_be_either_is_never_guessed() {
    for heading in [
        ENGLISH,
        "Booking date;Amount;Currency",
        "Posted On;Amount;Currency",
        "Transaction Date;Amount;Currency",
        "Completed Date;Amount;Currency",
    ] {
        let name = heading.split(';').next().expect("a name").to_owned();
        let place = Place::Cell { line: 3, cell: 1, name };
        let error = ReadError::new(place, Fault::DayOrder);
        assert_eq!(days(heading, &["11/11/2026", "11/05/2026", "03-04-2026"]), Err(error));
    }
    // two days that contradict one another
    let name = "Date".to_owned();
    let error = ReadError::new(Place::Cell { line: 3, cell: 1, name }, Fault::NotADate);
    assert_eq!(days(ENGLISH, &["21/05/2026", "05/21/2026"]), Err(error));
}
