// The bundler puts a language's file in the place of this name.
declare module "language" {
  export const ignored: Set<string>;
  export const fold: (word: string) => string;
  export const stem: (word: string) => string;
  export const parts: (word: string, vocabulary: string[]) => string[];
}
