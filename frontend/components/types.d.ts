// The interface of widgets: `{name, start, clean, view}`. Panel shows what `view` returns and knows no widget by name;
// the build writes the first state, with its tables, into the page.

import type { numberFormatter } from "../core/number-format.js";

/** Messages in the page's language, by their keys in ui.toml. */
export type Words = Record<string, string>;
export type NumberFormatter = ReturnType<typeof numberFormatter>;

// biome-ignore lint/suspicious/noExplicitAny: each widget has a state of its own, which only its own functions read.
export type State = any;

export type Role = "embedding" | "query" | "key" | "value" | "score" | "weight" | "";

/** content/examples.toml, tables by name. */
// biome-ignore lint/suspicious/noExplicitAny: each book has examples of its own.
export type Examples = Record<string, any>;

export interface Widget {
  name: string;
  /** The first state. */
  start(examples: Examples): State;
  /** The states whose tables the page holds for readers without scripts; of one without `steps` the first. */
  steps?(state: State): State[];
  /** The state from a page or a link, or null if it is invalid. */
  clean(raw: unknown): State | null;
  view(state: State, words: Words, write: NumberFormatter): View;
}

/** What the page shows for one state. */
export interface View {
  tables: Table[];
  controls: Control[];
  notes: string[];
  /** For code and CSV: rows of numbers by name. */
  matrices: Record<string, number[][]>;
  /** When it changes, numbers with a `moveKey` move to their new cells. */
  scene?: string;
  stage?: StageTexts;
}

// -- tables

export interface Table {
  id: string;
  title: string;
  /** The label of the top left cell. */
  corner: string;
  columns: Column[];
  rows: Row[];
  /** Starts a new line of tables. */
  newLine?: boolean;
}

export interface Column {
  label: string;
  /** The full name of a short label, for screen readers. */
  title?: string;
  role?: Role;
  /** Every other group of columns is shaded. */
  band?: boolean;
  /** The label is for screen readers only. */
  headerHidden?: boolean;
}

export interface Row {
  label: string;
  title?: string;
  /** "q" at the row of the query. */
  mark?: string;
  total?: boolean;
  cells: Cell[];
}

export type Cell = NumberCell | WordCell | ButtonCell;
export type NumberCell = ResultCell | InputCell;

interface AnyCell {
  /** `matrix[row][column]`, unique in the widget. */
  name: string;
  title?: string;
  role?: Role;
  band?: boolean;
  /** Identifies a number before and after it moves to another cell. */
  moveKey?: string;
  formula?(): Formula;
}

interface AnyNumberCell extends AnyCell {
  value: number;
  show?: keyof NumberFormatter;
  word?: undefined;
  onPress?: undefined;
  toggle?: undefined;
}

export interface ResultCell extends AnyNumberCell {
  /** A bar behind the number, from 0 to 1. */
  bar?: number;
  edit?: undefined;
}

/** An input for a number from `low` to `high`. */
export interface InputCell extends AnyNumberCell {
  edit(state: State, number: number): State;
  low: number;
  high: number;
  whole?: boolean;
}

/** An input for a word. */
export interface WordCell extends AnyCell {
  word: string;
  edit(state: State, word: string): State;
  onPress?: undefined;
  toggle?: undefined;
}

/** A button; with `toggle` one that stays pressed. */
export interface ButtonCell extends AnyCell {
  onPress(state: State): State;
  text: string;
  label: string;
  disabled?: boolean;
  toggle?: boolean;
  pressed?: boolean;
  value?: number;
  word?: undefined;
  edit?: undefined;
}

/** How a number is computed: names of the cells it uses; of a product of row and column, those of `left` and `right`. */
export interface Formula {
  /** What the number is, for readers. */
  sentence: string;
  parts: (string | { text: string; role: string })[];
  uses?: string[];
  left?: string[];
  right?: string[];
}

// -- controls above the tables

export type Control = ChoiceControl | SliderControl | NumberControl | SwitchControl | ButtonControl | StepsControl;

interface AnyControl {
  id: string;
  label: string;
}

/** One of `options`, by index. */
export interface ChoiceControl extends AnyControl {
  kind: "choice";
  options: string[];
  value: number;
  set(state: State, index: number): State;
}

/** A number in an input. */
export interface NumberInput extends AnyControl {
  /** `matrix[row][column]`, as a cell's. */
  name: string;
  value: number;
  low: number;
  high: number;
  whole?: boolean;
  edit(state: State, number: number): State;
}

export interface NumberControl extends NumberInput {
  kind: "number";
}

/** From `min` to `max`, now at `position`; with `number` an input beside it takes any number. */
export type SliderControl = Slider & ({ number?: undefined } | ({ number: true } & NumberInput));

interface Slider extends AnyControl {
  kind: "slider";
  name: string;
  value: number;
  min: number;
  max: number;
  step: number;
  position: number;
  role?: Role;
  set(state: State, position: number): State;
}

export interface SwitchControl extends AnyControl {
  kind: "switch";
  value: boolean;
  set(state: State, on: boolean): State;
}

export interface ButtonControl extends AnyControl {
  kind: "button";
  disabled?: boolean;
  set(state: State): State;
}

/** Steps by index; those after `last` can't be reached. */
export interface StepsControl extends AnyControl {
  kind: "steps";
  value: number;
  last: number;
  steps: { name: string; title: string; note: string }[];
  set(state: State, step: number): State;
}

/** A control on the page; `update` shows the control of a new view. */
export interface Field<Kind extends AnyControl = Control> {
  control: Kind;
  element: HTMLElement;
  update(now: Kind): void;
}

/** The header of a step, above its tables. */
export type StageTexts = Record<"title" | "code" | "shape" | "axes" | "note" | "problem" | "error", string>;
