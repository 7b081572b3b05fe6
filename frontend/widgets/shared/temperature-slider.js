// The temperature: a slider by powers of ten, and a number beside it.

/** @import { SliderControl } from "../../components/types.d.ts" */

export const LOW = 0.01;
export const HIGH = 100;

export const isTemperature = (value) => value >= LOW && value <= HIGH;

/** The slider's place is the logarithm, so that halving and doubling are equally far. Places near 1 snap to it. */
const place = (temperature) => Math.round(Math.log10(temperature) * 50) / 50;
const temperatureAt = (at) => Number((10 ** at).toPrecision(3));

/** @returns {SliderControl} */
export const temperatureControl = (state, words) => ({
  kind: "slider",
  id: "temperature",
  name: "temperature[0][0]",
  label: words.temperature,
  number: true,
  value: state.temperature,
  low: LOW,
  high: HIGH,
  min: Math.log10(LOW),
  max: Math.log10(HIGH),
  step: 0.02,
  place: place(state.temperature),
  set: (now, at) => ({ ...now, temperature: temperatureAt(at) }),
  edit: (now, number) => ({ ...now, temperature: number }),
});
