// The error function, by the rational approximations of FreeBSD's msun (s_erf.c, Sun Microsystems 1993), which
// CPython's
// and torch's C library uses too: within one unit in the last place.

const NEAR_ZERO = 0.84375;
const NEAR_ONE = 1.25;
const FAR = 1 / 0.35;
const AT_ONE = 0.8450629115104675; // erf(1), rounded to a float32

// Polynomials written out: a loop over coefficients takes ten times as long.
const small = (x) =>
  0.12837916709551256 +
  x * (-0.3250421072470015 + x * (-0.02848174957559851 + x * (-0.005770270296489442 + x * -2.3763016656650163e-5)));
const smallBelow = (x) =>
  1 +
  x *
    (0.39791722395915535 +
      x * (0.0650222499887673 + x * (0.005081306281875766 + x * (0.00013249473800432164 + x * -3.960228278775368e-6))));
const middle = (x) =>
  -0.0023621185607526594 +
  x *
    (0.41485611868374833 +
      x *
        (-0.3722078760357013 +
          x *
            (0.31834661990116175 +
              x * (-0.11089469428239668 + x * (0.035478304325618236 + x * -0.002166375594868791)))));
const middleBelow = (x) =>
  1 +
  x *
    (0.10642088040084423 +
      x *
        (0.540397917702171 +
          x *
            (0.07182865441419627 + x * (0.12617121980876164 + x * (0.01363708391202905 + x * 0.011984499846799107)))));
const large = (x) =>
  -0.009864944034847148 +
  x *
    (-0.6938585727071818 +
      x *
        (-10.558626225323291 +
          x *
            (-62.375332450326006 +
              x *
                (-162.39666946257347 + x * (-184.60509290671104 + x * (-81.2874355063066 + x * -9.814329344169145))))));
const largeBelow = (x) =>
  1 +
  x *
    (19.651271667439257 +
      x *
        (137.65775414351904 +
          x *
            (434.56587747522923 +
              x *
                (645.3872717332679 +
                  x *
                    (429.00814002756783 +
                      x * (108.63500554177944 + x * (6.570249770319282 + x * -0.0604244152148581)))))));
const huge = (x) =>
  -0.0098649429247001 +
  x *
    (-0.799283237680523 +
      x *
        (-17.757954917754752 +
          x * (-160.63638485582192 + x * (-637.5664433683896 + x * (-1025.0951316110772 + x * -483.5191916086514)))));
const hugeBelow = (x) =>
  1 +
  x *
    (30.33806074348246 +
      x *
        (325.7925129965739 +
          x *
            (1536.729586084437 +
              x *
                (3199.8582195085955 + x * (2553.0504064331644 + x * (474.52854120695537 + x * -22.44095244658582))))));

/** @type {(x: number) => number} */
export function erf(x) {
  const size = Math.abs(x);
  if (size < NEAR_ZERO) return x + x * (small(x * x) / smallBelow(x * x));
  if (size < NEAR_ONE) return Math.sign(x) * (AT_ONE + middle(size - 1) / middleBelow(size - 1));
  if (size >= 6) return Math.sign(x);
  if (Number.isNaN(x)) return x;
  const inverse = 1 / (size * size);
  const ratio = size < FAR ? large(inverse) / largeBelow(inverse) : huge(inverse) / hugeBelow(inverse);
  return Math.sign(x) * (1 - Math.exp(-size * size - 0.5625 + ratio) / size);
}
