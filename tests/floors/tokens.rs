//! Rust text as words, marks and groups with their lines: what the rules ask about without caring for its grammar.

use proc_macro2::{Delimiter, TokenStream, TokenTree};

/// One word, mark or end of a group.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Token {
    /// An identifier or a keyword.
    Word(String),
    /// One character of punctuation, or the bracket that opens or closes a group.
    Mark(char),
    /// A string literal, as it is written between its quotes.
    Text(String),
    /// Any other literal.
    Literal,
}

/// A token and the line it stands in, from 1.
pub type Placed = (Token, usize);

/// Whether a token is this word.
pub fn is_word(token: Option<&Placed>, word: &str) -> bool {
    matches!(token, Some((Token::Word(found), _)) if found == word)
}

/// Whether a token is this mark.
pub fn is_mark(token: Option<&Placed>, mark: char) -> bool {
    matches!(token, Some((Token::Mark(found), _)) if *found == mark)
}

/// The tokens in the order of the text, without documentation, visibilities and whatever is `#[cfg(test)]`.
pub fn flatten(stream: TokenStream) -> Vec<Placed> {
    let mut tokens = vec![];
    flatten_into(stream, &mut tokens);
    tokens
}

fn flatten_into(stream: TokenStream, into: &mut Vec<Placed>) {
    let mut trees = stream.into_iter().peekable();
    while let Some(tree) = trees.next() {
        let line = tree.span().start().line;
        match tree {
            TokenTree::Punct(mark) if mark.as_char() == '#' => {
                let Some(TokenTree::Group(group)) = trees
                    .next_if(|next| matches!(next, TokenTree::Group(group) if group.delimiter() == Delimiter::Bracket))
                else {
                    into.push((Token::Mark('#'), line));
                    continue;
                };
                let attribute = group.stream().to_string().replace(' ', "");
                if attribute == "cfg(test)" {
                    // What it stands before ends with a block or a semicolon.
                    let ends = |tree: &TokenTree| match tree {
                        TokenTree::Group(group) => group.delimiter() == Delimiter::Brace,
                        TokenTree::Punct(mark) => mark.as_char() == ';',
                        _ => false,
                    };
                    trees.by_ref().find(ends);
                } else if !attribute.starts_with("doc") {
                    into.push((Token::Mark('#'), line));
                    flatten_group(&group, into);
                }
            }
            TokenTree::Ident(word) if word == "pub" => {
                trees.next_if(|next| {
                    matches!(next, TokenTree::Group(group) if group.delimiter() == Delimiter::Parenthesis
                        && ["crate", "super", "self", "in "].iter().any(|to| group.stream().to_string().starts_with(to)))
                });
                into.push((Token::Word("pub".to_owned()), line));
            }
            TokenTree::Group(group) => flatten_group(&group, into),
            TokenTree::Ident(word) => {
                into.push((Token::Word(word.to_string().trim_start_matches("r#").to_owned()), line));
            }
            TokenTree::Punct(mark) => into.push((Token::Mark(mark.as_char()), line)),
            TokenTree::Literal(literal) => {
                let text = literal.to_string();
                let within = text.trim_start_matches(['r', 'b', 'c']).trim_matches('#');
                let within = within.strip_prefix('"').and_then(|text| text.strip_suffix('"'));
                into.push((within.map_or(Token::Literal, |text| Token::Text(text.to_owned())), line));
            }
        }
    }
}

fn flatten_group(group: &proc_macro2::Group, into: &mut Vec<Placed>) {
    let (open, close) = match group.delimiter() {
        Delimiter::Brace => ('{', '}'),
        Delimiter::Bracket => ('[', ']'),
        Delimiter::Parenthesis => ('(', ')'),
        Delimiter::None => return flatten_into(group.stream(), into),
    };
    into.push((Token::Mark(open), group.span_open().start().line));
    flatten_into(group.stream(), into);
    into.push((Token::Mark(close), group.span_close().start().line));
}

/// A path as it is written, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mention {
    /// `crate`, `super` and `self` included; a path that begins with `::` begins with an empty name here.
    pub path: Vec<String>,
    pub line: usize,
}

/// A name that `use` brings in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Use {
    /// Under which name; nothing for `*` and `_`.
    pub name: Option<String>,
    pub path: Vec<String>,
    pub line: usize,
    /// `use path::*`.
    pub all: bool,
}

/// The `use` declarations of a text, their groups spelled out, and the paths that stand elsewhere in it.
pub fn names(tokens: &[Placed]) -> (Vec<Use>, Vec<Mention>) {
    let (mut uses, mut mentions) = (vec![], vec![]);
    let mut at = 0;
    while at < tokens.len() {
        // `impl Trait + use<'a>` captures and imports nothing.
        if is_word(tokens.get(at), "use") && !is_mark(tokens.get(at + 1), '<') {
            at = use_tree(tokens, at + 1, &[], &mut uses);
            continue;
        }
        if !matches!(tokens[at].0, Token::Word(_)) || at > 0 && is_mark(tokens.get(at - 1), '.') {
            at += 1;
            continue;
        }
        let start = at;
        let mut path = if start >= 2 && is_double_colon(tokens, start - 2) { vec![String::new()] } else { vec![] };
        while let Some((Token::Word(name), _)) = tokens.get(at) {
            path.push(name.clone());
            at += 1;
            if is_double_colon(tokens, at) && matches!(tokens.get(at + 2), Some((Token::Word(_), _))) {
                at += 2;
            } else {
                break;
            }
        }
        mentions.push(Mention { path, line: tokens[start].1 });
    }
    (uses, mentions)
}

