/*
 * Sine, cosine, exponential, power, arc tangent, arc cosine and remainder in plain IEEE 754 double arithmetic, so that
 * they give the same bits with every compiler, processor and C library. Included in front of each file of the engine
 * (gcc and clang: -include portable_math.h -ffp-contract=off; MSVC: /FIportable_math.h /fp:precise), it takes the place
 * of the functions of <math.h>. Each is within 1 ulp of the exact value: `python -m tests.tools.accuracy` measures it.
 *
 * Only +, -, *, / and sqrt are used, which IEEE 754 rounds in one way, and integers. No fused multiply-add, no wider
 * registers, no rounding but to nearest. All constants are rounded values of pi, 2/pi, ln 2, arc tangents and 1/n!,
 * which tests/engine/test_portable_math.py computes again.
 *
 * Methods:
 *   W. J. Cody, W. Waite, Software Manual for the Elementary Functions, 1980: arguments reduced by a constant in parts.
 *   M. Payne, R. Hanek, Radian reduction for trigonometric functions, SIGNUM Newsletter 18, 1983: exact reduction.
 *   J.-M. Muller et al., Handbook of Floating-Point Arithmetic, 2018: the rest, and how errors are estimated.
 */
#ifndef PORTABLE_MATH_H
#define PORTABLE_MATH_H

#include <float.h>
#include <math.h>

#include "double_pairs.h"

#if defined(__FAST_MATH__) || (defined(__FINITE_MATH_ONLY__) && __FINITE_MATH_ONLY__) || defined(_M_FP_FAST)
#error "portable_math.h: compiled with -ffast-math or /fp:fast, which changes results; leave it away"
#endif
#if defined(FLT_EVAL_METHOD) && FLT_EVAL_METHOD != 0
#error "portable_math.h: this target computes with wider registers (x87); use -msse2 -mfpmath=sse, or a 64-bit target"
#endif

/* The version goes up with any change of a result. The compiled engine is known by this text: see `fingerprint`. */
#define PM_VERSION "contraption-sandbox portable_math 1"
#if defined(__GNUC__)
static const char pm_version[] __attribute__((used)) = PM_VERSION;
#elif defined(_MSC_VER)
__declspec(selectany) extern const char pm_version[] = PM_VERSION;
#ifdef _M_IX86
#pragma comment(linker, "/include:_pm_version")
#else
#pragma comment(linker, "/include:pm_version")
#endif
#endif

#define PM_PI_HI 3.141592653589793
#define PM_PI_LO 1.2246467991473532e-16
#define PM_PI_2_HI 1.5707963267948966
#define PM_PI_2_LO 6.123233995736766e-17
#define PM_ROUNDER 6755399441055744.0 /* 1.5 * 2^52: added and taken away it rounds to a whole number */

/* -- sine and cosine */

/* 64 zero bits, then those of 2/pi: enough for 2^1023. */
static const uint32_t pm_2_over_pi[40] = {
    0x00000000u, 0x00000000u, 0xa2f9836eu, 0x4e441529u, 0xfc2757d1u, 0xf534ddc0u, 0xdb629599u, 0x3c439041u,
    0xfe5163abu, 0xdebbc561u, 0xb7246e3au, 0x424dd2e0u, 0x06492eeau, 0x09d1921cu, 0xfe1deb1cu, 0xb129a73eu,
    0xe88235f5u, 0x2ebb4484u, 0xe99c7026u, 0xb45f7e41u, 0x3991d639u, 0x835339f4u, 0x9c845f8bu, 0xbdf9283bu,
    0x1ff897ffu, 0xde05980fu, 0xef2f118bu, 0x5a0a6d1fu, 0x6d367ecfu, 0x27cb09b7u, 0x4f463f66u, 0x9e5fea2du,
    0x7527bac7u, 0xebe5f17bu, 0x3d0739f7u, 0x8a5292eau, 0x6bfb5fb1u, 0x1f8d5d08u, 0x56033046u, 0xfc7b6babu,
};

/*
 * Payne and Hanek: |x| = m 2^e, and m 2^e 2/pi modulo 4 depends on 224 bits of 2/pi only, from where their product with
 * 2^e is below 4. All in 32-bit digits, the lowest first. The rest left out is below 2^-169, and no double comes nearer
 * than 2^-62 to a multiple of pi/2 (but 0).
 */
