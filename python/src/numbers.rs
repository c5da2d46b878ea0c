//! Numbers out of Python, within bounds.

use std::fmt::Display;
use std::ops::RangeInclusive;

use pyo3::prelude::*;

use crate::errors::bad_value;

/// A whole number of a range.
pub fn within<T>(name: &str, value: &Bound<'_, PyAny>, range: RangeInclusive<T>) -> PyResult<T>
where
    T: Copy + PartialOrd + Display + TryFrom<i64>,
{
    let number: i64 = value.extract()?;
    let fits = T::try_from(number).ok().filter(|number| range.contains(number));
    fits.ok_or_else(|| bad_value(name, format!("{number} is not from {} to {}", range.start(), range.end())))
}
