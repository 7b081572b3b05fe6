// The numbers of the neuron view as tables.

const MOST_NUMBERS = 6000;

export function neuronTables(scene, head, found, q) {
  const { words, columns, part } = scene;
  const names = columns.map(scene.keyName);
  const row = (title, list) => ({ label: title, cells: Array.from(list, scene.four) });
  const all = [
    {
      title: scene.say("table_of_scores", { token: scene.queryName(q) }),
      corner: words.key_word,
      columns: ["q · k", `÷ √${found.q.length}`, ...(part.causal ? [words.stage_masked] : []), "softmax"],
      rows: names.map((name, r) =>
        row(name, [found.scores[r], found.scaled[r], ...(part.causal ? [found.masked[r]] : []), found.weights[r]]),
      ),
    },
  ];
  if (found.q.length * columns.length * 4 <= MOST_NUMBERS) {
    const numbered = found.q.map((_, place) => String(place + 1));
    all.push({
      title: words.table_of_products,
      corner: words.vector,
      columns: numbered,
      rows: [
        row(`q ${scene.queryName(q)}`, found.q),
        ...names.map((name, r) => row(`k ${name}`, found.k[r])),
        ...names.map((name, r) => row(`q × k ${name}`, found.products[r])),
      ],
    });
    if (found.v) {
      const values = names.flatMap((name, r) => [
        row(`v ${name}`, found.v[r]),
        row(`${words.weight_times_v} ${name}`, found.mixed[r]),
      ]);
      all.push({
        title: words.table_of_values,
        corner: words.vector,
        columns:
          found.v[0].length === numbered.length ? numbered : Array.from(found.v[0], (_, place) => String(place + 1)),
        rows: [...values, row(words.sum_row, found.sum)],
      });
    }
  }
  if (head.stream) {
    const lines = head.stream(q);
    all.push({
      title: words.table_of_stream,
      corner: words.number,
      columns: lines.map(({ name }) => words[`stream_${name}`]),
      rows: Array.from(lines[0].numbers, (_, place) => ({
        label: String(place + 1),
        cells: lines.map((line) => scene.four(line.numbers[place])),
      })),
    });
  }
  return all;
}
