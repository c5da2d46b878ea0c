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

/// A field of an object; `undefined` of what has none.
pub fn field(of: &JsValue, name: &str) -> JsValue {
    Reflect::get(of, &name.into()).unwrap_or_default()
}

/// What a list holds; nothing of what is no list.
pub fn list(values: &JsValue) -> Array {
    if Array::is_array(values) { Array::from(values) } else { Array::new() }
}

/// A list of texts.
pub fn texts(texts: impl IntoIterator<Item = String>) -> JsValue {
    texts.into_iter().map(JsValue::from).collect::<Array>().into()
}

/// An `Error` that says this.
pub fn error(words: impl ToString) -> JsValue {
    js_sys::Error::new(&words.to_string()).into()
}