fn is_double_colon(tokens: &[Placed], at: usize) -> bool {
    is_mark(tokens.get(at), ':') && is_mark(tokens.get(at + 1), ':')
}

/// Reads `a::b`, `a::{b, c as d}`, `a::*` and the like from `at` on; the place behind it.
fn use_tree(tokens: &[Placed], mut at: usize, before: &[String], uses: &mut Vec<Use>) -> usize {
    let mut path = before.to_vec();
    let line = tokens.get(at).map_or(0, |(_, line)| *line);
    if is_double_colon(tokens, at) {
        path.push(String::new());
        at += 2;
    }
    loop {
        match tokens.get(at) {
            Some((Token::Mark('{'), _)) => {
                at += 1;
                while at < tokens.len() && !is_mark(tokens.get(at), '}') {
                    at = use_tree(tokens, at, &path, uses);
                    at += usize::from(is_mark(tokens.get(at), ','));
                }
                return at + 1;
            }
            Some((Token::Mark('*'), _)) => {
                uses.push(Use { name: None, path, line, all: true });
                return at + 1;
            }
            Some((Token::Word(name), _)) => {
                // `a::{self}` is `a`; a path that is `self` alone stays.
                if name != "self" || path.is_empty() {
                    path.push(name.clone());
                }
                at += 1;
            }
            _ => return at + 1,
        }
        if is_double_colon(tokens, at) {
            at += 2;
            continue;
        }
        let mut name = path.last().cloned();
        if is_word(tokens.get(at), "as") {
            name = match tokens.get(at + 1) {
                Some((Token::Word(name), _)) if name != "_" => Some(name.clone()),
                _ => None,
            };
            at += 2;
        }
        uses.push(Use { name, path, line, all: false });
        return at;
    }
}

fn read(code: &str) -> Vec<Placed> {
    flatten(code.parse().expect("the test's own code is Rust"))
}

#[test]
fn use_declarations_are_read_with_groups_and_names() {
    let read = |code| {
        let (uses, _) = names(&read(code));
        uses.into_iter().map(|found| (found.path.join("::"), found.name.unwrap_or_default())).collect::<Vec<_>>()
    };
    let pairs = |expected: &[(&str, &str)]| {
        expected.iter().map(|(path, name)| ((*path).to_owned(), (*name).to_owned())).collect::<Vec<_>>()
    };
    assert_eq!(
        read("use crate::a::{b, c::{self, D}};"),
        pairs(&[("crate::a::b", "b"), ("crate::a::c", "c"), ("crate::a::c::D", "D")])
    );
    assert_eq!(read("use job::{Job,\n Sink as Drain,};"), pairs(&[("job::Job", "Job"), ("job::Sink", "Drain")]));
    assert_eq!(read("pub(in crate::a) use super::super::e::F;"), pairs(&[("super::super::e::F", "F")]));
    assert_eq!(read("use ::std::fmt as _; use a::*;"), pairs(&[("::std::fmt", ""), ("a", "")]));
    assert_eq!(read("fn f<'a>(x: &'a u8) -> impl Sized + use<'a> { use g::h; }"), pairs(&[("g::h", "h")]));
}

#[test]
fn paths_are_read_wherever_they_stand() {
    let read = |code| {
        let (_, mentions) = names(&read(code));
        let long = mentions.into_iter().filter(|mention| mention.path.len() > 1);
        long.map(|mention| mention.path.join("::")).collect::<Vec<_>>()
    };
    assert_eq!(read("let x = crate::geometry::king(square);"), ["crate::geometry::king"]);
    assert_eq!(read("print!(\"{}\", super::a::b::<u8>());"), ["super::a::b"]);
    assert_eq!(read("fn f(pool: &pool::Pool) -> Vec<job::Sink> {}"), ["pool::Pool", "job::Sink"]);
    assert_eq!(
        read("impl<T: ::std::fmt::Debug> T { pub(super) fn f(self) { self.a.b::<u8>() } }"),
        ["::std::fmt::Debug"]
    );
}

#[test]
fn tests_documentation_and_comments_are_left_out() {
    let words =
        |code| read(code).into_iter().map(|(token, _)| token).filter(|token| matches!(token, Token::Word(_))).count();
    assert_eq!(words("fn a() {} // panic!()\n/// unsafe\n#[cfg(test)]\nmod tests { fn b() {} }"), 2);
    assert_eq!(words("impl A { #[cfg(test)] #[inline] fn b() { c() } fn d() {} }"), 4);
    assert_eq!(read("\n\"a \\\" b\""), [(Token::Text("a \\\" b".to_owned()), 2)]);
}
