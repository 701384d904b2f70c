//! `billhook peppol smp`: our SMP, and its participants in the SML.

use super::result::{CommandResult, Failure, say_if_none};
use clap::Subcommand;
use peppol_connector::identifiers::{Network, ParticipantId};
use peppol_publishing::{EntryState, EntryStore};
use peppol_sml::{SmlClient, SmlError};
use runtime::{
    clock::Clock,
    config::Config,
    smp::{self, OwnSmp},
    wiring,
};
use std::process::ExitCode;
use store::Store;
use use_cases::network::publishing::{
    OwnEntry, compare_registry, enter_missing, enter_ourselves, registered_participants,
    release_participant,
};

/// What to do with our SMP.
#[derive(Debug, Subcommand)]
pub enum SmpCommand {
    /// Enter our SMP in the SML, or change its address there, and enter our own identifier
    Register {
        /// Enter everybody too who receives here and has no entry, also those registered while the network was a sandbox
        #[arg(long)]
        all: bool,
    },
    /// List who receives here, and how far their entries in the SML have come
    List,
    /// Compare the SML with the registrations; ends with 1 when they differ
    Compare,
    /// Let a participant go to another provider: prints the migration code
    Release {
        /// 0245:<DIČ>
        participant: ParticipantId,
    },
}

/// What a command works with.
struct Managed {
    smp: OwnSmp,
    registry: SmlClient,
    store: Store,
}

/// Runs a command.
///
/// # Errors
/// What the operator has to fix.
pub async fn manage(
    config: Config,
    command: SmpCommand,
    network: Network,
) -> Result<ExitCode, Failure> {
    let store = wiring::open_store(&config, false).await?;
    if let SmpCommand::List = command {
        list(&store, network).await?;
        return Ok(ExitCode::SUCCESS);
    }
    let name = network.name().to_uppercase();
    let smp = smp::open(&config, network, Clock::system())?;
    let smp = smp.ok_or_else(|| format!("BILLHOOK_PEPPOL_{name}_SMP_KEYS must be set"))?;
    let registry = smp.registry().cloned();
    let registry = registry.ok_or_else(|| format!("BILLHOOK_PEPPOL_{name}_SML must be set"))?;
    let managed = Managed { smp, registry, store };
    match command {
        SmpCommand::Register { all } => {
            managed.register().await?;
            if all {
                managed.register_missing().await?;
            }
        }
        SmpCommand::List => {}
        SmpCommand::Compare => return managed.compare().await,
        SmpCommand::Release { participant } => {
            let Managed { registry, store, .. } = &managed;
            let whose = (network, &participant);
            let key = release_participant(store, &Clock::system(), registry, whose).await?;
            println!("{}", key.expose());
            eprintln!(
                "{participant} hands this code to its new provider; until then nothing changes"
            );
        }
    }
    Ok(ExitCode::SUCCESS)
}

async fn list(store: &Store, network: Network) -> CommandResult {
    let registered = registered_participants(store, network).await?;
    say_if_none(registered.len());
    for (participant, organization) in registered {
        let entry = store.entry(network, &participant).await?;
        let state = entry.as_ref().map_or("not entered", |entry| entry.state.name());
        let error = entry.and_then(|entry| entry.error);
        let error = error.map(|error| format!("  {}: {}", error.code, error.message));
        println!("{participant}  {}  {state}{}", organization, error.unwrap_or_default());
    }
    Ok(())
}

impl Managed {
    /// Creates the entry of our SMP, or changes its address, and enters our own identifier.
    async fn register(&self) -> CommandResult {
        let (base, id) = (self.smp.base(), self.smp.ourselves());
        match self.registry.read_publisher().await {
            Ok(known) if known.logical_address == base => println!("our SMP is entered at {base}"),
            Ok(known) => {
                self.registry.update_publisher(base).await?;
                println!("our SMP has moved from {} to {base}", known.logical_address);
            }
            Err(SmlError::NotFound(_)) => {
                self.registry.create_publisher(base).await?;
                println!("our SMP is entered at {base}");
            }
            Err(error) => return Err(error.into()),
        }
        let Some(id) = id else { return Ok(()) };
        match enter_ourselves(&self.registry, &id).await? {
            OwnEntry::Made => println!("{id} is entered: message level statuses come to it"),
            OwnEntry::ThereBefore => println!("{id} was entered before"),
            OwnEntry::HeldElsewhere(why) => {
                return Err(format!(
                    "{id} is entered for another SMP: no status comes here ({why})"
                )
                .into());
            }
        }
        Ok(())
    }

    /// Enters who receives here and has no entry: a command, because they may have registered in a sandbox.
    async fn register_missing(&self) -> CommandResult {
        let Self { smp, registry, store } = self;
        let mut failed = 0;
        for entry in enter_missing(store, &Clock::system(), registry, smp.network()).await? {
            let (id, error) = (&entry.participant, entry.error.as_ref());
            if entry.state == EntryState::Listed {
                println!("{id} is entered");
            } else {
                failed += 1;
                let why = error.map_or("no reason", |error| error.message.as_str());
                println!("{id} is not entered: {why}");
            }
        }
        if failed == 0 { Ok(()) } else { Err(format!("{failed} are not entered").into()) }
    }

    async fn compare(&self) -> Result<ExitCode, Failure> {
        let (network, ourselves) = (self.smp.network(), self.smp.ourselves());
        let found =
            compare_registry(&self.store, &self.registry, network, ourselves.as_ref()).await?;
        println!("{} registered here, {} in the SML", found.registered, found.listed);
        for id in &found.differences.missing {
            println!("{id} is registered here and not in the SML: senders do not find it");
        }
        for id in &found.differences.unknown {
            println!("{id} is in the SML and not registered here");
        }
        Ok(if found.differences.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    }
}
