//! The client of both banks.

use std::time::Duration;

use reqwest::{Client, Url};
use time::Date;
use time::macros::format_description;

use crate::download::{download, same_origin_only};
use crate::{
    CentralBank, DEFAULT_MAX_DAYS_BACK, DailyRates, FormatError, RateError, is_recent_enough,
    rates_for, read_cnb, read_ecb,
};

/// Where the banks are, and how long to wait for them.
#[derive(Debug, Clone)]
pub struct Settings {
    /// Folder of the ECB's `eurofxref-*.xml`; ends in a slash.
    pub ecb_base: Url,
    /// Folder of the CNB's `denni_kurz.txt`; ends in a slash.
    pub cnb_base: Url,
    /// The longest wait for one [`CentralBankClient::rates_on`], all its requests together.
    pub timeout: Duration,
    /// How many days before the day the rates may have been published.
    pub max_days_back: u16,
    /// The most bytes of one answer. The ECB's full history has about 8 MB and grows.
    pub max_bytes: usize,
}

impl Settings {
    const ECB: &str = "https://www.ecb.europa.eu/stats/eurofxref/";
    const CNB: &str = "https://www.cnb.cz/cs/financni-trhy/devizovy-trh/\
                       kurzy-devizoveho-trhu/kurzy-devizoveho-trhu/";

    /// The banks' own addresses, 3 seconds, 7 days back and 32 MiB; or other addresses, as a
    /// test or a mirror has them.
    ///
    /// # Errors
    /// Not one if both are `None`; else the fault in the address given.
    pub fn at(
        ecb_base: Option<&str>,
        cnb_base: Option<&str>,
    ) -> Result<Self, <Url as std::str::FromStr>::Err> {
        Ok(Self {
            ecb_base: ecb_base.unwrap_or(Self::ECB).parse()?,
            cnb_base: cnb_base.unwrap_or(Self::CNB).parse()?,
            timeout: Duration::from_secs(3),
            max_days_back: DEFAULT_MAX_DAYS_BACK,
            max_bytes: 32 * 1024 * 1024,
        })
    }
}

/// Fetches the rates that the ECB and the CNB publish.
#[derive(Debug, Clone)]
pub struct CentralBankClient {
    http: Client,
    settings: Settings,
}

impl CentralBankClient {
    /// A client with its own connections.
    ///
    /// # Errors
    /// If TLS cannot be set up on this machine.
    pub fn new(settings: Settings) -> Result<Self, reqwest::Error> {
        let http = checked_http::client()
            .user_agent(concat!("billhook/", env!("CARGO_PKG_VERSION")))
            .redirect(same_origin_only())
            .connect_timeout(settings.timeout)
            .timeout(settings.timeout)
            .build()?;
        Ok(Self { http, settings })
    }

    /// The rates of a day, or the last published before it, as many days back as the settings
    /// allow. Answers within the settings' timeout, whatever the bank does.
    ///
    /// # Errors
    /// A [`RateError`]; the invoice is then made without a rate.
    pub async fn rates_on(&self, bank: CentralBank, day: Date) -> Result<DailyRates, RateError> {
        let rates = async {
            match bank {
                CentralBank::Ecb => self.ecb(day).await,
                CentralBank::Cnb => self.cnb(day).await,
            }
        };
        tokio::time::timeout(self.settings.timeout, rates).await.map_err(|_| RateError::Timeout)?
    }

    /// Tries the smallest ECB file first: today's, then 90 days, then all since 1999.
    async fn ecb(&self, day: Date) -> Result<DailyRates, RateError> {
        for file in ["eurofxref-daily.xml", "eurofxref-hist-90d.xml", "eurofxref-hist.xml"] {
            let xml = self.get(&self.settings.ecb_base, file).await?;
            let published = read_ecb(&xml)?;
            if let Some(rates) = rates_for(&published, day, self.settings.max_days_back) {
                return Ok(rates.clone());
            }
            // Rates of an earlier day are here, so a longer file has none for this day either.
            if published.last().is_some_and(|oldest| oldest.date <= day) {
                break;
            }
        }
        Err(self.not_published(day))
    }

    /// The CNB answers for any day with the rates in force on it.
    async fn cnb(&self, day: Date) -> Result<DailyRates, RateError> {
        let date = day
            .format(format_description!("[day].[month].[year]"))
            .map_err(|_| FormatError::Date(day.to_string()))?;
        let file = format!("denni_kurz.txt?date={date}");
        let bytes = self.get(&self.settings.cnb_base, &file).await?;
        let rates = read_cnb(&String::from_utf8_lossy(&bytes))?;
        if is_recent_enough(rates.date, day, self.settings.max_days_back) {
            Ok(rates)
        } else {
            Err(self.not_published(day))
        }
    }

    async fn get(&self, base: &Url, file: &str) -> Result<Vec<u8>, RateError> {
        let mut url = base.clone();
        let (name, query) = file.split_once('?').map_or((file, None), |(n, q)| (n, Some(q)));
        url.set_path(&format!("{}/{name}", base.path().trim_end_matches('/')));
        url.set_query(query);
        download(&self.http, url, self.settings.max_bytes).await
    }

    const fn not_published(&self, day: Date) -> RateError {
        RateError::NotPublished { day, max_days_back: self.settings.max_days_back }
    }
}
