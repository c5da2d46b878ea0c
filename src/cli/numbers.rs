//! Numbers as people read them.

/// A number with its thousands set apart: `3,299,342,874`.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let groups: Vec<&str> =
        digits.as_bytes().rchunks(3).rev().map(|group| str::from_utf8(group).expect("a digit is one byte")).collect();
    groups.join(",")
}

/// A number in at most five characters or so: `950`, `12.3k`, `4.56M`.
pub fn short(number: u64) -> String {
    let float = number as f64;
    match number {
        0..10_000 => number.to_string(),
        10_000..1_000_000 => format!("{:.0}k", float / 1e3),
        1_000_000..1_000_000_000 => format!("{:.2}M", float / 1e6),
        _ => format!("{:.2}G", float / 1e9),
    }
}

/// How many there are of something, in words: `1 fault`, `3 faults`.
pub fn counted(number: usize, what: &str) -> String {
    if number == 1 { format!("1 {what}") } else { format!("{number} {what}s") }
}

#[cfg(test)]
mod tests {
    use super::grouped;

    #[test]
    fn thousands_are_set_apart() {
        assert_eq!([0, 999, 1000, 3_299_342_874].map(grouped), ["0", "999", "1,000", "3,299,342,874"]);
    }
}
