//! Functions of `StrictMath` as its specification defines them: fdlibm 5.3, operation by operation. Where the library that the
//! other models use computes in another order, the last digit differs.

/// The upper 32 bits.
fn high(x: f64) -> i32 {
    (x.to_bits() >> 32) as i32
}

/// The number with other upper 32 bits.
fn with_high(x: f64, high: i32) -> f64 {
    f64::from_bits(u64::from(high as u32) << 32 | x.to_bits() & 0xffff_ffff)
}

const TWO54: f64 = 1.801_439_850_948_198_4e16;
const LN2_HIGH: f64 = 6.931_471_803_691_238e-1;
const LN2_LOW: f64 = 1.908_214_929_270_587_7e-10;
/// The coefficients of the series of logarithms.
const LG: [f64; 7] = [
    6.666_666_666_666_735e-1,
    3.999_999_999_940_942e-1,
    2.857_142_874_366_239e-1,
    2.222_219_843_214_978_4e-1,
    1.818_357_216_161_805e-1,
    1.531_383_769_920_937_3e-1,
    1.479_819_860_511_658_6e-1,
];

/// `StrictMath.atan2`.
pub(super) fn atan2(y: f64, x: f64) -> f64 {
    use std::f64::consts::{FRAC_PI_2, FRAC_PI_4, PI};
    /// What `PI` is short of the number.
    const PI_LOW: f64 = 1.224_646_799_147_353_2e-16;
    if x.is_nan() || y.is_nan() {
        return f64::NAN;
    }
    if x == 1.0 {
        return libm::atan(y);
    }
    let is_left = x.is_sign_negative();
    let with_sign_of_y = |angle: f64| if y.is_sign_negative() { -angle } else { angle };
    if y == 0.0 {
        return if is_left { with_sign_of_y(PI) } else { y };
    }
    if x == 0.0 {
        return with_sign_of_y(FRAC_PI_2);
    }
    match (x.is_infinite(), y.is_infinite()) {
        (true, true) => return with_sign_of_y(if is_left { 3.0 * FRAC_PI_4 } else { FRAC_PI_4 }),
        (true, false) => return with_sign_of_y(if is_left { PI } else { 0.0 }),
        (false, true) => return with_sign_of_y(FRAC_PI_2),
        (false, false) => {}
    }
    let exponents = ((high(y) & 0x7fff_ffff) - (high(x) & 0x7fff_ffff)) >> 20;
    let angle = if exponents > 60 {
        FRAC_PI_2 + 0.5 * PI_LOW
    } else if is_left && exponents < -60 {
        0.0
    } else {
        libm::atan((y / x).abs())
    };
    match (is_left, y.is_sign_negative()) {
        (false, _) => with_sign_of_y(angle),
        (true, false) => PI - (angle - PI_LOW),
        (true, true) => (angle - PI_LOW) - PI,
    }
}

/// `StrictMath.log`.
pub(super) fn log(x: f64) -> f64 {
    if x == 0.0 {
        return f64::NEG_INFINITY;
    }
    if x.is_nan() || x < 0.0 {
        return f64::NAN;
    }
    if x == f64::INFINITY {
        return x;
    }
    let (x, mut k) = if high(x) < 0x0010_0000 { (x * TWO54, -54) } else { (x, 0) };
    k += (high(x) >> 20) - 1023;
    let hx = high(x) & 0x000f_ffff;
    let i = (hx + 0x9_5f64) & 0x10_0000;
    let x = with_high(x, hx | (i ^ 0x3ff0_0000));
    k += i >> 20;
    let f = x - 1.0;
    let dk = f64::from(k);
    if (0x000f_ffff & (2 + hx)) < 3 {
        if f == 0.0 {
            return if k == 0 { 0.0 } else { dk * LN2_HIGH + dk * LN2_LOW };
        }
        let r = f * f * (0.5 - 0.333_333_333_333_333_3 * f);
        return if k == 0 { f - r } else { dk * LN2_HIGH - ((r - dk * LN2_LOW) - f) };
    }
    let s = f / (2.0 + f);
    let z = s * s;
    let w = z * z;
    let t1 = w * (LG[1] + w * (LG[3] + w * LG[5]));
    let t2 = z * (LG[0] + w * (LG[2] + w * (LG[4] + w * LG[6])));
    let r = t2 + t1;
    if ((hx - 0x6_147a) | (0x6_b851 - hx)) > 0 {
        let half = 0.5 * f * f;
        if k == 0 {
            f - (half - s * (half + r))
        } else {
            dk * LN2_HIGH - ((half - (s * (half + r) + dk * LN2_LOW)) - f)
        }
    } else if k == 0 {
        f - s * (f - r)
    } else {
        dk * LN2_HIGH - ((s * (f - r) - dk * LN2_LOW) - f)
    }
}

