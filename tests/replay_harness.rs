//! The replay harness answers hand-written jobs as its protocol (src/replay/PROTOCOL.md) says.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::OnceLock;

/// A running harness.
struct Harness {
    process: Child,
    jobs: Option<ChildStdin>,
    results: BufReader<ChildStdout>,
}

impl Harness {
    fn start(options: &[&str]) -> Self {
        let class_path = std::env::join_paths([classes(), Path::new(env!("CASEWISE_FIXTURES"))]).unwrap();
        let mut process = Command::new(tool("java"))
            .args(["-ea", "-Xmx256m", "--add-opens", "java.base/jdk.internal.misc=ALL-UNNAMED"])
            .args(options)
            .arg("-cp")
            .arg(class_path)
            .arg("casewise.replay.CasewiseReplay")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        Self { jobs: process.stdin.take(), results: BufReader::new(process.stdout.take().unwrap()), process }
    }

    fn send(&mut self, job: &str) {
        let jobs = self.jobs.as_mut().unwrap();
        jobs.write_all(format!("{job}\n").as_bytes()).unwrap();
        jobs.flush().unwrap();
    }

    /// The next result, empty at the end.
    fn result(&mut self) -> String {
        let mut line = String::new();
        self.results.read_line(&mut line).unwrap();
        line.trim_end_matches('\n').to_owned()
    }

    fn answer(&mut self, job: &str) -> String {
        self.send(job);
        self.result()
    }

    /// The exit status once there is no more input.
    fn finish(mut self) -> Option<i32> {
        drop(self.jobs.take());
        assert_eq!(self.result(), "", "a line too many");
        self.process.wait().unwrap().code()
    }
}

/// A program of the JDK: that of `JAVA_HOME`, else that of the path.
fn tool(name: &str) -> PathBuf {
    match std::env::var_os("JAVA_HOME") {
        Some(home) => Path::new(&home).join("bin").join(name),
        None => PathBuf::from(name),
    }
}

/// The compiled harness, and with it the class that only these tests use.
fn classes() -> &'static Path {
    static CLASSES: OnceLock<PathBuf> = OnceLock::new();
    CLASSES.get_or_init(|| {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("replay-harness");
        let _ = fs::remove_dir_all(&folder);
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let output = Command::new(tool("javac"))
            .args(["-nowarn", "-encoding", "UTF-8", "-d"])
            .arg(&folder)
            .args(
                ["CasewiseReplay", "Channels", "Contents", "Escapes", "FreshLoader", "Probe", "Script", "SuiteRuns"]
                    .map(|name| root.join(format!("src/replay/harness/{name}.java"))),
            )
            .arg(root.join("tests/replay_harness/Probe.java"))
            .output()
            .expect("these tests need a JDK");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        folder
    })
}

/// Each job, in one process, has the result next to it.
fn check(expected: &[(&str, &str)]) {
    let mut harness = Harness::start(&[]);
    for (job, result) in expected {
        assert_eq!(harness.answer(job), *result, "job: {job}");
    }
    assert_eq!(harness.finish(), Some(0));
}

#[test]
fn primitive_arguments_and_results() {
    check(&[
        ("call:casestudies/R.gcd(II)I i:12 i:-18", "return 48"),
        ("call:casestudies/R.abs(I)I i:-2147483648", "return -2147483648"),
        ("call:fixtures/LongArithmetic.negate(J)J j:-9223372036854775808", "return 9223372036854775807"),
        ("call:fixtures/SmallParameters.upper(C)C i:97", "return 65"),
        ("call:fixtures/SmallParameters.upper(C)C c:65535", "return 65535"),
        ("call:fixtures/SmallParameters.not(Z)Z z:0", "return 1"),
        ("call:fixtures/Narrowing.wrapAround(B)B b:127", "return 0"),
        ("call:fixtures/Narrowing.shrink(S)S s:-1", "return -1"),
        ("call:fixtures/Floating.half(F)F f:3f800000", "return f:3f000000"),
        ("call:fixtures/Floating.isNan(D)Z d:7ff0000000000001", "return 1"),
        ("call:probe/Probe.sum(BCSZJD)I b:-1 c:10 s:-100 i:1 j:1000 d:40b3880000000000", "return 5910"),
        ("call:fixtures/StaticFields.reset()V", "return void"),
    ]);
}