static int pm_reduce_exactly(double x, pm_pair *rest) /* |x| >= 2^-1; the number of quarter turns modulo 4 */
{
    uint64_t mantissa = (pm_bits(x) & 0xfffffffffffffu) | 0x10000000000000u, carry = 0, above = 0;
    uint32_t low = (uint32_t)mantissa, high = (uint32_t)(mantissa >> 32), digits[7], product[7];
    int start = pm_exponent(x) - 52 - 2 + 64, word = start >> 5, shift = start & 31, place, quarter, negative, top;
    pm_pair fraction, half_pi = {PM_PI_2_HI, PM_PI_2_LO};
    for (place = 0; place < 7; place++) {
        uint64_t two = (uint64_t)pm_2_over_pi[word + 6 - place] << 32;
        if (shift) two |= pm_2_over_pi[word + 7 - place];
        digits[place] = (uint32_t)(two << shift >> 32);
    }
    for (place = 0; place < 7; place++) { /* schoolbook multiplication by the two digits of m, modulo 2^224 */
        uint64_t sum = (uint64_t)low * digits[place] + carry;
        product[place] = (uint32_t)sum;
        carry = sum >> 32;
    }
    for (carry = 0, place = 1; place < 7; place++) {
        uint64_t sum = (uint64_t)high * digits[place - 1] + product[place] + carry;
        product[place] = (uint32_t)sum;
        carry = sum >> 32;
    }
    quarter = (int)(product[6] >> 30);
    negative = (int)(product[6] >> 29 & 1); /* nearer to the next one */
    quarter += negative;
    product[6] = (product[6] & 0x3fffffffu) | (negative ? 0xc0000000u : 0);
    if (negative) {
        for (carry = 1, place = 0; place < 7; place++) {
            uint64_t sum = (uint64_t)(uint32_t)~product[place] + carry;
            product[place] = (uint32_t)sum;
            carry = sum >> 32;
        }
    }
    for (top = 6; top > 2 && product[top] == 0;) top--;
    above = (uint64_t)product[top] << 32 | product[top - 1];
    for (shift = 0; !(above >> 63); shift++) above <<= 1;
    if (shift) above |= product[top - 2] >> (32 - shift);
    /* The 53 upper bits of `above`, then what is left of it and of the digits below. */
    fraction.hi = (double)(above >> 11) * pm_power_of_2(32 * (top + 1) - 222 - shift - 53);
    {
        uint64_t below = (above & 0x7ffu) << 42;
        uint64_t next = (uint64_t)product[top - 2] << 32 | (top > 2 ? product[top - 3] : 0);
        below |= (next << shift) >> 22;
        fraction.lo = (double)below * pm_power_of_2(32 * (top + 1) - 222 - shift - 106);
    }
    *rest = pm_pair_product(fraction, half_pi);
    if (negative != pm_negative(x)) rest->hi = -rest->hi, rest->lo = -rest->lo;
    return pm_negative(x) ? -quarter & 3 : quarter & 3;
}

/* The angle in quarter turns modulo 4, and what is left of it, at most pi/4 or a little more. */
static inline int pm_reduce(double x, pm_pair *rest)
{
    double turns, first;
    pm_pair second;
    if (pm_abs(x) < 524288.0) { /* Cody and Waite: two parts of 33 bits, whose multiples up to 2^20 are exact */
        turns = (x * 0.6366197723675814 + PM_ROUNDER) - PM_ROUNDER;
        first = x - turns * 1.5707963267341256;
        second = pm_sum(first, -(turns * 6.077100506303966e-11));
        if (pm_abs(second.hi) > 9.5367431640625e-07) { /* 2^-20: enough is left after what has cancelled */
            *rest = pm_quick_sum(second.hi, second.lo - turns * 2.0222662487959506e-21);
            return (int)turns & 3;
        }
    }
    return pm_reduce_exactly(x, rest);
}

static inline double pm_sin_kernel(double x, double rest) /* Taylor: the first term left out is below 2^-62 */
{
    double z = x * x, series;
    series = -0.16666666666666666 + z * (0.008333333333333333 + z * (-0.0001984126984126984
        + z * (2.7557319223985893e-06 + z * (-2.505210838544172e-08 + z * (1.6059043836821613e-10
        + z * (-7.647163731819816e-13 + z * 2.8114572543455206e-15))))));
    return x + (x * z * series + (rest - 0.5 * z * rest));
}

static inline double pm_cos_kernel(double x, double rest)
{
    double z = x * x, half = 0.5 * z, near = 1.0 - half, series;
    series = 0.041666666666666664 + z * (-0.001388888888888889 + z * (2.48015873015873e-05 + z * (-2.755731922398589e-07
        + z * (2.08767569878681e-09 + z * (-1.1470745597729725e-11 + z * 4.779477332387385e-14)))));
    return near + (((1.0 - near) - half) + (z * z * series - x * rest));
}

