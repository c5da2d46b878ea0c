//! The network's file: bytes ↔ [`Network`].

use crate::eval::features::INPUTS;
use crate::eval::network::{Architecture, Network, Parameters, ParametersError};
use khun_board::rules::Profile;

const MAGIC: &[u8; 8] = b"khun-net";
const VERSION: u32 = 1;

/// Why bytes are not a network we can play with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NetworkError {
    /// They do not begin as a network file does.
    #[error("not a network file of this program")]
    Foreign,
    /// A format version that this program does not know.
    #[error("network file version {0}, this program reads {VERSION}")]
    Version(u32),
    /// Not the architecture that this program computes.
    #[error("a network of another architecture than this program computes")]
    Architecture,
    /// More or fewer bytes than the shape needs.
    #[error("the network file is too short or too long for its shape")]
    Length,
    /// The checksum does not fit: the file is damaged.
    #[error("the network file is damaged: its checksum does not fit")]
    Checksum,
    /// The note is not text.
    #[error("the network's note is not UTF-8 text")]
    Note,
    /// The file is whole, its parameters are no network.
    #[error(transparent)]
    Parameters(#[from] ParametersError),
}

impl Architecture {
    /// Names everything that must be the same in trainer and engine for the parameters to mean the same.
    #[must_use]
    pub fn hash(&self) -> u32 {
        let text = format!(
            "2x{INPUTS} own-first kinds-6 mirrored-by-king {:?}, x{} screlu 255/64, outputs {} by {} men",
            self.profile,
            self.width,
            self.outputs(),
            self.men_per_bucket
        );
        crc32fast::hash(text.as_bytes())
    }
}

impl Network {
    /// Reads a network file.
    ///
    /// # Errors
    ///
    /// Whatever [`NetworkError`] names.
    pub fn parse(bytes: &[u8]) -> Result<Self, NetworkError> {
        let mut reader = Reader(bytes);
        if reader.array::<8>().ok().as_ref() != Some(MAGIC) {
            return Err(NetworkError::Foreign);
        }
        let version = u32::from_le_bytes(reader.array()?);
        if version != VERSION {
            return Err(NetworkError::Version(version));
        }
        let body = bytes.len().checked_sub(4).ok_or(NetworkError::Length)?;
        let (body, checksum) = bytes.split_at(body);
        if crc32fast::hash(body).to_le_bytes() != checksum {
            return Err(NetworkError::Checksum);
        }
        let hash = u32::from_le_bytes(reader.array()?);
        let [profile, buckets, men_per_bucket, _] = reader.array()?;
        let profile = match profile {
            0 => Profile::Mate,
            1 => Profile::Race,
            _ => return Err(ParametersError::Shape.into()),
        };
        let width = u16::from_le_bytes(reader.array()?);
        let architecture = Architecture { profile, width, buckets, men_per_bucket };
        if !architecture.is_valid() {
            return Err(ParametersError::Shape.into());
        }
        if architecture.hash() != hash {
            return Err(NetworkError::Architecture);
        }
        let scale = u16::from_le_bytes(reader.array()?);
        let note = u16::from_le_bytes(reader.array()?);
        let note = std::str::from_utf8(reader.take(usize::from(note))?).map_err(|_| NetworkError::Note)?.to_owned();
        let width = usize::from(width);
        let parameters = Parameters {
            architecture,
            scale,
            note,
            inputs: reader.numbers(INPUTS * width, i16::from_le_bytes)?,
            bias: reader.numbers(width, i16::from_le_bytes)?,
            outputs: reader.numbers(architecture.outputs() * 2 * width, i16::from_le_bytes)?,
            output_bias: reader.numbers(architecture.outputs(), i32::from_le_bytes)?,
        };
        if reader.0.len() != 4 {
            return Err(NetworkError::Length);
        }
        Ok(Self::new(parameters)?)
    }

    /// The bytes of the network's file. A note longer than 65,535 bytes is cut.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let parameters = self.parameters();
        let architecture = parameters.architecture;
        let cut = parameters.note.floor_char_boundary(usize::from(u16::MAX));
        let note = &parameters.note.as_bytes()[..cut];
        let profile = match architecture.profile {
            Profile::Mate => 0,
            Profile::Race => 1,
        };
        let mut bytes = Vec::new();
        bytes.extend(MAGIC);
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend(architecture.hash().to_le_bytes());
        bytes.extend([profile, architecture.buckets, architecture.men_per_bucket, 0]);
        bytes.extend(architecture.width.to_le_bytes());
        bytes.extend(parameters.scale.to_le_bytes());
        bytes.extend((note.len() as u16).to_le_bytes());
        bytes.extend(note);
        for list in [&parameters.inputs, &parameters.bias, &parameters.outputs] {
            bytes.extend(list.iter().flat_map(|number| number.to_le_bytes()));
        }
        bytes.extend(parameters.output_bias.iter().flat_map(|number| number.to_le_bytes()));
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        bytes
    }
}

struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    fn take(&mut self, count: usize) -> Result<&'a [u8], NetworkError> {
        let (taken, rest) = self.0.split_at_checked(count).ok_or(NetworkError::Length)?;
        self.0 = rest;
        Ok(taken)
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], NetworkError> {
        let (taken, rest) = self.0.split_first_chunk().ok_or(NetworkError::Length)?;
        self.0 = rest;
        Ok(*taken)
    }

    fn numbers<T, const N: usize>(&mut self, count: usize, read: fn([u8; N]) -> T) -> Result<Vec<T>, NetworkError> {
        Ok(self.take(count * N)?.as_chunks().0.iter().map(|&bytes| read(bytes)).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample(profile: Profile) -> Network {
        let architecture = Architecture { profile, width: 128, buckets: 4, men_per_bucket: 8 };
        let count =
            |count: usize, range: i32| (0..count as i32).map(|i| ((i * 37) % range - range / 2) as i16).collect();
        Network::new(Parameters {
            architecture,
            scale: 400,
            note: "a sample".to_owned(),
            inputs: count(INPUTS * 128, 201),
            bias: count(128, 99),
            outputs: count(architecture.outputs() * 256, 255),
            output_bias: (0..architecture.outputs() as i32).collect(),
        })
        .unwrap()
    }

    #[test]
    fn a_file_gives_the_network_back() {
        for profile in [Profile::Mate, Profile::Race] {
            let network = sample(profile);
            assert_eq!(Network::parse(&network.to_bytes()).unwrap().parameters(), network.parameters());
        }
    }

    #[test]
    fn damaged_and_foreign_files_are_refused() {
        let bytes = sample(Profile::Race).to_bytes();
        assert_eq!(Network::parse(b"").err(), Some(NetworkError::Foreign));
        assert_eq!(Network::parse(b"GIF89a, surely not a network").err(), Some(NetworkError::Foreign));
        assert!(Network::parse(&bytes[..bytes.len() - 1]).is_err());
        assert!(Network::parse(&[&bytes[..], &[0]].concat()).is_err());
        for place in [8, 12, 16, 17, 20, 22, 30, 1000, bytes.len() - 1] {
            let mut damaged = bytes.clone();
            damaged[place] ^= 1;
            assert!(Network::parse(&damaged).is_err(), "byte {place}");
        }
    }
}