#[test]
fn objects_fields_and_cycles() {
    check(&[
        (
            "o0=new:casestudies/R o0.casestudies/R.num=i:4 o0.casestudies/R.den=i:2 \
             call:casestudies/R.simplify(II)V o0 i:4 i:2",
            "return void this=#0 #0=casestudies/R{casestudies/R.den=1,casestudies/R.num=2}",
        ),
        (
            "o0=new:casestudies/Foo o1=new:casestudies/Foo o0.casestudies/Foo.next=o1 o1.casestudies/Foo.next=o0 \
             o1.casestudies/Foo.f=i:-3 call:casestudies/Foo.m(Lcasestudies/Foo;Lcasestudies/Foo;Lcasestudies/Foo;)V \
             o1 o0 null",
            "return void a0=#0 a1=#1 a2=null #0=casestudies/Foo{casestudies/Foo.f=3,casestudies/Foo.next=#1} \
             #1=casestudies/Foo{casestudies/Foo.f=1,casestudies/Foo.next=#0}",
        ),
        (
            "o0=new:fixtures/Aliasing call:fixtures/Aliasing.tie(Lfixtures/Aliasing;)V o0",
            "return void a0=#0 #0=fixtures/Aliasing{fixtures/Aliasing.link=#0,fixtures/Aliasing.value=7}",
        ),
        (
            "o7=new:fixtures/Inheritance$Dog o7.fixtures/Inheritance$Dog.legs=i:3 \
             o7.fixtures/Inheritance$Animal.legs=i:4 \
             call:fixtures/Inheritance.hidden(Lfixtures/Inheritance$Dog;)I o7",
            "return 1 a0=#0 #0=fixtures/Inheritance$Dog{fixtures/Inheritance$Animal.legs=2,\
             fixtures/Inheritance$Animal.noise=0,fixtures/Inheritance$Dog.legs=1,fixtures/Inheritance$Dog.loud=0}",
        ),
        (
            "o0=new:probe/Probe o0.probe/Probe.number=i:9 o0.probe/Probe.flag=z:1 o0.probe/Probe.small=b:-1 \
             o0.probe/Probe.letter=c:955 o0.probe/Probe.brief=s:-5 o0.probe/Probe.wide=j:-7 \
             o0.probe/Probe.single=f:7fc00001 o0.probe/Probe.twice=d:bff0000000000000 o1=string:00480069 \
             o0.probe/Probe.text=o1 o2=class:[Lprobe/Probe; o0.probe/Probe.type=o2 o3=class:int \
             o0.probe/Probe.any=o3 call:probe/Probe.same(Lprobe/Probe;)Lprobe/Probe; o0",
            "return #0 a0=#0 #0=probe/Probe{probe/Probe.any=#1,probe/Probe.brief=-5,probe/Probe.flag=1,\
             probe/Probe.letter=955,probe/Probe.number=9,probe/Probe.single=f:7fc00000,probe/Probe.small=-1,\
             probe/Probe.text=#2,probe/Probe.twice=d:bff0000000000000,probe/Probe.type=#3,probe/Probe.wide=-7} \
             #1=class:int #2=\"00480069\" #3=class:[Lprobe/Probe;",
        ),
        (
            "o0=builder:java/lang/StringBuilder:00610062 o1=builder:java/lang/StringBuilder:00610062 \
             call:fixtures/StringBuilders.alias(Ljava/lang/StringBuilder;Ljava/lang/StringBuilder;)Z o0 o1",
            "return 0 a0=#0 a1=#1 #0=java/lang/StringBuilder\"006100620078\" #1=java/lang/StringBuilder\"00610062\"",
        ),
        (
            "o0=new:java/lang/Integer o0.java/lang/Integer.value=i:7 o1=new:java/lang/Integer \
             o1.java/lang/Integer.value=i:7 \
             call:fixtures/Boxes.sameInput(Ljava/lang/Integer;Ljava/lang/Integer;)Z o0 o1",
            "return 0 a0=#0 a1=#0 #0=java/lang/Integer{java/lang/Integer.value=7}",
        ),
        (
            "o0=new:probe/Probe$Pair o0.probe/Probe$Pair.left=i:5 o0.probe/Probe$Pair.right=o0 \
             call:probe/Probe$Pair.leftOf()I o0",
            "return 5 this=#0 #0=probe/Probe$Pair{probe/Probe$Pair.left=5,probe/Probe$Pair.right=#0}",
        ),
        (
            "o0=new:probe/Probe$%00dcbung o0.probe/Probe$%00dcbung.gr%00f6%00dfe=i:1 \
             call:probe/Probe.pair(ILjava/lang/Object;)Ljava/lang/Object; i:0 o0",
            "return #0 a1=#1 #0=probe/Probe$Pair{probe/Probe$Pair.left=0,probe/Probe$Pair.right=#1} \
             #1=probe/Probe$%00dcbung{probe/Probe$%00dcbung.gr%00f6%00dfe=1}",
        ),
    ]);
}