static inline double pm_sin(double x)
{
    pm_pair rest;
    double size = pm_abs(x), result;
    int quarter;
    if (size < 0.7853981633974483) return size < 7.450580596923828e-09 ? x : pm_sin_kernel(x, 0.0); /* 2^-27 */
    if (!(size < pm_inf())) return pm_nan();
    quarter = pm_reduce(x, &rest);
    result = quarter & 1 ? pm_cos_kernel(rest.hi, rest.lo) : pm_sin_kernel(rest.hi, rest.lo);
    return quarter & 2 ? -result : result;
}

static inline double pm_cos(double x)
{
    pm_pair rest;
    double size = pm_abs(x), result;
    int quarter;
    if (size < 0.7853981633974483) return pm_cos_kernel(x, 0.0);
    if (!(size < pm_inf())) return pm_nan();
    quarter = pm_reduce(x, &rest);
    result = quarter & 1 ? pm_sin_kernel(rest.hi, rest.lo) : pm_cos_kernel(rest.hi, rest.lo);
    return (quarter + 1) & 2 ? -result : result;
}

/* -- exponential and power */

static inline double pm_scale(double x, int k) /* x 2^k, rounded once; x is near 1 */
{
    if (k > 1023) return x * 2.0 * pm_power_of_2(k - 1 > 1023 ? 1023 : k - 1);
    if (k < -1022) return x * pm_power_of_2(k + 200) * pm_power_of_2(-200);
    return x * pm_power_of_2(k);
}

static inline double pm_exp_pair(double x, double rest) /* |x| <= 746, |rest| below an ulp of it */
{
    double turns = (x * 1.4426950408889634 + PM_ROUNDER) - PM_ROUNDER, near, series, tail;
    pm_pair r = pm_quick_sum(x - turns * 0.6931471803691238, rest - turns * 1.9082149292705877e-10); /* 32 bits first */
    series = 0.16666666666666666 + r.hi * (0.041666666666666664 + r.hi * (0.008333333333333333
        + r.hi * (0.001388888888888889 + r.hi * (0.0001984126984126984 + r.hi * (2.48015873015873e-05
        + r.hi * (2.7557319223985893e-06 + r.hi * (2.755731922398589e-07 + r.hi * (2.505210838544172e-08
        + r.hi * (2.08767569878681e-09 + r.hi * 1.6059043836821613e-10)))))))));
    near = 1.0 + r.hi;
    tail = (r.lo + r.hi * r.lo) + (0.5 * r.hi * r.hi + r.hi * r.hi * r.hi * series);
    return pm_scale(near + (((1.0 - near) + r.hi) + tail), (int)turns);
}

static inline double pm_exp(double x)
{
    if (x != x) return pm_nan();
    if (x > 710.0) return pm_inf();
    if (x < -746.0) return 0.0;
    return pm_exp_pair(x, 0.0);
}

/* The natural logarithm with some 15 bits more than a double has: k ln 2 + 2 artanh((m - 1) / (m + 1)). */
static inline pm_pair pm_log(double x) /* positive, finite */
{
    static const pm_pair third = {0.3333333333333333, 1.850371707708594e-17}, one = {1.0, 0.0};
    pm_pair numerator = {0.0, 0.0}, s, z, sum, powers;
    double m, series;
    int k = 0;
    uint64_t bits;
    if (x < DBL_MIN) x *= 18014398509481984.0, k = -54;
    bits = pm_bits(x) + (0x3ff0000000000000u - 0x3fe6a09e00000000u); /* m from sqrt(1/2) to sqrt(2) */
    k += (int)(bits >> 52) - 1023;
    m = pm_double((bits & 0xfffffffffffffu) + 0x3fe6a09e00000000u);
    numerator.hi = m - 1.0;
    s = pm_pair_quotient(numerator, pm_sum(m, 1.0));
    z = pm_pair_product(s, s);
    series = 0.14285714285714285 + z.hi * (0.1111111111111111 + z.hi * (0.09090909090909091
        + z.hi * (0.07692307692307693 + z.hi * (0.06666666666666667 + z.hi * (0.058823529411764705
        + z.hi * (0.05263157894736842 + z.hi * (0.047619047619047616 + z.hi * (0.043478260869565216
        + z.hi * 0.04))))))));
    sum = pm_quick_sum(0.2, z.hi * series - 1.1102230246251566e-17);
    sum = pm_pair_sum(third, pm_pair_product(z, sum));
    sum = pm_pair_product(s, pm_pair_sum(one, pm_pair_product(z, sum)));
    powers.hi = k * 0.6931471805598903; /* 42 bits of ln 2 */
    powers.lo = k * 5.497923018708371e-14;
    sum.hi *= 2.0, sum.lo *= 2.0;
    return k ? pm_pair_sum(powers, sum) : sum;
}