/// `StrictMath.log10`.
pub(super) fn log10(x: f64) -> f64 {
    const OF_2_HIGH: f64 = 3.010_299_956_636_117_7e-1;
    const OF_2_LOW: f64 = 3.694_239_077_158_931e-13;
    if !(x > 0.0 && x < f64::INFINITY) {
        return log(x);
    }
    let (x, mut k) = if high(x) < 0x0010_0000 { (x * TWO54, -54) } else { (x, 0) };
    k += (high(x) >> 20) - 1023;
    let i = i32::from(k < 0);
    let x = with_high(x, (high(x) & 0x000f_ffff) | ((0x3ff - i) << 20));
    let y = f64::from(k + i);
    let z = y * OF_2_LOW + std::f64::consts::LOG10_E * log(x);
    z + y * OF_2_HIGH
}

/// `StrictMath.log1p`.
pub(super) fn log1p(x: f64) -> f64 {
    let hx = high(x);
    let ax = hx & 0x7fff_ffff;
    let (mut k, mut f, mut hu, mut c) = (1, 0.0, 1, 0.0);
    if hx < 0x3fda_827a {
        if ax >= 0x3ff0_0000 {
            return if x == -1.0 { f64::NEG_INFINITY } else { f64::NAN };
        }
        if ax < 0x3e20_0000 {
            return if ax < 0x3c90_0000 { x } else { x - x * x * 0.5 };
        }
        if hx > 0 || hx <= 0xbfd2_bec3_u32 as i32 {
            k = 0;
            f = x;
            hu = 1;
        }
    }
    if hx >= 0x7ff0_0000 {
        return x + x;
    }
    if k != 0 {
        let mut u;
        if hx < 0x4340_0000 {
            u = 1.0 + x;
            hu = high(u);
            k = (hu >> 20) - 1023;
            c = if k > 0 { 1.0 - (u - x) } else { x - (u - 1.0) };
            c /= u;
        } else {
            u = x;
            hu = high(u);
            k = (hu >> 20) - 1023;
            c = 0.0;
        }
        hu &= 0x000f_ffff;
        if hu < 0x6_a09e {
            u = with_high(u, hu | 0x3ff0_0000);
        } else {
            k += 1;
            u = with_high(u, hu | 0x3fe0_0000);
            hu = (0x0010_0000 - hu) >> 2;
        }
        f = u - 1.0;
    }
    let half = 0.5 * f * f;
    let dk = f64::from(k);
    if hu == 0 {
        if f == 0.0 {
            if k == 0 {
                return 0.0;
            }
            c += dk * LN2_LOW;
            return dk * LN2_HIGH + c;
        }
        let r = half * (1.0 - 0.666_666_666_666_666_6 * f);
        return if k == 0 { f - r } else { dk * LN2_HIGH - ((r - (dk * LN2_LOW + c)) - f) };
    }
    let s = f / (2.0 + f);
    let z = s * s;
    let r = z * (LG[0] + z * (LG[1] + z * (LG[2] + z * (LG[3] + z * (LG[4] + z * (LG[5] + z * LG[6]))))));
    if k == 0 {
        f - (half - s * (half + r))
    } else {
        dk * LN2_HIGH - ((half - (s * (half + r) + (dk * LN2_LOW + c))) - f)
    }
}

/// Above this the exponential is infinite, and half of it is not.
const OVERFLOW: u64 = 0x4086_33ce_8fb9_f87d;

