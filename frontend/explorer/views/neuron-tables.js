// The numbers of the neuron view as tables.

const MAX_NUMBERS = 6000;

/**
 * @param {object} scene what Explorer.scene() returns
 * @param {object} head of the reading
 * @param {object} vectors as neuron-view.js selects them
 * @param {number} q the query's index
 * @returns {object[]} tables, without vectors if those have more than 6000 numbers
 */
export function neuronTables(scene, head, vectors, q) {
  const { messages, columns, part } = scene;
  const names = columns.map(scene.keyName);
  const row = (title, list) => ({ label: title, cells: Array.from(list, scene.fixed4) });
  const tables = [
    {
      title: scene.t("table_of_scores", { token: scene.queryName(q) }),
      corner: messages.key_word,
      columns: ["q · k", `÷ √${vectors.q.length}`, ...(part.causal ? [messages.stage_masked] : []), "softmax"],
      rows: names.map((name, r) =>
        row(name, [
          vectors.scores[r],
          vectors.scaled[r],
          ...(part.causal ? [vectors.masked[r]] : []),
          vectors.weights[r],
        ]),
      ),
    },
  ];
  if (vectors.q.length * columns.length * 4 <= MAX_NUMBERS) {
    const numbered = vectors.q.map((_, index) => String(index + 1));
    tables.push({
      title: messages.table_of_products,
      corner: messages.vector,
      columns: numbered,
      rows: [
        row(`q ${scene.queryName(q)}`, vectors.q),
        ...names.map((name, r) => row(`k ${name}`, vectors.k[r])),
        ...names.map((name, r) => row(`q × k ${name}`, vectors.products[r])),
      ],
    });
    if (vectors.v) {
      const values = names.flatMap((name, r) => [
        row(`v ${name}`, vectors.v[r]),
        row(`${messages.weight_times_v} ${name}`, vectors.mixed[r]),
      ]);
      tables.push({
        title: messages.table_of_values,
        corner: messages.vector,
        columns:
          vectors.v[0].length === numbered.length
            ? numbered
            : Array.from(vectors.v[0], (_, index) => String(index + 1)),
        rows: [...values, row(messages.sum_row, vectors.sum)],
      });
    }
  }
  if (head.stream) {
    const lines = head.stream(q);
    tables.push({
      title: messages.table_of_stream,
      corner: messages.number,
      columns: lines.map(({ name }) => messages[`stream_${name}`]),
      rows: Array.from(lines[0].numbers, (_, index) => ({
        label: String(index + 1),
        cells: lines.map((line) => scene.fixed4(line.numbers[index])),
      })),
    });
  }
  return tables;
}
