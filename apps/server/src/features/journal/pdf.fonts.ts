import { type Font, openSync } from 'fontkit'
import { readFileSync } from 'node:fs'

const faces = { normal: '400-normal', bold: '700-normal', italic: '400-italic', boldItalic: '700-italic' } as const
export type Face = keyof typeof faces

type Part = { name: string; path: (face: Face) => string; has: (code: number) => boolean }

/** Its font comes in parts by script; signs and emoji, which have one face each, stand in for what it lacks. */
const inter = new URL('.', import.meta.resolve('@fontsource/inter/unicode.json'))
const parts: Part[] = Object.keys(
  JSON.parse(readFileSync(new URL('unicode.json', inter), 'utf8')) as Record<string, string>,
)
  .toSorted((a, b) => Number(b === 'latin') - Number(a === 'latin'))
  .map((name) => partAt(name, (face) => new URL(`files/inter-${name}-${faces[face]}.woff`, inter)))
const emojiPath = import.meta.resolve('@fontsource/noto-emoji/files/noto-emoji-emoji-400-normal.woff')
const emoji = partAt('emoji', () => new URL(emojiPath))
const signsPath = import.meta.resolve('@fontsource/noto-sans-math/files/noto-sans-math-latin-400-normal.woff')
const signs = partAt('signs', () => new URL(signsPath))

function partAt(name: string, at: (face: Face) => URL): Part {
  let known: Set<number> | undefined
  // A part promises more than it holds: the font itself is asked.
  const has = (code: number) => (known ??= new Set((openSync(at('normal').pathname) as Font).characterSet)).has(code)
  return { name, has, path: (face) => at(face).pathname }
}

const fontName = (part: string, face: Face) => `${part} ${face}`

export const fontsOf = () =>
  [...parts, signs, emoji].flatMap(({ name, path }) =>
    (Object.keys(faces) as Face[]).map((face) => ({ name: fontName(name, face), path: path(face) })),
  )

/** Stands for all characters in a row that no font has. */
const unknown = '[…]'
/** What shows nothing by itself: joiners, marks of direction, variants. */
const unseen = /[\p{Cf}\p{Cc}\ufe00-\ufe0f]/gu
const signsOf = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** What is read as one sign, and the part that has all of it; null: none has. */
function setOf(sign: string): { text: string; part: Part } | null {
  const among = (text: string, ...fonts: Part[]) => {
    const codes = [...text].map((character) => character.codePointAt(0) ?? 0)
    const part = codes.length > 0 && fonts.find(({ has }) => codes.every(has))
    return part ? { text, part } : null
  }
  // A mark behind a sign asks for its picture.
  if (sign.includes('\ufe0f')) return among(sign, emoji) ?? among(sign.replace(unseen, ''), ...parts, signs, emoji)
  if (/^\p{Zs}$/u.test(sign)) return among(sign, ...parts) ?? among(' ', ...parts)
  return (
    among(sign, ...parts, signs, emoji) ??
    among(sign.replace(unseen, ''), ...parts, signs, emoji) ??
    // Written otherwise it is the same to a reader: ﬁ is fi, ① is 1.
    among(sign.normalize('NFKC'), ...parts, signs, emoji)
  )
}

const plain = (text: string) =>
  text
    .normalize('NFC')
    .replaceAll('\t', '    ')
    .replace(/[\u2028\u2029]/g, '\n')
const known = new Map<string, ReturnType<typeof setOf>>()

/** A text in pieces of one font each. What no font has stands as one sign for all that follows each other. */
export function piecesOf(text: string, face: Face): { pieces: { text: string; font: string }[]; hasUnknown: boolean } {
  const pieces: { text: string; part: string }[] = []
  let hasUnknown = false
  const put = (shown: string, part: string) => {
    const last = pieces.at(-1)
    if (last?.part === part) last.text += shown
    else pieces.push({ text: shown, part })
  }
  for (const { segment } of signsOf.segment(plain(text))) {
    const last = pieces.at(-1)
    // A space or a new line belongs to what stands before it; a space of the emoji would be as wide as they are.
    if (/^( |\r?\n)$/.test(segment)) put(segment, last && last.part !== emoji.name ? last.part : 'latin')
    else if (segment.replace(unseen, '') !== '') {
      if (!known.has(segment)) known.set(segment, setOf(segment))
      const set = known.get(segment)
      if (set) put(set.text, set.part.name)
      else {
        hasUnknown = true
        if (last?.text.trimEnd().endsWith(unknown)) last.text = last.text.trimEnd()
        else put(unknown, 'latin')
      }
    }
  }
  return { pieces: pieces.map((piece) => ({ text: piece.text, font: fontName(piece.part, face) })), hasUnknown }
}