/// `StrictMath.sinh`, by the exponential functions.
pub(super) fn sinh(x: f64) -> f64 {
    if !x.is_finite() {
        return x + x;
    }
    let ix = high(x) & 0x7fff_ffff;
    let h = if x < 0.0 { -0.5 } else { 0.5 };
    if ix < 0x4036_0000 {
        if ix < 0x3e30_0000 {
            return x;
        }
        let t = libm::expm1(x.abs());
        return if ix < 0x3ff0_0000 { h * (2.0 * t - t * t / (t + 1.0)) } else { h * (t + t / (t + 1.0)) };
    }
    if ix < 0x4086_2e42 {
        return h * libm::exp(x.abs());
    }
    if x.abs().to_bits() <= OVERFLOW {
        let w = libm::exp(0.5 * x.abs());
        let t = h * w;
        return t * w;
    }
    x * 1.0e307
}

/// `StrictMath.cosh`, by the exponential functions.
pub(super) fn cosh(x: f64) -> f64 {
    if !x.is_finite() {
        return x * x;
    }
    let ix = high(x) & 0x7fff_ffff;
    if ix < 0x3fd6_2e43 {
        let t = libm::expm1(x.abs());
        let w = 1.0 + t;
        return if ix < 0x3c80_0000 { w } else { 1.0 + (t * t) / (w + w) };
    }
    if ix < 0x4036_0000 {
        let t = libm::exp(x.abs());
        return 0.5 * t + 0.5 / t;
    }
    if ix < 0x4086_2e42 {
        return 0.5 * libm::exp(x.abs());
    }
    if x.abs().to_bits() <= OVERFLOW {
        let w = libm::exp(0.5 * x.abs());
        let t = 0.5 * w;
        return t * w;
    }
    f64::INFINITY
}

/// `StrictMath.tanh`, by the exponential function.
pub(super) fn tanh(x: f64) -> f64 {
    if x.is_nan() {
        return x;
    }
    if x.is_infinite() {
        return x.signum();
    }
    let ix = high(x) & 0x7fff_ffff;
    let z = if ix < 0x4036_0000 {
        if ix < 0x3c80_0000 {
            return x * (1.0 + x);
        }
        if ix >= 0x3ff0_0000 {
            let t = libm::expm1(2.0 * x.abs());
            1.0 - 2.0 / (t + 2.0)
        } else {
            let t = libm::expm1(-2.0 * x.abs());
            -t / (t + 2.0)
        }
    } else {
        1.0
    };
    if high(x) >= 0 { z } else { -z }
}

/// `sin` of a number of at most a quarter turn's half, `tail` beyond its last digit.
fn sine_near_zero(x: f64, tail: Option<f64>) -> f64 {
    const S: [f64; 6] = [
        -1.666_666_666_666_663_2e-1,
        0.008_333_333_333_322_49,
        -1.984_126_982_985_795e-4,
        2.755_731_370_707_006_8e-6,
        -2.505_076_025_340_686_3e-8,
        1.589_690_995_211_55e-10,
    ];
    if high(x) & 0x7fff_ffff < 0x3e40_0000 {
        return x;
    }
    let z = x * x;
    let v = z * x;
    let r = S[1] + z * (S[2] + z * (S[3] + z * (S[4] + z * S[5])));
    match tail {
        None => x + v * (S[0] + z * r),
        Some(y) => x - ((z * (0.5 * y - v * r) - y) - v * S[0]),
    }
}

/// `cos` of such a number.
fn cosine_near_zero(x: f64, tail: f64) -> f64 {
    const C: [f64; 6] = [
        4.166_666_666_666_66e-2,
        -1.388_888_888_887_411e-3,
        2.480_158_728_947_673e-5,
        -2.755_731_435_139_066_3e-7,
        2.087_572_321_298_175e-9,
        -1.135_964_755_778_819_5e-11,
    ];
    let ix = high(x) & 0x7fff_ffff;
    if ix < 0x3e40_0000 {
        return 1.0;
    }
    let z = x * x;
    let r = z * (C[0] + z * (C[1] + z * (C[2] + z * (C[3] + z * (C[4] + z * C[5])))));
    if ix < 0x3fd3_3333 {
        return 1.0 - (0.5 * z - (z * r - x * tail));
    }
    let qx = if ix > 0x3fe9_0000 { 0.28125 } else { f64::from_bits(u64::from((ix - 0x0020_0000) as u32) << 32) };
    let half = 0.5 * z - qx;
    let a = 1.0 - qx;
    a - (half - (z * r - x * tail))
}

