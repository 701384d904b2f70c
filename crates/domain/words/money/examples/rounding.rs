//! Reads a quantity and a price exactly, and shows the line and its VAT.
use money::{Currency, Digits, line_net, parse, vat_amount};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let digits = Digits { integer: 12, decimal: 6 };
    let quantity = parse("3", digits)?;
    let price = parse("0.335", digits)?;
    let net = line_net(quantity, price)?;
    println!(
        "{quantity} x {price} = {net}, VAT 23 % {}",
        vat_amount(net, parse("23", digits)?, Currency::Eur)?
    );
    println!("0.1 with 30 decimals: {:?}", parse("0.100000000000000000000000000001", digits));
    Ok(())
}
