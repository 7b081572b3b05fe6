// What new tensors are made from: checked as the arguments of operations are, with the messages of the maker.

/** Signature → what came as numbers. @type {Record<string, Function>} */
export const SIZES = {
  ...Object.fromEntries(
    ["zeros", "ones", "empty", "full", "rand", "randn"].map((name) => [`${name}_sizes(ints *size)`, (size) => size]),
  ),
  "eye_sizes(int n, int m=null)": (n, m) => [n, m ?? n],
  "randperm_sizes(int n)": (n) => [n],
  "randint_sizes(int low, int high, ints size)": (...given) => given,
  "linspace_sizes(number start, number end, int steps)": (...given) => given,
  "arange_sizes(number start, number end, number step)": (...given) => given,
};