#[test]
fn objects_are_numbered_depth_first() {
    check(&[(
        "o0=new:fixtures/Recursion$Tree o1=new:fixtures/Recursion$Tree o2=new:fixtures/Recursion$Tree \
         o3=new:fixtures/Recursion$Tree o0.fixtures/Recursion$Tree.right=o1 o0.fixtures/Recursion$Tree.left=o2 \
         o2.fixtures/Recursion$Tree.right=o3 o1.fixtures/Recursion$Tree.left=o3 \
         call:fixtures/Recursion.size(Lfixtures/Recursion$Tree;)I o0",
        "return 5 a0=#0 \
         #0=fixtures/Recursion$Tree{fixtures/Recursion$Tree.left=#1,fixtures/Recursion$Tree.right=#3} \
         #1=fixtures/Recursion$Tree{fixtures/Recursion$Tree.left=null,fixtures/Recursion$Tree.right=#2} \
         #2=fixtures/Recursion$Tree{fixtures/Recursion$Tree.left=null,fixtures/Recursion$Tree.right=null} \
         #3=fixtures/Recursion$Tree{fixtures/Recursion$Tree.left=#2,fixtures/Recursion$Tree.right=null}",
    )]);
}

#[test]
fn arrays() {
    check(
        &[
            (
                "o0=array:[I:3 o0[0]=i:1 o0[2]=i:-9 call:fixtures/IntArrays.reverse([I)V o0",
                "return void a0=#0 #0=[I[-9,0,1]",
            ),
            ("o0=array:[J:2 o0[1]=j:5 call:fixtures/TypedArrays.sumLongs([J)J o0", "return 5 a0=#0 #0=[J[0,5]"),
            ("o0=array:[Z:2 o0[1]=z:1 call:fixtures/TypedArrays.flip([ZI)V o0 i:0", "return void a0=#0 #0=[Z[1,1]"),
            ("o0=array:[B:1 call:fixtures/TypedArrays.storeByte([BI)I o0 i:200", "return -56 a0=#0 #0=[B[-56]"),
            (
                "o0=array:[C:1 o0[0]=c:7 call:fixtures/TypedArrays.storeChar([CI)I o0 i:-1",
                "return 65535 a0=#0 #0=[C[65535]",
            ),
            (
                "o0=array:[S:2 o0[0]=s:32767 call:fixtures/TypedArrays.storeShort([SIS)S o0 i:1 i:4",
                "return 4 a0=#0 #0=[S[-32768,4]",
            ),
            (
                "o0=array:[[I:2 o1=array:[I:1 o0[0]=o1 o0[1]=o1 call:fixtures/Grids.corner([[I)I o0",
                "return 2 a0=#0 #0=[[I[#1,#1] #1=[I[2]",
            ),
            (
                "o0=array:[Ljava/lang/Object;:2 o0[0]=o0 \
             call:fixtures/ReferenceArrays.isItems(Ljava/lang/Object;)Z o0",
                "return 0 a0=#0 #0=[Ljava/lang/Object;[#0,null]",
            ),
            (
                "o0=array:[Lfixtures/ReferenceArrays$Special;:1 o1=new:fixtures/ReferenceArrays$Item \
             call:fixtures/ReferenceArrays.store([Lfixtures/ReferenceArrays$Item;Lfixtures/ReferenceArrays$Item;)V \
             o0 o1",
                "throw java/lang/ArrayStoreException #0 a0=#1 a1=#2 #0=java/lang/ArrayStoreException{} \
             #1=[Lfixtures/ReferenceArrays$Special;[null] \
             #2=fixtures/ReferenceArrays$Item{fixtures/ReferenceArrays$Item.value=0}",
            ),
            ("o0=array:[I:2 call:probe/Probe.varargs([I)I o0", "return 2 a0=#0 #0=[I[0,0]"),
            // FNV-1a of "0," 1,024 times and a last "0".
            ("call:fixtures/IntArrays.make(II)[I i:1025 i:0", "return #0 #0=[I[length=1025,hash=HASH]"),
        ]
        .map(|(job, result)| (job, result.replace("HASH", &format!("{:016x}", hash_of_zeros(1025)))))
        .each_ref()
        .map(|(job, result)| (*job, result.as_str())),
    );
}

