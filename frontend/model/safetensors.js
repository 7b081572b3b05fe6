// Reads the safetensors format: the length of a JSON header, the header, and the numbers of all tensors behind it.

const HEADER_LENGTH = 8; // bytes of the number in front

/** A 16-bit float: sign, five bits of exponent, ten of fraction. A power for each would take twice as long. */
export function half(bits) {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 0x1f;
  const fraction = bits & 0x3ff;
  if (exponent === 0x1f) return fraction ? NaN : sign * Infinity;
  return (sign * (exponent ? 1024 + fraction : fraction) * (1 << (exponent || 1))) / 2 ** 25;
}

const READERS = {
  F16: { size: 2, read: (view, offset) => half(view.getUint16(offset, true)) },
  F32: { size: 4, read: (view, offset) => view.getFloat32(offset, true) },
};

/** `{metadata, tensors: {name: {shape, numbers}}}` with all numbers as 64-bit floats. */
export function readSafetensors(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const start = HEADER_LENGTH + Number(view.getBigUint64(0, true));
  const { __metadata__: metadata = {}, ...header } = JSON.parse(
    new TextDecoder().decode(bytes.subarray(HEADER_LENGTH, start)),
  );
  const tensors = {};
  for (const [
    name,
    {
      dtype,
      shape,
      data_offsets: [begin, end],
    },
  ] of Object.entries(header)) {
    const { size, read } = READERS[dtype];
    const numbers = new Float64Array((end - begin) / size);
    for (let index = 0; index < numbers.length; index += 1) numbers[index] = read(view, start + begin + index * size);
    tensors[name] = { shape, numbers };
  }
  return { metadata, tensors };
}

/** The bytes of a text in base64. */
export function fromBase64(text) {
  const letters = atob(text);
  const bytes = new Uint8Array(letters.length);
  for (let index = 0; index < bytes.length; index += 1) bytes[index] = letters.charCodeAt(index);
  return bytes;
}