/// The quarter turns in a number, and what is left of it in two parts; none for numbers of more than 2^19 quarter turns.
fn reduced(x: f64) -> Option<(i32, f64, f64)> {
    const PARTS: [(f64, f64); 3] = [
        (1.570_796_326_734_125_6, 6.077_100_506_506_192e-11),
        (6.077_100_506_303_966e-11, 2.022_266_248_795_950_6e-21),
        (2.022_266_248_711_166_5e-21, 8.478_427_660_368_9e-32),
    ];
    let ix = high(x) & 0x7fff_ffff;
    if ix <= 0x3fe9_21fb {
        return Some((0, x, 0.0));
    }
    let ((first, first_tail), (second, second_tail), (third, third_tail)) = (PARTS[0], PARTS[1], PARTS[2]);
    if ix < 0x4002_d97c {
        let sign = if high(x) > 0 { 1.0 } else { -1.0 };
        let z = x - sign * first;
        let (z, tail) = if ix != 0x3ff9_21fb { (z, first_tail) } else { (z - sign * second, second_tail) };
        let head = z - sign * tail;
        return Some((sign as i32, head, (z - head) - sign * tail));
    }
    if ix > 0x4139_21fb {
        return None;
    }
    let t = x.abs();
    let n = (t * std::f64::consts::FRAC_2_PI + 0.5) as i32;
    let count = f64::from(n);
    let mut r = t - count * first;
    let mut w = count * first_tail;
    let mut head = r - w;
    let exponent = ix >> 20;
    // Where many digits have cancelled, more of the quarter turn are needed; in the first octants they seldom have.
    let lost = |head: f64| exponent - ((high(head) >> 20) & 0x7ff);
    if !(n < 32 && is_far_from_quarters(n, ix)) && lost(head) > 16 {
        let before = r;
        w = count * second;
        r = before - w;
        w = count * second_tail - ((before - r) - w);
        head = r - w;
        if lost(head) > 49 {
            let before = r;
            w = count * third;
            r = before - w;
            w = count * third_tail - ((before - r) - w);
            head = r - w;
        }
    }
    let tail = (r - head) - w;
    Some(if high(x) < 0 { (-n, -head, -tail) } else { (n, head, tail) })
}

/// Whether a number is not near a multiple of a quarter turn, by the upper bits of both.
fn is_far_from_quarters(n: i32, ix: i32) -> bool {
    high(f64::from(n) * std::f64::consts::FRAC_PI_2) != ix
}

/// `StrictMath.sin`; none for large numbers.
pub(super) fn sin(x: f64) -> Option<f64> {
    if !x.is_finite() {
        return Some(f64::NAN);
    }
    let (turns, head, tail) = reduced(x)?;
    if turns == 0 && head == x {
        return Some(sine_near_zero(x, None));
    }
    Some(match turns & 3 {
        0 => sine_near_zero(head, Some(tail)),
        1 => cosine_near_zero(head, tail),
        2 => -sine_near_zero(head, Some(tail)),
        _ => -cosine_near_zero(head, tail),
    })
}

/// `StrictMath.cos`; none for large numbers.
pub(super) fn cos(x: f64) -> Option<f64> {
    if !x.is_finite() {
        return Some(f64::NAN);
    }
    let (turns, head, tail) = reduced(x)?;
    Some(match turns & 3 {
        0 => cosine_near_zero(head, tail),
        1 => -sine_near_zero(head, Some(tail)),
        2 => -cosine_near_zero(head, tail),
        _ => sine_near_zero(head, Some(tail)),
    })
}
