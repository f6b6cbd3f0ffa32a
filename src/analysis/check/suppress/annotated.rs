//! What `@SuppressWarnings("casewise")` stands before in a Java source. It is in sources alone: javac does not keep it.

use tree_sitter::{Node, Parser};

/// The classes of a source and their members, each with the annotation around it.
#[derive(Debug)]
pub(super) struct Annotated(Vec<Declaration>);

/// A class, or a member of one that has code.
#[derive(Debug)]
struct Declaration {
    kind: Kind,
    /// The class, or that of a member, without its package and as [`without_numbers`] has it.
    class: String,
    /// The name of a method.
    name: String,
    /// From 1, both included.
    lines: (u32, u32),
    /// The line of our annotation: its own or that of a declaration around it.
    marked: Option<u32>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Class,
    Method,
    Constructor,
    /// A field, a constant of an enum or an initialiser.
    Initial,
}

/// Where something happens, as class files say it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place<'p> {
    /// The class without its package, `C$D$1`.
    pub(super) class: &'p str,
    pub(super) method: &'p str,
    pub(super) line: Option<u32>,
}

const TEXT: &str = "\"casewise\"";

/// Whether a source can have an annotation that counts.
pub(super) fn is_mentioned(source: &str) -> bool {
    source.contains(TEXT)
}

impl Annotated {
    /// None where a source is not understood whole: whatever it says then counts for nothing.
    pub(super) fn of(source: &str) -> Option<Annotated> {
        let mut parser = Parser::new();
        parser.set_language(&tree_sitter_java::LANGUAGE.into()).ok()?;
        let tree = parser.parse(source, None)?;
        let root = tree.root_node();
        if root.has_error() {
            return None;
        }
        let mut found = Vec::new();
        let mut open = vec![(root, "", String::new(), None)];
        while let Some((node, parent, class, marked)) = open.pop() {
            let (class, marked) = match Declaration::of((node, parent), source, &class, marked) {
                Some(declaration) => {
                    let inner = (declaration.class.clone(), declaration.marked);
                    found.push(declaration);
                    inner
                }
                None => (class, marked),
            };
            open.extend(node.named_children(&mut node.walk()).map(|child| (child, node.kind(), class.clone(), marked)));
        }
        Some(Annotated(found))
    }

    /// The line of the annotation around a place. Where it may be in several declarations, all of them must have one.
    pub(super) fn around(&self, place: &Place<'_>) -> Option<u32> {
        let class = without_numbers(place.class);
        let of_class = || self.0.iter().filter(|it| it.class == class);
        let is_around = |it: &&Declaration| place.line.is_none_or(|line| (it.lines.0..=it.lines.1).contains(&line));
        let mut found: Vec<&Declaration> =
            of_class().filter(|it| it.is_named(place.method)).filter(is_around).collect();
        // What a compiler has made is in the class.
        if found.is_empty() {
            found = of_class().filter(|it| it.kind == Kind::Class).collect();
        }
        let first = found.first()?.marked;
        if found.iter().all(|it| it.marked.is_some()) { first } else { None }
    }
}

