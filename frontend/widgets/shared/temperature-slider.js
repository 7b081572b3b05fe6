// The temperature: a slider by powers of ten, and a number beside it.

/** @import { SliderControl } from "../../components/types.d.ts" */

/** Bounds of the temperature. */
export const LOW = 0.01;
export const HIGH = 100;

/** Whether a number is within the bounds. */
export const isTemperature = (value) => value >= LOW && value <= HIGH;

/** The slider's position is log₁₀ of the temperature, rounded to its steps of 0.02: halving is as far as doubling. */
const sliderPosition = (temperature) => Math.round(Math.log10(temperature) * 50) / 50;
const temperatureAt = (position) => Number((10 ** position).toPrecision(3));

/** @returns {SliderControl} */
export const temperatureControl = (state, messages) => ({
  kind: "slider",
  id: "temperature",
  name: "temperature[0][0]",
  label: messages.temperature,
  number: true,
  value: state.temperature,
  low: LOW,
  high: HIGH,
  min: Math.log10(LOW),
  max: Math.log10(HIGH),
  step: 0.02,
  position: sliderPosition(state.temperature),
  set: (current, position) => ({ ...current, temperature: temperatureAt(position) }),
  edit: (current, number) => ({ ...current, temperature: number }),
});
