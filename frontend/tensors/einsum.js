// Sums of products that an equation names: "ij,jk->ik".

import { mul } from "./elementwise.js";
import { matmul } from "./products.js";
import { sum } from "./reductions.js";
import { broadcast, countOf, fail } from "./tensor.js";
import { diagonal, expand, permute, reshape, squeeze, unsqueeze } from "./views.js";

/**
 * Letters for the axes of each operand, with commas, perhaps an arrow and the letters of the result: those that aren't
 * named there are summed. Without an arrow, the result has those that come once. "..." stands for all other axes.
 * @type {(equation: string, tensors: any[]) => any}
 */
export function einsum(equation, tensors) {
  const [left, right] = equation.replaceAll(" ", "").split("->");
  const terms = left.split(",");
  if (terms.length !== tensors.length) {
    const more = terms.length < tensors.length;
    fail(
      more
        ? "einsum(): more operands were provided than specified in the equation"
        : "einsum(): fewer operands were provided than specified in the equation",
    );
  }
  const dots = terms.map((term, i) => (term.includes("...") ? tensors[i].shape.length - term.length + 3 : 0));
  const most = Math.max(...dots, 0);
  const spelled = terms.map((term, i) => spelledOut(term, dots[i], most));
  checkTerms(terms, spelled, tensors, dots);
  const letters = [...new Set(spelled.join(""))];
  const once = letters.filter((letter) => isDigit(letter) || left.split(letter).length === 2).sort();
  const output = right === undefined ? once.join("") : spelledOut(right, most, most);
  checkOutput(output, letters);
  const order = [...output, ...letters.filter((letter) => !output.includes(letter))];
  const plain = spelled.map((term, i) => withoutRepeats(term, tensors[i]));
  return contract(
    plain.map(({ term }) => term),
    plain.map(({ tensor }) => tensor),
    order,
    output.length,
  );
}

const isDigit = (letter) => letter >= "0" && letter <= "9";

/** Axes that "..." stands for are called by digits, the last one by the last. */
const spelledOut = (term, count, most) =>
  term.replace("...", Array.from({ length: Math.max(count, 0) }, (_, i) => most - count + i).join(""));

function checkTerms(given, terms, tensors, dots) {
  const sizes = {};
  terms.forEach((term, i) => {
    const axes = tensors[i].shape.length;
    if (/[^a-zA-Z0-9]/.test(term) || /[0-9]/.test(given[i]))
      fail("einsum(): invalid subscript given in the equation string");
    if (term.length !== axes) {
      const [relation, end] = dots[i] < 0 ? ["is more than", ""] : ["does not match", " and no ellipsis was given"];
      fail(
        `einsum(): the number of subscripts in the equation (${term.length}) ${relation} the number of ` +
          `dimensions (${axes}) for operand ${i}${end}`,
      );
    }
    const own = {};
    [...term].forEach((letter, axis) => {
      const size = tensors[i].shape[axis];
      if (letter in own && own[letter] !== size) {
        fail(
          `einsum(): subscript ${letter} is repeated for operand ${i} but the sizes don't match, ` +
            `${size} != ${own[letter]}`,
        );
      }
      own[letter] = size;
      if (letter in sizes && sizes[letter] !== 1 && size !== 1 && sizes[letter] !== size) {
        fail(
          `einsum(): subscript ${letter} has size ${size} for operand ${i} which does not broadcast with ` +
            `previously seen size ${sizes[letter]}`,
        );
      }
      sizes[letter] = letter in sizes && size === 1 ? sizes[letter] : size;
    });
  });
}

function checkOutput(output, letters) {
  [...output].forEach((letter, i) => {
    if (output.indexOf(letter) !== i) fail(`einsum(): output subscript ${letter} appears more than once in the output`);
    if (!letters.includes(letter)) {
      fail(`einsum(): output subscript ${letter} does not appear in the equation for any input operand`);
    }
  });
}

/** "ii" names the diagonal. */
function withoutRepeats(term, tensor) {
  const second = [...term].findIndex((letter, i) => term.indexOf(letter) < i);
  if (second === -1) return { term, tensor };
  const letter = term[second];
  const first = term.indexOf(letter);
  const rest = term.slice(0, first) + term.slice(first + 1, second) + term.slice(second + 1);
  return withoutRepeats(rest + letter, diagonal(tensor, 0, first, second));
}

function contract(terms, tensors, order, kept) {
  const aligned = tensors.map((tensor, i) => {
    const own = order.filter((letter) => terms[i].includes(letter));
    let turned = permute(
      tensor,
      own.map((letter) => terms[i].indexOf(letter)),
    );
    order.forEach((letter, axis) => {
      if (!terms[i].includes(letter)) turned = unsqueeze(turned, axis);
    });
    return turned;
  });
  const axes = order.map((_, axis) => axis).slice(kept);
  if (aligned.length !== 2 || !axes.length) {
    const product = aligned.reduce((a, b) => mul(a, b));
    return axes.length ? sum(product, axes) : product;
  }
  // Two operands: the summed letters side by side are one inner axis of a product of matrices.
  const shape = broadcast(aligned[0].shape, aligned[1].shape);
  const inner = countOf(shape.slice(kept));
  const [a, b] = aligned.map((tensor) => {
    const full = expand(tensor, [...tensor.shape.slice(0, kept), ...shape.slice(kept)]);
    return reshape(full, [...tensor.shape.slice(0, kept), inner]);
  });
  return squeeze(squeeze(matmul(unsqueeze(a, -2), unsqueeze(b, -1)), [-1]), [-1]);
}
