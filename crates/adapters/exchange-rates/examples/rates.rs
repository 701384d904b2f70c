//! Reads published files: `cargo run -p exchange-rates --example rates`. With `--fetch` it asks
//! the banks for a day: `… --example rates -- --fetch 2026-11-20`.

use exchange_rates::{
    CentralBank, CentralBankClient, DEFAULT_MAX_DAYS_BACK, DailyRates, Settings, rates_for,
    read_cnb, read_ecb,
};
use time::Date;
use time::macros::{date, format_description};

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if let [flag, day] = arguments.as_slice()
        && flag == "--fetch"
    {
        let day = Date::parse(day, format_description!("[year]-[month]-[day]"))?;
        let client = CentralBankClient::new(Settings::at(None, None)?)?;
        for bank in [CentralBank::Ecb, CentralBank::Cnb] {
            match client.rates_on(bank, day).await {
                Ok(rates) => print(bank, &rates),
                Err(error) => println!("{bank:?}: none, {error}"),
            }
        }
        return Ok(());
    }
    let sunday = date!(2026 - 11 - 22);
    let published = read_ecb(&fixtures::bytes("rates/eurofxref-hist-90d.xml"))?;
    if let Some(rates) = rates_for(&published, sunday, DEFAULT_MAX_DAYS_BACK) {
        print(CentralBank::Ecb, rates);
    }
    print(CentralBank::Cnb, &read_cnb(&fixtures::text("rates/denni_kurz.txt"))?);
    Ok(())
}

fn print(bank: CentralBank, rates: &DailyRates) {
    println!("{bank:?}, published {}:", rates.date);
    for (currency, rate) in &rates.rates {
        println!("  1 {} = {rate} {currency}", bank.home_currency());
    }
}
