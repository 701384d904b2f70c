use reqwest::Client;

/// Where deliveries are posted to a second time.
#[derive(Clone)]
pub(super) struct Forward {
    pub(super) client: Client,
    pub(super) url: String,
}

impl Forward {
    /// Posts a delivery with these headers, prints the answer, and returns its status.
    pub(super) async fn post(&self, headers: &[(&str, String)], body: Vec<u8>) -> u16 {
        let mut request = self.client.post(&self.url);
        for (name, value) in headers {
            request = request.header(*name, value);
        }
        match request.body(body).send().await {
            Ok(answer) => {
                let status = answer.status().as_u16();
                eprintln!("{} answered {status}", self.url);
                status
            }
            Err(error) => {
                eprintln!("{} cannot be reached: {}", self.url, error.without_url());
                502
            }
        }
    }
}
