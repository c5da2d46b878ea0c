//! Looks at the processor and goes on in the kernel of Khun that was compiled for its kind.

mod arch;

use std::env;

fn main() {
    let mut arguments = vec![];
    for argument in env::args_os() {
        arguments.extend_from_slice(argument.as_encoded_bytes());
        arguments.push(0);
    }
    arch::go_on(arch::Kernel::best(), &arguments)
}