fn hash_of_zeros(count: usize) -> u64 {
    vec!["0"; count]
        .join(",")
        .bytes()
        .fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

#[test]
fn exceptions() {
    check(&[
        (
            "call:fixtures/Throwing.check(I)I i:200",
            "throw fixtures/Throwing$Refused #0 #0=fixtures/Throwing$Refused{fixtures/Throwing$Refused.code=200}",
        ),
        (
            "call:fixtures/ImplicitFailures.nullField(Lfixtures/ImplicitFailures;)I null",
            "throw java/lang/NullPointerException #0 a0=null #0=java/lang/NullPointerException{}",
        ),
        (
            "o0=array:[I:1 call:fixtures/Throwing.withFinally([II)I o0 i:-1",
            "throw fixtures/Throwing$Denied #0 a0=#1 \
             #0=fixtures/Throwing$Denied{fixtures/Throwing$Refused.code=403} #1=[I[3]",
        ),
        (
            "o0=new:java/lang/IllegalStateException \
             call:fixtures/Throwing.throwGiven(Ljava/lang/RuntimeException;)V o0",
            "throw java/lang/IllegalStateException #0 a0=#0 #0=java/lang/IllegalStateException{}",
        ),
        ("call:fixtures/Asserts.root(I)I i:-5", "throw java/lang/AssertionError #0 #0=java/lang/AssertionError{}"),
        (
            "call:fixtures/EndlessLoop.endlessRecursion(I)I i:1",
            "throw java/lang/StackOverflowError #0 #0=java/lang/StackOverflowError{}",
        ),
        ("call:probe/Probe.exhaust()I", "throw java/lang/OutOfMemoryError #0 #0=java/lang/OutOfMemoryError{}"),
        ("call:fixtures/Recursion.factorial(I)I i:5", "return 120"),
        (
            "call:probe/Probe.broken()I",
            "throw java/lang/ExceptionInInitializerError #0 #0=java/lang/ExceptionInInitializerError{}",
        ),
    ]);
}

#[test]
fn constructors() {
    check(&[
        (
            "call:casestudies/R.<init>(II)V i:1 i:2",
            "return void this=#0 #0=casestudies/R{casestudies/R.den=2,casestudies/R.num=1}",
        ),
        (
            "o0=new:fixtures/Inners o0.fixtures/Inners.base=i:3 \
             call:fixtures/Inners$Counter.<init>(Lfixtures/Inners;)V o0",
            "return void this=#0 a0=#1 \
             #0=fixtures/Inners$Counter{fixtures/Inners$Counter.steps=0,fixtures/Inners$Counter.this$0=#1} \
             #1=fixtures/Inners{fixtures/Inners.base=3}",
        ),
        (
            "o0=array:[I:1 call:probe/Probe$ThrowingConstructor.<init>([I)V o0",
            "throw java/lang/IllegalStateException #0 a0=#1 #0=java/lang/IllegalStateException{} #1=[I[1]",
        ),
        ("call:probe/Probe$Half.<init>(I)V i:3", "error cannot be instantiated: probe/Probe$Half"),
        (
            "as:probe/Probe$Whole call:probe/Probe$Half.<init>(I)V i:8",
            "return void this=#0 #0=probe/Probe$Whole{probe/Probe$Half.size=8,probe/Probe$Whole.more=0}",
        ),
        (
            "as:probe/Probe$Whole call:probe/Probe$Half.<init>(I)V i:-8",
            "throw java/lang/IllegalArgumentException #0 #0=java/lang/IllegalArgumentException{}",
        ),
        (
            "o0=string:0041 call:fixtures/Levels.<init>(Ljava/lang/String;II)V o0 i:7 i:8",
            "return void this=#0 a0=#1 #0=fixtures/Levels{fixtures/Levels.weight=8,java/lang/Enum.ordinal=7} \
             #1=\"0041\"",
        ),
    ]);
}

#[test]
fn exactly_the_named_method_runs() {
    check(&[
        (
            "o0=new:fixtures/Inheritance$Dog o0.fixtures/Inheritance$Animal.legs=i:4 \
             call:fixtures/Inheritance$Animal.score(I)I o0 i:5",
            "return 20 this=#0 #0=fixtures/Inheritance$Dog{fixtures/Inheritance$Animal.legs=4,\
             fixtures/Inheritance$Animal.noise=0,fixtures/Inheritance$Dog.legs=0,fixtures/Inheritance$Dog.loud=0}",
        ),
        (
            "o0=new:fixtures/Defaults$Wine o0.fixtures/Defaults$Wine.cents=i:200 \
             call:fixtures/Defaults$Priced.discounted(I)I o0 i:60",
            "return 80 this=#0 #0=fixtures/Defaults$Wine{fixtures/Defaults$Wine.cents=200}",
        ),
        (
            "o0=new:fixtures/Account o0.fixtures/Account.closed=z:1 call:fixtures/Account.requireOpen()V o0",
            "throw java/lang/IllegalStateException #0 this=#1 #0=java/lang/IllegalStateException{} \
             #1=fixtures/Account{fixtures/Account.balance=0,fixtures/Account.closed=1,fixtures/Account.limit=0,\
             fixtures/Account.operations=0}",
        ),
        ("o0=new:fixtures/Defaults$Wine call:fixtures/Defaults$Priced.price()I o0", "error abstract method"),
        ("call:java/lang/Math.floorMod(II)I i:-5 i:3", "return 1"),
    ]);
}

#[test]
fn classes_that_a_caller_would_have_to_write() {
    let asked = "probe/Probe$Asked(JDLjava/lang/String;)V,j:7,d:3ff8000000000000,o0,letter()C=c:122,nothing()V,single()F=f:3fc00000,\
                 text()Ljava/lang/String;=null,twice(IJ)D=d:4004000000000000,wide()J=j:-9";
    let said = "7 1.5 A z-9 z -9 1.5 2.5 null".encode_utf16().map(|unit| format!("{unit:04x}")).collect::<String>();
    check(&[
        (
            &format!("o0=string:0041 o1=script:{asked} call:probe/Probe$Asked.all()Ljava/lang/String; o1"),
            &format!("return #0 this=#1 #0=\"{said}\" #1=hidden{{}}"),
        ),
        (
            "o0=script:probe/Probe$Named,isNamed()Z=z:1 call:probe/Probe$Named.name()Ljava/lang/String; o0",
            "return #0 this=#1 #0=\"006e0061006d00650064\" #1=hidden{}",
        ),
        (
            "o0=script:java/io/Reader()V,close()V,read([CII)I=i:0 call:probe/Probe.readFrom(Ljava/io/Reader;)I o0",
            "return 0 a0=#0 #0=hidden{}",
        ),
        (
            "o0=script:probe/Probe$Half(I)V,i:-1 call:probe/Probe.seed()I",
            "error the input cannot be made: java.lang.IllegalArgumentException: size",
        ),
        ("o0=script:probe/Probe$Named,isNamed()Z call:probe/Probe.seed()I", "error no result of isNamed()Z"),
        ("o0=script:probe/Probe$Half(I)V call:probe/Probe.seed()I", "error other values needed: probe/Probe$Half(I)V"),
    ]);
}

#[test]
fn static_fields() {
    check(&[
        (
            "s:fixtures/StaticFields.count=i:9 call:fixtures/StaticFields.increment()I \
             watch:fixtures/StaticFields.count",
            "return 10 s:fixtures/StaticFields.count=10",
        ),
        ("s:fixtures/StaticFields.count=i:-1 call:fixtures/StaticFields.increment()I", "return 0"),
        // Assigned and watched fields have their old value again.
        (
            "call:fixtures/StaticFields.push(I)V i:4 watch:fixtures/StaticFields.head \
             watch:fixtures/StaticFields.count",
            "return void s:fixtures/StaticFields.head=#0 s:fixtures/StaticFields.count=0 \
             #0=fixtures/StaticFields$Node{fixtures/StaticFields$Node.next=null,fixtures/StaticFields$Node.value=4}",
        ),
        (
            "call:fixtures/StaticFields.pop()I",
            "throw java/lang/IllegalStateException #0 #0=java/lang/IllegalStateException{}",
        ),
        (
            "watch:probe/Probe.name call:probe/Probe.rename()V watch:probe/Probe.calls",
            "return void s:probe/Probe.name=#0 s:probe/Probe.calls=100 #0=\"0062\"",
        ),
        ("call:probe/Probe.countCall()I watch:probe/Probe.calls", "return 1 s:probe/Probe.calls=1"),
        // A job that fails restores as well.
        (
            "s:probe/Probe.calls=i:50 s:probe/Probe.calls=i:60 call:probe/Probe.nothing()V",
            "error no such method: probe/Probe.nothing()V",
        ),
        (
            "o0=static:probe/Probe.name call:probe/Probe.countCall()I watch:probe/Probe.name watch:probe/Probe.calls",
            "return 1 s:probe/Probe.name=#0 s:probe/Probe.calls=1 #0=\"006100620063\"",
        ),
        (
            "init:fixtures/StaticFinals o0=static:fixtures/StaticFinals.ORIGIN \
             call:fixtures/StaticFinals.isOrigin(Lfixtures/StaticFinals$Box;)Z o0",
            "return 1 a0=#0 #0=fixtures/StaticFinals$Box{fixtures/StaticFinals$Box.value=0}",
        ),
        (
            "o0=static:fixtures/Levels.MIDDLE call:fixtures/Levels.next(Lfixtures/Levels;)Lfixtures/Levels; o0",
            "return #0 a0=#1 #0=fixtures/Levels{fixtures/Levels.weight=10,java/lang/Enum.ordinal=2} \
             #1=fixtures/Levels$1{fixtures/Levels.weight=5,java/lang/Enum.ordinal=1}",
        ),
        ("call:fixtures/InitialisationOrder.order()I", "return 1204"),
    ]);
}

#[test]
fn objects_of_the_jdk_are_opaque() {
    check(&[
        (
            "call:probe/Probe.jdkObjects()[Ljava/lang/Object;",
            "return #0 #0=[Ljava/lang/Object;[#1,#2,#3,#4,#5] #1=java/util/ArrayList{} #2=java/lang/Integer{java/lang/Integer.value=5} \
             #3=\"0078\" #4=class:[I #5=probe/Probe$List{probe/Probe$List.extra=0}",
        ),
        ("call:probe/Probe.lambda()Ljava/lang/Runnable;", "return #0 #0=hidden{}"),
    ]);
}

#[test]
fn the_program_cannot_disturb_the_protocol() {
    check(&[
        ("hello", &format!("casewise-replay 5 java {}", java_version())),
        ("call:probe/Probe.noisy(I)I i:3", "return 3"),
        ("call:probe/Probe.readsInput()I", "return -1"),
        ("stdin:00410042 call:probe/Probe.readsInput()I", "return 65"),
        ("call:probe/Probe.readsInput()I", "return -1"),
        ("call:probe/Probe.seed()I", "return 5"),
    ]);
}

fn java_version() -> u32 {
    let output = Command::new(tool("javac")).arg("-version").output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let version = text.trim().strip_prefix("javac ").unwrap();
    version.split(['.', '-', '+']).next().unwrap().parse().unwrap()
}

#[test]
fn jobs_that_cannot_be_built_are_errors() {
    let foo = "call:fixtures/Aliasing.tie(Lfixtures/Aliasing;)V";
    check(&[
        ("", "error no call"),
        ("init:no/Such call:casestudies/R.abs(I)I i:1", "error no such class: no/Such"),
        ("o0=new:casestudies/Gone", "error no such class: casestudies/Gone"),
        ("o0=new:fixtures/Shapes$Shape", "error cannot be instantiated: new:fixtures/Shapes$Shape"),
        ("o0=new:casestudies/R o0.casestudies/R.x=i:1", "error no such field: casestudies/R.x"),
        ("o0=new:casestudies/R o0=new:casestudies/R", "error declared twice: o0"),
        ("o0=new:casestudies/R o0.casestudies/Foo.f=i:1", "error no such field in this object: o0.casestudies/Foo.f"),
        ("o0=array:[I:1 o0[1]=i:1", "error no such element: 1"),
        ("o0=array:[I:-1", "error out of range: -1"),
        ("o0=array:I:1", "error no such class: I"),
        ("call:casestudies/R.abs(J)I j:1", "error no such method: casestudies/R.abs(J)I"),
        ("call:casestudies/R.abs(I)I", "error 0 values given, 1 needed"),
        ("call:casestudies/R.abs(I)I i:1 i:2", "error a value too many: i:2"),
        ("call:casestudies/R.abs(I)I i:2147483648", "error out of range: 2147483648"),
        ("call:casestudies/R.abs(I)I j:1", "error no value of type int: j:1"),
        ("call:casestudies/R.abs(I)I i:x", "error no number: x"),
        (&format!("{foo} o0"), "error not declared: o0"),
        (&format!("o0=new:casestudies/R {foo} o0"), "error o0 is no fixtures/Aliasing"),
        ("call:casestudies/R.simplify(II)V null i:1 i:1", "error the receiver is null"),
        ("s:fixtures/StaticFinals.LIMIT=i:1", "error a static final field: s:fixtures/StaticFinals.LIMIT=i:1"),
        ("init:probe/Probe$Broken call:probe/Probe.seed()I", "error not initialised: probe/Probe$Broken"),
        ("frobnicate", "error unknown token frobnicate"),
        ("call:casestudies/R.abs(I)I i:-1", "return 1"),
    ]);
}

#[test]
fn a_long_list_is_printed_whole() {
    let mut harness = Harness::start(&[]);
    let result = harness.answer("call:probe/Probe.chain(I)Lprobe/Probe; i:50000");
    assert!(result.starts_with("return #0 #0=probe/Probe{probe/Probe.any=#1,"));
    assert_eq!(result.matches(" #").count(), 50_001);
    let too_many = harness.answer("call:probe/Probe.chain(I)Lprobe/Probe; i:1000001");
    assert_eq!(too_many, "error the final heap has more than 1000000 objects");
    assert_eq!(harness.finish(), Some(0));
}

#[test]
fn a_job_that_runs_too_long_ends_the_process() {
    let mut harness = Harness::start(&["-Dcasewise.timeout=300"]);
    assert_eq!(harness.answer("call:fixtures/EndlessLoop.endless(Z)I z:0"), "return 1");
    assert_eq!(harness.answer("call:fixtures/EndlessLoop.endless(Z)I z:1"), "timeout");
    assert_eq!(harness.finish(), Some(3));
}

#[test]
fn a_program_that_exits_is_reported() {
    let mut harness = Harness::start(&[]);
    assert_eq!(harness.answer("call:probe/Probe.exit()V"), "exited");
    assert_eq!(harness.finish(), Some(7));
}

#[test]
fn many_jobs_at_once() {
    const JOBS: i32 = 100_000;
    let mut harness = Harness::start(&[]);
    let mut jobs = harness.jobs.take().unwrap();
    let writer = std::thread::spawn(move || {
        let mut text = String::new();
        for i in 0..JOBS {
            text.push_str(&format!("call:casestudies/R.abs(I)I i:{}\n", -i));
        }
        jobs.write_all(text.as_bytes()).unwrap();
    });
    for i in 0..JOBS {
        assert_eq!(harness.result(), format!("return {i}"));
    }
    writer.join().unwrap();
    assert_eq!(harness.finish(), Some(0));
}
