//! Which network judges the games of each profile.

use std::sync::Arc;

use crate::eval::network::Network;
use khun_board::rules::Profile;

/// The networks to judge by: for each profile the one that was loaded, or else the one that comes with the program.
/// A clone shares them.
#[derive(Clone, Debug, Default)]
pub struct Networks {
    loaded: Vec<Arc<Network>>,
}

impl Networks {
    /// Only those that come with the program.
    #[must_use]
    pub const fn embedded() -> Self {
        Self { loaded: Vec::new() }
    }

    /// The network of a profile; `None` where the bootstrap evaluation judges.
    #[must_use]
    pub fn of(&self, profile: Profile) -> Option<&Network> {
        let loaded = self.loaded.iter().find(|network| network.architecture().profile == profile);
        loaded.map(Arc::as_ref).or_else(|| Network::embedded(profile))
    }

    /// The same with a network in the place of its profile's.
    #[must_use]
    pub fn with(&self, network: Network) -> Self {
        let profile = network.architecture().profile;
        let others = self.loaded.iter().filter(|loaded| loaded.architecture().profile != profile).cloned();
        Self { loaded: others.chain([Arc::new(network)]).collect() }
    }
}