static inline int pm_parity(double y) /* 0 no whole number, 1 odd, 2 even */
{
    double size = pm_abs(y), whole;
    if (size >= 9007199254740992.0) return 2;
    if (size < 1.0) return size == 0.0 ? 2 : 0;
    whole = (double)(int64_t)size;
    return whole != size ? 0 : (int64_t)size & 1 ? 1 : 2;
}

static inline double pm_new_power(double x, double y) /* special values as in annex F of ISO C */
{
    double size = pm_abs(x), result;
    int parity = pm_parity(y), odd = pm_negative(x) && parity == 1;
    pm_pair log, power;
    if (y == 0.0 || x == 1.0) return 1.0;
    if (x != x || y != y) return pm_nan();
    if (size == 1.0 && pm_abs(y) == pm_inf()) return 1.0;
    if (size == 0.0 || size == pm_inf()) {
        result = (size == 0.0) == pm_negative(y) ? pm_inf() : 0.0;
        return odd ? -result : result;
    }
    if (pm_negative(x) && !parity && pm_abs(y) < pm_inf()) return pm_nan();
    if (size == 1.0) return odd ? -1.0 : 1.0;
    if (pm_abs(y) > 36893488147419103232.0) return (size > 1.0) == (y > 0.0) ? pm_inf() : 0.0; /* 2^65: even */
    if (pm_abs(y) < 2.710505431213761e-20) return 1.0; /* 2^-65 */
    log = pm_log(size);
    power = pm_product(y, log.hi);
    power = pm_quick_sum(power.hi, power.lo + y * log.lo);
    result = power.hi > 710.0 ? pm_inf() : power.hi < -746.0 ? 0.0 : pm_exp_pair(power.hi, power.lo);
    return odd ? -result : result;
}

#if defined(__GNUC__)
#define PM_PER_THREAD static __thread
#elif defined(_MSC_VER)
#define PM_PER_THREAD static __declspec(thread)
#endif

/* The engine takes the same power for each joint on each step, so the last one is kept, for each thread its own. */
static inline double pm_pow(double x, double y)
{
#ifdef PM_PER_THREAD
    PM_PER_THREAD struct { uint64_t x, y; double power; } last = {0x3ff0000000000000u, 0x3ff0000000000000u, 1.0};
    if (pm_bits(x) != last.x || pm_bits(y) != last.y) {
        last.power = pm_new_power(x, y);
        last.x = pm_bits(x), last.y = pm_bits(y);
    }
    return last.power;
#else
    return pm_new_power(x, y);
#endif
}

/* -- arc tangent and arc cosine */

/* The arc tangents of 0/16 to 16/16. */
static const pm_pair pm_arc_tangents[17] = {
    {0.0, 0.0}, {0.06241880999595735, -1.5490756308295046e-18}, {0.12435499454676144, -3.1253241424539383e-18},
    {0.18534794999569476, 4.180692268843079e-18}, {0.24497866312686414, 1.0698755618734451e-17},
    {0.3028848683749714, -1.1010827903001369e-17}, {0.35877067027057225, -2.4623815582638635e-17},
    {0.4124104415973873, -1.587652227770689e-17}, {0.4636476090008061, 2.2698777452961687e-17},
    {0.5123894603107377, -2.5462781472855804e-17}, {0.5585993153435624, -5.4556305485916264e-18},
    {0.6022873461349642, 2.950430737228402e-17}, {0.6435011087932844, 1.5834785051444286e-17},
    {0.6823165548747481, 6.943223671560008e-18}, {0.7188299996216245, -2.1478388444456983e-17},
    {0.7531512809621944, -2.4256934659182068e-17}, {0.7853981633974483, 3.061616997868383e-17},
};

/* The angle of (x, y) in the first quarter, both positive and neither extremely far from the other. */
static inline pm_pair pm_angle(pm_pair y, pm_pair x)
{
    static const pm_pair half_pi = {PM_PI_2_HI, PM_PI_2_LO};
    int steep = y.hi > x.hi, place;
    pm_pair small = steep ? x : y, large = steep ? y : x, step, across, along, u, angle;
    double z, series;
    place = (int)(16.0 * (small.hi / large.hi) + 0.5);
    step.hi = -place * 0.0625, step.lo = 0.0;
    across = pm_pair_sum(small, pm_pair_product(step, large)); /* atan t = atan c + atan((t - c) / (1 + c t)) */
    step.hi = -step.hi;
    along = pm_pair_sum(large, pm_pair_product(step, small));
    u = pm_pair_quotient(across, along);
    z = u.hi * u.hi;
    series = -0.3333333333333333 + z * (0.2 + z * (-0.14285714285714285 + z * (0.1111111111111111
        + z * (-0.09090909090909091 + z * 0.07692307692307693))));
    u.lo += u.hi * z * series;
    angle = place ? pm_pair_sum(pm_arc_tangents[place], u) : pm_quick_sum(u.hi, u.lo);
    if (!steep) return angle;
    angle.hi = -angle.hi, angle.lo = -angle.lo;
    return pm_pair_sum(half_pi, angle);
}

