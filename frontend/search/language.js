// The words of the page's language. The bundler puts one of the files beside this one in the place of "language".
export * as language from "language";
