//! JVM instructions with their constants resolved to names: what the decoder makes and everything else reads.

use std::sync::Arc;

/// A class, interface or array type by its internal name (`java/lang/Object`, `[I`, `[Lp/C;`).
pub type ClassName = Arc<str>;

/// One decoded instruction together with where and what it was in the class file.
#[derive(Clone, Debug, PartialEq)]
pub struct DecodedInstruction {
    /// Byte offset within the method's code array.
    pub offset: u32,
    /// The opcode byte (JVMS chapter 6); for `wide` forms the modified opcode.
    pub opcode: u8,
    /// What it does.
    pub instruction: Instruction,
}

/// The computational kinds of JVM values that typed instructions name (JVMS 2.11.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
pub enum ValueKind {
    /// `int` and the types that are computed as int.
    Int,
    /// `long`.
    Long,
    /// `float`.
    Float,
    /// `double`.
    Double,
    /// A reference (also a return address, for `astore`).
    Reference,
}

/// Element kinds of the array access instructions; `baload` serves byte and boolean.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
pub enum ArrayAccess {
    /// `baload`, `bastore`: byte or boolean.
    ByteOrBoolean,
    /// `caload`, `castore`.
    Char,
    /// `saload`, `sastore`.
    Short,
    /// `iaload`, `iastore`.
    Int,
    /// `laload`, `lastore`.
    Long,
    /// `faload`, `fastore`.
    Float,
    /// `daload`, `dastore`.
    Double,
    /// `aaload`, `aastore`.
    Reference,
}

impl ArrayAccess {
    /// The kind of the machine that elements have once they are read.
    pub fn value_kind(self) -> ValueKind {
        match self {
            ArrayAccess::Long => ValueKind::Long,
            ArrayAccess::Float => ValueKind::Float,
            ArrayAccess::Double => ValueKind::Double,
            ArrayAccess::Reference => ValueKind::Reference,
            _ => ValueKind::Int,
        }
    }
}

/// Primitive component types of `newarray` (JVMS 6.5).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
pub enum PrimitiveType {
    /// `boolean`.
    Boolean,
    /// `byte`.
    Byte,
    /// `char`.
    Char,
    /// `short`.
    Short,
    /// `int`.
    Int,
    /// `long`.
    Long,
    /// `float`.
    Float,
    /// `double`.
    Double,
}

impl PrimitiveType {
    /// The kind of the machine that values of this type have (JVMS 2.11.1).
    pub fn value_kind(self) -> ValueKind {
        match self {
            PrimitiveType::Long => ValueKind::Long,
            PrimitiveType::Float => ValueKind::Float,
            PrimitiveType::Double => ValueKind::Double,
            _ => ValueKind::Int,
        }
    }
}

/// Binary operations on two operands of one kind, and the shifts, whose second operand is an int.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
pub enum BinaryOperator {
    /// Addition.
    Add,
    /// Subtraction.
    Subtract,
    /// Multiplication.
    Multiply,
    /// Division, towards zero.
    Divide,
    /// Remainder, with the sign of the dividend.
    Remainder,
    /// `<<`.
    ShiftLeft,
    /// `>>`.
    ShiftRight,
    /// `>>>`.
    UnsignedShiftRight,
    /// `&`.
    And,
    /// `|`.
    Or,
    /// `^`.
    Xor,
}

/// Numeric conversions (JVMS 2.11.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
pub enum Conversion {
    /// Between two of the four computational kinds (`i2l`, `d2f`, …).
    Between(ValueKind, ValueKind),
    /// `i2b`.
    IntToByte,
    /// `i2c`.
    IntToChar,
    /// `i2s`.
    IntToShort,
}

/// Three-way comparisons.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
pub enum Comparison {
    /// `lcmp`.
    Long,
    /// `fcmpl`: NaN gives -1.
    FloatLess,
    /// `fcmpg`: NaN gives 1.
    FloatGreater,
    /// `dcmpl`.
    DoubleLess,
    /// `dcmpg`.
    DoubleGreater,
}

