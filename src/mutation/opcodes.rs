//! The opcodes that changes are written with (JVMS chapter 6).

pub(super) const NOP: u8 = 0;
pub(super) const ACONST_NULL: u8 = 1;
pub(super) const LCONST_0: u8 = 9;
pub(super) const LCONST_1: u8 = 10;
pub(super) const FCONST_0: u8 = 11;
pub(super) const FCONST_1: u8 = 12;
pub(super) const DCONST_0: u8 = 14;
pub(super) const DCONST_1: u8 = 15;
pub(super) const POP: u8 = 87;
pub(super) const POP2: u8 = 88;
pub(super) const DUP2_X2: u8 = 94;
pub(super) const SWAP: u8 = 95;
/// The arithmetic families follow each other, each with an opcode for `int`, `long`, `float` and `double`.
pub(super) const IADD: u8 = 96;
pub(super) const ISUB: u8 = 100;
pub(super) const IMUL: u8 = 104;
pub(super) const IDIV: u8 = 108;
pub(super) const IREM: u8 = 112;
pub(super) const INEG: u8 = 116;
/// The bitwise families have `int` and `long`.
pub(super) const ISHL: u8 = 120;
pub(super) const ISHR: u8 = 122;
pub(super) const IUSHR: u8 = 124;
pub(super) const IAND: u8 = 126;
pub(super) const IOR: u8 = 128;
pub(super) const IXOR: u8 = 130;
pub(super) const IFEQ: u8 = 153;
pub(super) const IRETURN: u8 = 172;
pub(super) const LRETURN: u8 = 173;
pub(super) const FRETURN: u8 = 174;
pub(super) const DRETURN: u8 = 175;
pub(super) const ARETURN: u8 = 176;
