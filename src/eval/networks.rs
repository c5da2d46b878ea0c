//! Which network judges the games of each profile.

use std::sync::{Arc, LazyLock};

use khun_board::rules::Profile;

use crate::eval::network::Network;
use crate::eval::network_file::NetworkError;

/// The network that whoever built the program put in the place of its game's own; empty where nobody did.
const EVALFILE: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/evalfile.net"));

/// The networks to judge by, one for each profile. A clone shares them.
#[derive(Clone, Debug)]
pub struct Networks {
    mate: Arc<Network>,
    race: Arc<Network>,
}

/// A network that is built into the program cannot be used: the program, or the file it was built from, is damaged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the built-in network {file} cannot be used: {source}")]
pub struct EmbeddedError {
    /// The file that it was built from.
    pub file: &'static str,
    /// What is wrong with it.
    pub source: NetworkError,
}

impl Networks {
    /// Those that come with the program, read and checked once.
    ///
    /// # Errors
    ///
    /// [`EmbeddedError`] where one is damaged. The program asks when it starts, and refuses to.
    pub fn embedded() -> Result<Self, EmbeddedError> {
        static EMBEDDED: LazyLock<Result<Networks, EmbeddedError>> = LazyLock::new(|| {
            let read = |profile, file, bytes| -> Result<Arc<Network>, EmbeddedError> {
                let network = Network::parse(bytes).map_err(|source| EmbeddedError { file, source })?;
                if network.architecture().profile != profile {
                    return Err(EmbeddedError { file, source: NetworkError::Architecture });
                }
                Ok(Arc::new(network))
            };
            let own = Networks {
                mate: read(Profile::Mate, "nets/mate.net", include_bytes!("../../nets/mate.net"))?,
                race: read(Profile::Race, "nets/race.net", include_bytes!("../../nets/race.net"))?,
            };
            if EVALFILE.is_empty() {
                return Ok(own);
            }
            let given = Network::parse(EVALFILE).map_err(|source| EmbeddedError { file: "EVALFILE", source })?;
            Ok(own.with(given))
        });
        EMBEDDED.clone()
    }

    /// The network of a profile.
    #[must_use]
    pub fn of(&self, profile: Profile) -> &Network {
        match profile {
            Profile::Mate => &self.mate,
            Profile::Race => &self.race,
        }
    }

    /// The same with a network in the place of its profile's.
    #[must_use]
    pub fn with(&self, network: Network) -> Self {
        let mut networks = self.clone();
        match network.architecture().profile {
            Profile::Mate => networks.mate = Arc::new(network),
            Profile::Race => networks.race = Arc::new(network),
        }
        networks
    }
}

impl Default for Networks {
    /// Those that come with the program.
    ///
    /// # Panics
    ///
    /// Where one is damaged: see [`Networks::embedded`].
    fn default() -> Self {
        Self::embedded().expect("a program whose networks are damaged refuses to start")
    }
}