/// Integer relations of the conditional branches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
pub enum Relation {
    /// `==`.
    Equal,
    /// `!=`.
    NotEqual,
    /// `<`.
    Less,
    /// `>=`.
    GreaterOrEqual,
    /// `>`.
    Greater,
    /// `<=`.
    LessOrEqual,
}

impl Relation {
    /// Whether two ints are in the relation.
    #[inline]
    pub fn holds(self, left: i32, right: i32) -> bool {
        match self {
            Relation::Equal => left == right,
            Relation::NotEqual => left != right,
            Relation::Less => left < right,
            Relation::GreaterOrEqual => left >= right,
            Relation::Greater => left > right,
            Relation::LessOrEqual => left <= right,
        }
    }

    /// The relation that two ints are in where they are not in this one.
    pub fn negated(self) -> Relation {
        match self {
            Relation::Equal => Relation::NotEqual,
            Relation::NotEqual => Relation::Equal,
            Relation::Less => Relation::GreaterOrEqual,
            Relation::GreaterOrEqual => Relation::Less,
            Relation::Greater => Relation::LessOrEqual,
            Relation::LessOrEqual => Relation::Greater,
        }
    }
}

/// What a conditional branch tests.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
pub enum Condition {
    /// `if<cond>`: one int against zero.
    IntZero(Relation),
    /// `if_icmp<cond>`: two ints.
    IntCompare(Relation),
    /// `if_acmpeq` (true) or `if_acmpne` (false).
    ReferenceEqual(bool),
    /// `ifnull` (true) or `ifnonnull` (false).
    Null(bool),
}

/// A symbolic reference to a field.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
pub struct FieldReference {
    /// The class named by the reference (resolution may find a superclass's field).
    pub class: ClassName,
    /// The field's name.
    pub name: Arc<str>,
    /// The field's descriptor.
    pub descriptor: Arc<str>,
}

/// A symbolic reference to a method.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
pub struct MethodReference {
    /// The class named by the reference; an array type for `clone` on arrays.
    pub class: ClassName,
    /// The method's name.
    pub name: Arc<str>,
    /// The method's descriptor.
    pub descriptor: Arc<str>,
    /// Whether the constant is an `InterfaceMethodref`.
    pub interface: bool,
}

/// The four ways to invoke a named method.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
pub enum InvokeKind {
    /// `invokevirtual`.
    Virtual,
    /// `invokespecial`.
    Special,
    /// `invokestatic`.
    Static,
    /// `invokeinterface`.
    Interface,
}

/// What a method handle does (JVMS 4.4.8); the number is the class file's `reference_kind`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
pub struct MethodHandle {
    /// `reference_kind`, 1 to 9.
    pub kind: u8,
    /// The class of the field or method.
    pub class: ClassName,
    /// Its name.
    pub name: Arc<str>,
    /// Its descriptor.
    pub descriptor: Arc<str>,
    /// Whether the reference is an `InterfaceMethodref`.
    pub interface: bool,
}

/// A string constant: UTF-16 code units, because class files may hold lone surrogates.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
pub struct StringConstant(pub Arc<[u16]>);

impl std::fmt::Display for StringConstant {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "{}", String::from_utf16_lossy(&self.0))
    }
}

/// A loadable constant that is neither an int nor a long (those are `Instruction::IntConstant`, `LongConstant`).
#[derive(Clone, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
pub enum LoadableConstant {
    /// `float`, as its bits.
    Float(u32),
    /// `double`, as its bits.
    Double(u64),
    /// A string.
    String(StringConstant),
    /// A class literal.
    Class(ClassName),
    /// A method type, by descriptor.
    MethodType(Arc<str>),
    /// A method handle.
    MethodHandle(Arc<MethodHandle>),
    /// `int`; only as a bootstrap argument.
    Int(i32),
    /// `long`; only as a bootstrap argument.
    Long(i64),
    /// A dynamically computed constant. Never stored: its arguments may be dynamic again, and decoding hostile bytes must
    /// not recurse. The last variant, because serde numbers those that it decodes without the skipped ones.
    #[serde(skip)]
    Dynamic(Arc<DynamicReference>),
}

