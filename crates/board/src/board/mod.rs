//! Floor 2: the men and the board they stand on, whatever the rules.

mod kind;
mod letters;
mod men;
mod placement;
mod sets;
mod unmoved;

pub use kind::{Gait, Kind, Kinds, Piece};
pub use letters::Letters;
pub use men::Men;
pub use placement::{Placement, PlacementFault, placement};
pub use sets::Board;
pub use unmoved::Unmoved;
