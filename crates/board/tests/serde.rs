//! Values as `serde` writes and reads them.
#![cfg(feature = "serde")]

use khun_board::{Catalogue, Color, Kind, Move, Outcome, Position, Reason, Square};

fn there_and_back<T>(value: &T, text: &str)
where
    T: serde::Serialize + serde::de::DeserializeOwned + PartialEq + std::fmt::Debug,
{
    assert_eq!(serde_json::to_string(value).unwrap(), text);
    assert_eq!(&serde_json::from_str::<T>(text).unwrap(), value);
}

#[test]
fn values_are_the_texts_that_people_write() {
    let (from, to): (Square, Square) = ("d5".parse().unwrap(), "c6".parse().unwrap());
    there_and_back(&from, "\"d5\"");
    there_and_back(&Move::new(from, to), "\"d5c6\"");
    there_and_back(&Move::promoting(from, to, Kind::Met), "\"d5c6m\"");
    there_and_back(&Color::Black, "\"black\"");
    there_and_back(
        &Outcome::win(Color::White, Reason::BothArrived),
        "{\"winner\":\"white\",\"reason\":\"both-arrived\"}",
    );
    there_and_back(&Outcome::draw(Reason::Counting), "{\"winner\":null,\"reason\":\"counting\"}");
    let rules = Catalogue::builtin().find("cambodian").unwrap();
    there_and_back(
        &Position::start(rules),
        "{\"variant\":\"cambodian\",\"fen\":\"rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w DEde - 0 1\"}",
    );
    for bad in ["\"d5c6q\"", "\"d5\"", "\"é\"", "\"d5c6mm\"", "3"] {
        assert!(serde_json::from_str::<Move>(bad).is_err(), "{bad}");
    }
    assert!(serde_json::from_str::<Position>("{\"variant\":\"chess\",\"fen\":\"8 w\"}").is_err());
}