impl Declaration {
    /// What a node, with the kind of its parent, declares within a class; none where it is something else.
    fn of((node, parent): (Node<'_>, &str), source: &str, within: &str, around: Option<u32>) -> Option<Declaration> {
        let kind = match node.kind() {
            "class_declaration"
            | "interface_declaration"
            | "enum_declaration"
            | "record_declaration"
            | "annotation_type_declaration" => Kind::Class,
            // The body of a class without a name.
            "class_body" if matches!(parent, "object_creation_expression" | "enum_constant") => Kind::Class,
            "method_declaration" | "annotation_type_element_declaration" => Kind::Method,
            "constructor_declaration" | "compact_constructor_declaration" => Kind::Constructor,
            "field_declaration" | "constant_declaration" | "enum_constant" | "static_initializer" => Kind::Initial,
            "block" if matches!(parent, "class_body" | "enum_body_declarations") => Kind::Initial,
            _ => return None,
        };
        let name = node.child_by_field_name("name").map_or("", |name| text(name, source));
        let class = match kind {
            Kind::Class if within.is_empty() => without_numbers(name),
            Kind::Class => without_numbers(&format!("{within}${name}")),
            _ => within.to_owned(),
        };
        let lines = (line(node.start_position().row), line(node.end_position().row));
        let marked = annotation(node, source).or(around);
        Some(Declaration { kind, class, name: name.to_owned(), lines, marked })
    }

    /// Whether a method of a class file may be this one.
    fn is_named(&self, method: &str) -> bool {
        // `lambda$m$0` is of the method `m`, `lambda$new$0` of a constructor.
        let lambda = method.strip_prefix("lambda$").and_then(|rest| rest.rsplit_once('$'));
        let (method, is_lambda) = lambda.map_or((method, false), |(method, _)| (method, true));
        let is_constructor = method == "<init>" || is_lambda && method == "new";
        let is_static = method == "<clinit>" || is_lambda && method == "static";
        match self.kind {
            Kind::Class => false,
            Kind::Method => self.name == method,
            Kind::Constructor => is_constructor,
            Kind::Initial => is_constructor || is_static,
        }
    }
}

fn line(row: usize) -> u32 {
    u32::try_from(row + 1).unwrap_or(u32::MAX)
}

fn text<'s>(node: Node<'_>, source: &'s str) -> &'s str {
    node.utf8_text(source.as_bytes()).unwrap_or_default()
}

/// `C$1D` is named `C$D` in a source, and `C$1` has no name in it: nothing tells their numbers there.
fn without_numbers(class: &str) -> String {
    let parts = class.split('$').enumerate();
    let parts =
        parts.map(|(at, part)| if at == 0 { part } else { part.trim_start_matches(|it: char| it.is_ascii_digit()) });
    parts.collect::<Vec<&str>>().join("$")
}

/// The line of our annotation of a declaration.
fn annotation(node: Node<'_>, source: &str) -> Option<u32> {
    let modifiers = node.named_children(&mut node.walk()).find(|child| child.kind() == "modifiers")?;
    let annotations: Vec<Node<'_>> = modifiers.named_children(&mut modifiers.walk()).collect();
    let ours = annotations.into_iter().find(|it| it.kind() == "annotation" && is_ours(*it, source))?;
    Some(line(ours.start_position().row))
}

fn is_ours(annotation: Node<'_>, source: &str) -> bool {
    let name = annotation.child_by_field_name("name").map_or("", |name| text(name, source));
    if !matches!(name, "SuppressWarnings" | "java.lang.SuppressWarnings") {
        return false;
    }
    let mut open: Vec<Node<'_>> = annotation.child_by_field_name("arguments").into_iter().collect();
    while let Some(node) = open.pop() {
        match node.kind() {
            "string_literal" if text(node, source) == TEXT => return true,
            // A text alone, not a part of a computation.
            "annotation_argument_list" | "element_value_pair" | "element_value_array_initializer" => {
                open.extend(node.named_children(&mut node.walk()));
            }
            _ => {}
        }
    }
    false
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    /// Whether what is annotated in a source is around the line that has `HERE`.
    #[track_caller]
    fn hides(source: &str, class: &str, method: &str) -> bool {
        let line = source.lines().position(|line| line.contains("HERE")).unwrap() as u32 + 1;
        let annotated = Annotated::of(source).unwrap();
        annotated.around(&Place { class, method, line: Some(line) }).is_some()
    }

    const MARK: &str = "@SuppressWarnings(\"casewise\")";

    #[test]
    fn an_annotation_counts_in_what_it_is_written_before() {
        let method = format!("class C {{\n {MARK}\n int m(int i) {{\n return 1 / i; // HERE\n }}\n int n() {{ }} }}");
        assert!(hides(&method, "C", "m"));
        assert!(!hides(&method.replace(" // HERE", "").replace("int n() {", "int n() { // HERE\n"), "C", "n"));
        assert!(hides(&format!("{MARK} class C {{\n class D {{ int m() {{\n // HERE\n }} }} }}"), "C$D", "m"));
        assert!(!hides(&format!("class C {{ {MARK} class D {{ }}\n int m() {{ /* HERE */ }} }}"), "C", "m"));
        assert!(hides(&format!("class C {{\n {MARK} int i =\n 1 / 0; // HERE\n int j; }}"), "C", "<init>"));
        assert!(!hides(&format!("class C {{\n {MARK} int i = 1;\n int j = 2; // HERE\n }}"), "C", "<init>"));
        assert!(hides(&format!("class C {{\n {MARK} C() {{\n // HERE\n }} }}"), "C", "<init>"));
    }

    #[test]
    fn texts_are_read_in_every_form_and_nothing_else_is() {
        let with = |annotation: &str| hides(&format!("class C {{ {annotation} void m() {{ /* HERE */ }} }}"), "C", "m");
        for annotation in [
            "@SuppressWarnings(\"casewise\")",
            "@SuppressWarnings({\"unchecked\", \"casewise\"})",
            "@SuppressWarnings(value = \"casewise\")",
            "@java.lang.SuppressWarnings(value = {\"casewise\",})",
            "@Deprecated(since = \"}\") @ SuppressWarnings ( \"casewise\" ) public static final",
            "@SuppressWarnings(\"casewise\") @Other({@A(1), @B}) ",
        ] {
            assert!(with(annotation), "{annotation}");
        }
        for annotation in [
            "",
            "@SuppressWarnings(\"unchecked\")",
            "@SuppressWarnings(\"case\" + \"wise\")",
            "@SuppressWarnings(\"casewise\" + NAME)",
            "@Other(\"casewise\")",
            "@Other(@SuppressWarnings(\"casewise\"))",
            "// @SuppressWarnings(\"casewise\")\n",
            "/* @SuppressWarnings(\"casewise\") */",
            "String s = \"@SuppressWarnings(\\\"casewise\\\")\";",
        ] {
            assert!(!with(annotation), "{annotation}");
        }
    }

    #[test]
    fn classes_are_told_apart_by_their_names() {
        let two = format!("class A {{ {MARK} void m() {{ }} }} class B {{ void m() {{ /* HERE */ }} }}");
        assert!(hides(&two, "A", "m"));
        assert!(!hides(&two, "B", "m"));
        let dollar =
            format!("class A {{ class B {{ void m() {{ }} }} }} class A$C {{ {MARK} void m() {{ /* HERE */ }} }}");
        assert!(hides(&dollar, "A$C", "m"));
        assert!(!hides(&dollar, "A$B", "m"));
        assert!(!hides(&dollar, "A$D", "m"));
        let record = format!("record R<T>(@A({{1}}) int i) implements I<T> {{ {MARK} R {{ /* HERE */ }} }}");
        assert!(hides(&record, "R", "<init>"));
        let interface = format!("@interface N {{ int i() default 1; {MARK} class C {{ void m() {{ /* HERE */ }} }} }}");
        assert!(hides(&interface, "N$C", "m"));
        let sealed = format!("public non-sealed interface I permits J {{ {MARK} default void m() {{ /* HERE */ }} }}");
        assert!(hides(&sealed, "I", "m"));
    }

    #[test]
    fn what_a_compiler_adds_is_of_the_class() {
        assert!(hides(&format!("{MARK} record R(int i) {{ }} // HERE"), "R", "i"));
        assert!(!hides(&format!("record R({MARK} int i) {{ }} // HERE"), "R", "i"));
    }

    #[test]
    fn constants_of_an_enum_are_fields() {
        let one = |before: &str, mark: &str| {
            format!(
                "enum E {{\n {before} A(1) {{ void m() {{ }} }},\n {mark} B(f(2, 3)) // HERE\n ; int i; E(int i) {{ }} }}"
            )
        };
        assert!(!hides(&one(MARK, ""), "E", "<clinit>"));
        assert!(hides(&one("", MARK), "E", "<clinit>"));
        assert!(hides(&format!("enum E {{ {MARK} A {{ void m() {{\n /* HERE */ }} }} }}"), "E$1", "m"));
    }

    #[test]
    fn classes_within_bodies_are_in_what_they_stand_in() {
        let body = |mark: &str, inner: &str| {
            format!("class C {{ {mark} void m() {{ new I() {{ {inner} void n() {{\n /* HERE */ }} }}; }} }}")
        };
        assert!(hides(&body(MARK, ""), "C$1", "n"));
        assert!(hides(&body("", MARK), "C$1", "n"));
        assert!(!hides(&body("", ""), "C$1", "n"));
        assert!(!hides(&body("", MARK), "C", "m"));
        let local = format!("class C {{ void m() {{ {MARK} class L {{ void n() {{\n /* HERE */ }} }} }} }}");
        assert!(hides(&local, "C$1L", "n"));
        let field = format!("class C {{ {MARK} I i = () -> {{\n /* HERE */ }}; void m() {{ }} }}");
        assert!(hides(&field, "C", "lambda$new$0"));
        let lambda = format!("class C {{ {MARK} void m() {{ I i = () -> {{\n /* HERE */ }}; }} }}");
        assert!(hides(&lambda, "C", "lambda$m$0"));
    }

    #[test]
    fn on_a_line_of_several_members_names_decide_and_else_all_must_have_one() {
        let line = format!("class C {{ {MARK} void m() {{ }} void n() {{ }} /* HERE */ {MARK} int i = 1; int j; }}");
        assert!(hides(&line, "C", "m"));
        assert!(hides(&line, "C", "lambda$m$0"));
        assert!(!hides(&line, "C", "n"));
        assert!(!hides(&line, "C", "<init>"));
        let overloaded = format!("class C {{ {MARK} void m() {{ }} void m(int i) {{ }} /* HERE */ }}");
        assert!(!hides(&overloaded, "C", "m"));
        let annotated = Annotated::of(&format!("class C {{ {MARK} void m() {{ }} void n() {{ }} }}")).unwrap();
        let without_line = |method| annotated.around(&Place { class: "C", method, line: None });
        assert_eq!((without_line("m"), without_line("n")), (Some(1), None));
    }

    #[test]
    fn parameters_and_locals_hide_nothing() {
        let local = format!("class C {{ void m({MARK} int i) {{ {MARK} int j = 1 / i; /* HERE */ }} }}");
        assert!(!hides(&local, "C", "m"));
    }

    #[test]
    fn what_is_not_understood_counts_for_nothing() {
        for source in ["class C {", "class C { void m() { ) }", "class C { \" }", "@", "class C { void m( }"] {
            assert!(Annotated::of(source).is_none(), "{source}");
        }
    }
}
