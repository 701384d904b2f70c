/// Makes `Settings` (as given), `Config` (in force), what turns one into the other, and the table
/// of environment variables and defaults, from one entry per setting:
/// `"VARIABLE" name: TypeGiven = "default" => TypeInForce, reader;` with its help above it.
macro_rules! settings {
    ($(
        $(#[doc = $help:literal])+
        $variable:literal $name:ident: $given:ty $(= $default:literal)? => $kept:ty, $read:expr;
    )+) => {
        /// Settings as given: by flag, environment variable or file. `None`: not given.
        #[derive(Debug, Clone, Default, Args, Deserialize)]
        #[serde(deny_unknown_fields)]
        pub struct Settings {
            /// TOML file with any of these settings, named without BILLHOOK_ and in lower case
            #[arg(long, env = "BILLHOOK_CONFIG", global = true)]
            #[serde(skip)]
            pub config: Option<PathBuf>,
            $(
                $(#[doc = $help])+
                #[arg(
                    long, env = $variable, global = true, hide_env_values = true,
                    value_parser = |text: &str| given::read::<$given>($variable, text)
                )]
                pub $name: Option<$given>,
            )+
        }

        /// The configuration in force.
        #[derive(Debug, Clone)]
        pub struct Config {
            $($(#[doc = $help])+ pub $name: $kept,)+
        }

        impl Settings {
            /// The file's settings under those given by flag or environment, the defaults under both.
            fn read(self) -> Result<Config, ConfigError> {
                let file: Settings = read::file(self.config.as_deref())?;
                $(
                    let $name = self.$name.or(file.$name);
                    $(let $name = $name.or_else(|| $default.parse().ok());)?
                    let shown = $name.as_ref().map(AsGiven::to_text);
                    let $name = ($read)(Given { name: $variable, value: $name, shown })?;
                )+
                Ok(Config { $($name,)+ })
            }
        }

        /// The environment variable of each setting with its default; empty: it depends, or none.
        pub const SETTINGS: &[(&str, &str)] = &[$(($variable, concat!($($default)?))),+];
    };
}
pub(super) use settings;
