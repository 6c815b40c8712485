import { readFileSync } from 'node:fs'

const folder = new URL('.', import.meta.resolve('@fontsource/inter/unicode.json'))
const faces = { normal: '400-normal', bold: '700-normal', italic: '400-italic', boldItalic: '700-italic' } as const
export type Face = keyof typeof faces

/** The font comes in parts by script; each says which characters it has. */
const parts = Object.entries(
  JSON.parse(readFileSync(new URL('unicode.json', folder), 'utf8')) as Record<string, string>,
)
  .map(([name, ranges]) => ({
    name,
    ranges: ranges.split(',').map((range) => {
      const [from = '', to = from] = range.replace(/U\+/i, '').split('-')
      return [Number.parseInt(from, 16), Number.parseInt(to, 16)] as const
    }),
  }))
  .toSorted((a, b) => Number(b.name === 'latin') - Number(a.name === 'latin'))

export const fontsOf = () =>
  parts.flatMap(({ name }) =>
    (Object.keys(faces) as Face[]).map((face) => ({
      name: fontName(name, face),
      path: new URL(`files/inter-${name}-${faces[face]}.woff`, folder).pathname,
    })),
  )

const fontName = (part: string, face: Face) => `${part} ${face}`
const known = new Map<number, string | null>()

/** Which part has a character; null: none has. */
function partOf(code: number): string | null {
  const before = known.get(code)
  if (before !== undefined) return before
  const part = parts.find(({ ranges }) => ranges.some(([from, to]) => code >= from && code <= to))?.name ?? null
  known.set(code, part)
  return part
}

const unknown = '\ufffd'

/** A text in pieces of one font each. Characters that no font has stand as one sign for all that follow each other. */
export function piecesOf(text: string, face: Face): { pieces: { text: string; font: string }[]; hasUnknown: boolean } {
  const pieces: { text: string; part: string }[] = []
  let hasUnknown = false
  for (const character of text.normalize('NFC')) {
    const part = partOf(character.codePointAt(0) ?? 0)
    const last = pieces.at(-1)
    const shown = part === null ? unknown : character
    if (part === null) {
      hasUnknown = true
      if (last?.text.endsWith(unknown)) continue
    }
    const wanted = part ?? 'latin'
    // A space belongs to what stands before it.
    if (last && (last.part === wanted || character === ' ')) last.text += shown
    else pieces.push({ text: shown, part: wanted })
  }
  return { pieces: pieces.map((piece) => ({ text: piece.text, font: fontName(piece.part, face) })), hasUnknown }
}
