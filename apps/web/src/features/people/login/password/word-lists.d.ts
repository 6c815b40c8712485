/** Types of the word lists of zxcvbn-ts. The most frequent words come first. */
declare module '@zxcvbn-ts/*.json.mjs' {
  const words: string[]
  export default words
}
declare module '@zxcvbn-ts/*.json.esm.js' {
  const words: string[]
  export default words
}
declare module '@zxcvbn-ts/language-common/dist/adjacencyGraphs.json.mjs' {
  import type { OptionsGraph } from '@zxcvbn-ts/core'
  const graphs: OptionsGraph
  export default graphs
}