static inline double pm_turn(pm_pair angle, int left, int below) /* to the quarter of the plane that is meant */
{
    static const pm_pair half_turn = {PM_PI_HI, PM_PI_LO};
    if (left) {
        angle.hi = -angle.hi, angle.lo = -angle.lo;
        angle = pm_pair_sum(half_turn, angle);
    }
    return below ? -angle.hi : angle.hi;
}

static inline double pm_atan2(double y, double x)
{
    double rise = pm_abs(y), run = pm_abs(x);
    pm_pair upward = {0.0, 0.0}, along = {0.0, 0.0}, angle = {0.0, 0.0};
    if (x != x || y != y) return pm_nan();
    if (rise == pm_inf()) rise = 1.0, run = run == pm_inf() ? 1.0 : 0.0;
    if (run == pm_inf() || (run == 0.0 && rise == 0.0)) rise = 0.0, run = 1.0;
    upward.hi = rise, along.hi = run;
    if (rise > 1e150 || run > 1e150) upward.hi *= pm_power_of_2(-600), along.hi *= pm_power_of_2(-600);
    else if (rise < 1e-150 && run < 1e-150) upward.hi *= pm_power_of_2(600), along.hi *= pm_power_of_2(600);
    if (upward.hi > along.hi * 1152921504606846976.0) angle.hi = PM_PI_2_HI, angle.lo = PM_PI_2_LO; /* 2^60 */
    else if (along.hi > upward.hi * 1152921504606846976.0) angle.hi = pm_negative(x) ? 0.0 : rise / run;
    else angle = pm_angle(upward, along);
    return pm_turn(angle, pm_negative(x), pm_negative(y));
}

static inline double pm_acos(double x) /* the angle of (x, sqrt((1 - x)(1 + x))) */
{
    pm_pair run = {0.0, 0.0}, square, root, product;
    run.hi = pm_abs(x);
    if (!(run.hi <= 1.0)) return pm_nan();
    if (run.hi == 1.0) return x > 0.0 ? 0.0 : PM_PI_HI;
    if (run.hi < 8.673617379884035e-19) return PM_PI_2_HI; /* 2^-60 */
    square = pm_pair_product(pm_sum(1.0, -run.hi), pm_sum(1.0, run.hi));
    root.hi = sqrt(square.hi);
    product = pm_product(root.hi, root.hi);
    root.lo = (((square.hi - product.hi) - product.lo) + square.lo) / (2.0 * root.hi);
    return pm_turn(pm_angle(root, run), x < 0.0, 0);
}

/* -- remainder */

static inline double pm_fmod(double x, double y) /* exact, by long division of mantissas */
{
    uint64_t a = pm_bits(pm_abs(x)), b = pm_bits(pm_abs(y)), sign = pm_bits(x) & 0x8000000000000000u;
    int exponent = (int)(a >> 52), last = (int)(b >> 52);
    if (x != x || y != y || pm_abs(x) == pm_inf() || y == 0.0) return pm_nan();
    if (a < b) return x;
    if (exponent) a = (a & 0xfffffffffffffu) | 0x10000000000000u;
    else exponent = 1;
    if (last) b = (b & 0xfffffffffffffu) | 0x10000000000000u;
    else last = 1;
    for (a %= b; exponent > last; exponent--) {
        a <<= 1;
        if (a >= b) a -= b;
    }
    if (a == 0) return pm_double(sign);
    for (; a < 0x10000000000000u && last > 1; last--) a <<= 1;
    if (a < 0x10000000000000u) return pm_double(sign | a);
    return pm_double(sign | (a & 0xfffffffffffffu) | (uint64_t)last << 52);
}

#define sin(x) pm_sin(x)
#define cos(x) pm_cos(x)
#define exp(x) pm_exp(x)
#define pow(x, y) pm_pow(x, y)
#define atan2(y, x) pm_atan2(y, x)
#define acos(x) pm_acos(x)
#define fmod(x, y) pm_fmod(x, y)

#endif
