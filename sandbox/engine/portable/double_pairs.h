/*
 * The bits of doubles, and pairs of doubles that hold some twice as many digits as one, for portable_math.h.
 *
 * T. J. Dekker, A floating-point technique for extending the available precision, Numer. Math. 18, 1971: products and
 * quotients of pairs. D. E. Knuth, The Art of Computer Programming 2, section 4.2.2: the exact sum of two doubles.
 */
#ifndef DOUBLE_PAIRS_H
#define DOUBLE_PAIRS_H

#include <stdint.h>
#include <string.h>

typedef struct { double hi, lo; } pm_pair; /* the unrounded sum of both; |lo| is at most half an ulp of hi */

static inline uint64_t pm_bits(double x) { uint64_t bits; memcpy(&bits, &x, 8); return bits; }
static inline double pm_double(uint64_t bits) { double x; memcpy(&x, &bits, 8); return x; }
static inline int pm_exponent(double x) { return (int)(pm_bits(x) >> 52 & 0x7ff) - 1023; } /* of normal numbers */
static inline double pm_power_of_2(int k) { return pm_double((uint64_t)(k + 1023) << 52); } /* -1022 to 1023 */
static inline double pm_abs(double x) { return pm_double(pm_bits(x) & 0x7fffffffffffffffu); }
static inline int pm_negative(double x) { return (int)(pm_bits(x) >> 63); }
/* Processors differ in the sign of the "not a number" that they make, so it is given. */
static inline double pm_nan(void) { return pm_double(0x7ff8000000000000u); }
static inline double pm_inf(void) { return pm_double(0x7ff0000000000000u); }

/* -- pairs of doubles */

static inline pm_pair pm_quick_sum(double a, double b) /* exact; |a| >= |b|, or a is 0 */
{
    pm_pair sum;
    sum.hi = a + b;
    sum.lo = b - (sum.hi - a);
    return sum;
}

static inline pm_pair pm_sum(double a, double b) /* exact */
{
    pm_pair sum;
    double rest;
    sum.hi = a + b;
    rest = sum.hi - a;
    sum.lo = (a - (sum.hi - rest)) + (b - rest);
    return sum;
}

static inline pm_pair pm_product(double a, double b) /* exact, below 2^996 */
{
    double wide_a = 134217729.0 * a, wide_b = 134217729.0 * b; /* 2^27 + 1: leaves 26 bits in each half */
    double a_hi = wide_a - (wide_a - a), b_hi = wide_b - (wide_b - b), a_lo = a - a_hi, b_lo = b - b_hi;
    pm_pair product;
    product.hi = a * b;
    product.lo = ((a_hi * b_hi - product.hi) + a_hi * b_lo + a_lo * b_hi) + a_lo * b_lo;
    return product;
}

static inline pm_pair pm_pair_product(pm_pair a, pm_pair b)
{
    pm_pair product = pm_product(a.hi, b.hi);
    return pm_quick_sum(product.hi, product.lo + (a.hi * b.lo + a.lo * b.hi));
}

static inline pm_pair pm_pair_sum(pm_pair a, pm_pair b)
{
    pm_pair sum = pm_sum(a.hi, b.hi);
    return pm_quick_sum(sum.hi, sum.lo + (a.lo + b.lo));
}

static inline pm_pair pm_pair_quotient(pm_pair a, pm_pair b)
{
    double quotient = a.hi / b.hi;
    pm_pair product = pm_product(quotient, b.hi);
    return pm_quick_sum(quotient, (((a.hi - product.hi) - product.lo) + (a.lo - quotient * b.lo)) / b.hi);
}

#endif
