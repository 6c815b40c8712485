declare module 'bidi-js' {
  type Levels = { levels: Uint8Array; paragraphs: { start: number; end: number; level: number }[] }
  const bidiFactory: () => {
    getEmbeddingLevels: (text: string, direction?: 'ltr' | 'rtl' | 'auto') => Levels
    getMirroredCharacter: (character: string) => string | null
  }
  export default bidiFactory
}