/// A `CONSTANT_Dynamic` or `CONSTANT_InvokeDynamic` with its bootstrap method resolved.
#[derive(Clone, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
pub struct DynamicReference {
    /// The name of the call site or constant.
    pub name: Arc<str>,
    /// A method descriptor for call sites, a field descriptor for constants.
    pub descriptor: Arc<str>,
    /// The bootstrap method.
    pub bootstrap: MethodHandle,
    /// Its static arguments.
    pub arguments: Vec<LoadableConstant>,
}

/// A `tableswitch` or `lookupswitch`; targets are instruction indices.
#[derive(Clone, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
pub struct Switch {
    /// Key and target, in ascending key order.
    pub cases: Vec<(i32, u32)>,
    /// Where every other key goes.
    pub default: u32,
}

/// An instruction. Branch targets are indices into the method's instruction list, never byte offsets.
#[derive(Clone, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
pub enum Instruction {
    /// `nop`.
    Nop,
    /// `aconst_null`.
    NullConstant,
    /// `iconst_*`, `bipush`, `sipush`, `ldc` of an int.
    IntConstant(i32),
    /// `lconst_*`, `ldc2_w` of a long.
    LongConstant(i64),
    /// `fconst_*`, `dconst_*` and every other `ldc`.
    Constant(LoadableConstant),
    /// `iload` and its like.
    Load(ValueKind, u16),
    /// `istore` and its like.
    Store(ValueKind, u16),
    /// `iinc`: local, amount.
    Increment(u16, i16),
    /// `iaload` and its like.
    ArrayLoad(ArrayAccess),
    /// `iastore` and its like.
    ArrayStore(ArrayAccess),
    /// `pop`.
    Pop,
    /// `pop2`.
    Pop2,
    /// `dup`.
    Dup,
    /// `dup_x1`.
    DupX1,
    /// `dup_x2`.
    DupX2,
    /// `dup2`.
    Dup2,
    /// `dup2_x1`.
    Dup2X1,
    /// `dup2_x2`.
    Dup2X2,
    /// `swap`.
    Swap,
    /// `iadd` to `lxor`, by operand kind.
    Binary(ValueKind, BinaryOperator),
    /// `ineg` and its like.
    Negate(ValueKind),
    /// `i2l` to `i2s`.
    Convert(Conversion),
    /// `lcmp`, `fcmpl`, …
    Compare(Comparison),
    /// `if*`: condition, target.
    Branch(Condition, u32),
    /// `goto`, `goto_w`.
    Goto(u32),
    /// `jsr`, `jsr_w`.
    JumpSubroutine(u32),
    /// `ret`: local.
    ReturnFromSubroutine(u16),
    /// `tableswitch`, `lookupswitch`.
    Switch(Arc<Switch>),
    /// `ireturn` and its like; `None` for `return`.
    Return(Option<ValueKind>),
    /// `getstatic`.
    GetStatic(Arc<FieldReference>),
    /// `putstatic`.
    PutStatic(Arc<FieldReference>),
    /// `getfield`.
    GetField(Arc<FieldReference>),
    /// `putfield`.
    PutField(Arc<FieldReference>),
    /// `invokevirtual`, `invokespecial`, `invokestatic`, `invokeinterface`.
    Invoke(InvokeKind, Arc<MethodReference>),
    /// `invokedynamic`.
    InvokeDynamic(Arc<DynamicReference>),
    /// `new`.
    New(ClassName),
    /// `newarray`.
    NewPrimitiveArray(PrimitiveType),
    /// `anewarray`: the component type.
    NewReferenceArray(ClassName),
    /// `multianewarray`: the array type and the number of dimensions to allocate.
    NewMultiArray(ClassName, u8),
    /// `arraylength`.
    ArrayLength,
    /// `athrow`.
    Throw,
    /// `checkcast`.
    CheckCast(ClassName),
    /// `instanceof`.
    InstanceOf(ClassName),
    /// `monitorenter`.
    MonitorEnter,
    /// `monitorexit`.
    MonitorExit,
}
