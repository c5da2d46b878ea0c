//! `bindgen INPUT.wasm FOLDER`: writes the JavaScript module and the WebAssembly file of a wasm-bindgen library.

use std::env;
use std::error::Error;

use wasm_bindgen_cli_support::Bindgen;

fn main() -> Result<(), Box<dyn Error>> {
    let [input, folder] =
        env::args().skip(1).collect::<Vec<_>>().try_into().map_err(|_| "bindgen INPUT.wasm FOLDER")?;
    let mut bindgen = Bindgen::new();
    bindgen.input_path(input).web(true)?.remove_name_section(true).remove_producers_section(true);
    // Declarations are written by hand: they are ffish's, which no attribute can say.
    Ok(bindgen.typescript(false).generate(folder)?)
}
