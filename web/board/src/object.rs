//! Plain JavaScript objects and lists.

use js_sys::{Array, Object, Reflect};
use wasm_bindgen::JsValue;

/// `{ name: value, … }`.
pub fn object<const N: usize>(fields: [(&str, JsValue); N]) -> JsValue {
    let object = Object::new();
    for (name, value) in fields {
        Reflect::set(&object, &name.into(), &value).expect("a new object takes any field");
    }
    object.into()
}

/// A list of texts.
pub fn texts(texts: impl IntoIterator<Item = String>) -> JsValue {
    texts.into_iter().map(JsValue::from).collect::<Array>().into()
}

/// An `Error` that says this.
pub fn error(words: impl ToString) -> JsValue {
    js_sys::Error::new(&words.to_string()).into()
}
