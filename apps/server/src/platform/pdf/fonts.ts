import { create, type Font } from 'fontkit'
import { readFileSync } from 'node:fs'
import { sfntOf } from './sfnt.ts'

const faces = { normal: '400-normal', bold: '700-normal', italic: '400-italic', boldItalic: '700-italic' } as const
export type FontFace = keyof typeof faces

type Part = { name: string; path: (face: FontFace) => URL; has: (code: number) => boolean }

/**
 * The font Inter consists of parts, one for each script. Fonts for Hebrew and Arabic without italics, and a symbol font and an emoji font with one
 * face only, provide the characters that Inter lacks.
 */
const inter = new URL('.', import.meta.resolve('@fontsource/inter/unicode.json'))
const parts: Part[] = Object.keys(
  JSON.parse(readFileSync(new URL('unicode.json', inter), 'utf8')) as Record<string, string>,
)
  .toSorted((a, b) => Number(b === 'latin') - Number(a === 'latin'))
  .map((name) => partAt(name, (face) => new URL(`files/inter-${name}-${faces[face]}.woff`, inter)))
const notoFile = (folder: URL, script: string, face: FontFace) =>
  new URL(`files/noto-sans-${script}-${script}-${face.startsWith('bold') ? 700 : 400}-normal.woff`, folder)
const hebrewFolder = new URL('.', import.meta.resolve('@fontsource/noto-sans-hebrew/unicode.json'))
const hebrew = partAt('hebrew', (face) => notoFile(hebrewFolder, 'hebrew', face))
const arabicFolder = new URL('.', import.meta.resolve('@fontsource/noto-sans-arabic/unicode.json'))
const arabic = partAt('arabic', (face) => notoFile(arabicFolder, 'arabic', face))
const emojiPath = import.meta.resolve('@fontsource/noto-emoji/files/noto-emoji-emoji-400-normal.woff')
const emoji = partAt('emoji', () => new URL(emojiPath))
const signsPath = import.meta.resolve('@fontsource/noto-sans-math/files/noto-sans-math-latin-400-normal.woff')
const symbols = partAt('signs', () => new URL(signsPath))

function partAt(name: string, path: Part['path']): Part {
  let known: Set<number> | undefined
  // The package declares more characters for a part of a font than the part's file contains, so `has` reads the characters from the file.
  const has = (code: number) => (known ??= new Set((create(unpacked(path('normal'))) as Font).characterSet)).has(code)
  return { name, has, path }
}

/** The unpacked font files by their path. A process unpacks each file once, when a text first needs it. */
const unpackedFiles = new Map<string, Buffer>()
function unpacked(path: URL): Buffer {
  const found = unpackedFiles.get(path.href) ?? sfntOf(readFileSync(path))
  unpackedFiles.set(path.href, found)
  return found
}

const fontName = (part: string, face: FontFace) => `${part} ${face}`
const paths = new Map(
  [...parts, hebrew, arabic, symbols, emoji].flatMap(({ name, path }) =>
    (Object.keys(faces) as FontFace[]).map((face) => [fontName(name, face), path(face)] as const),
  ),
)

/** Returns the file of a font that `splitByFont` names, as TrueType or OpenType. Throws for any other name. */
export function fontFile(name: string): Buffer {
  const path = paths.get(name)
  if (!path) throw new Error(`There is no font ${name}`)
  return unpacked(path)
}

const opened = new Map<string, Font>()
const fontsOf = new WeakMap<PDFKit.PDFDocument, Map<string, Font>>()

/**
 * Returns the font with a name from `splitByFont`, for one document. The tables of a font are parsed once per process and shared. The glyphs belong
 * to one document, because fontkit stores in a glyph the first character for which it was requested. With shared glyphs, the bytes of a document
 * would depend on earlier documents.
 */
function fontFor(pdf: PDFKit.PDFDocument, name: string): Font {
  const fonts = fontsOf.get(pdf) ?? new Map<string, Font>()
  fontsOf.set(pdf, fonts)
  const shared = opened.get(name) ?? (create(fontFile(name)) as Font)
  opened.set(name, shared)
  const font = fonts.get(name) ?? (Object.create(shared, { _glyphs: { value: {} } }) as Font)
  fonts.set(name, font)
  return font
}

/** Selects a font that `splitByFont` names, for the next text of a PDF. */
export const selectFont = (pdf: PDFKit.PDFDocument, name: string) =>
  // pdfkit accepts a fontkit font as well as the bytes of a font file, but its types declare only the bytes.
  pdf.registerFont(name, fontFor(pdf, name) as unknown as Buffer).font(name)

/** The placeholder for a run of characters that no font has. */
const unknown = '[…]'
/** Characters without a visible glyph: joiners, direction marks, variation selectors. */
const invisible = /[\p{Cf}\p{Cc}\ufe00-\ufe0f]/gu
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })
/** Letters that the Arabic font joins. The symbol font contains some of them for formulas only, which it does not join. */
const arabicLetters = /\p{Script=Arabic}/u
/** The fonts of text, in the order in which a character is looked for. */
const textFonts = [...parts, hebrew, arabic]

/**
 * Returns the text of a grapheme and the first font that has all its characters. If no font has them, tries equivalent characters. Returns null if no
 * font has those either.
 */
function glyphsOf(sign: string): { text: string; part: Part } | null {
  const among = (text: string, ...fonts: Part[]) => {
    const codes = [...text].map((character) => character.codePointAt(0) ?? 0)
    const part = codes.length > 0 && fonts.find(({ has }) => codes.every(has))
    return part ? { text, part } : null
  }
  const fonts = arabicLetters.test(sign) ? [arabic] : [...textFonts, symbols, emoji]
  // The variation selector U+FE0F requests the emoji form of the character before it.
  if (sign.includes('\ufe0f'))
    return among(sign, emoji) ?? among(sign.replace(invisible, ''), ...textFonts, symbols, emoji)
  if (/^\p{Zs}$/u.test(sign)) return among(sign, ...parts) ?? among(' ', ...parts)
  return (
    among(sign, ...fonts) ??
    among(sign.replace(invisible, ''), ...fonts) ??
    // Tries the plain form of the characters, for example fi for ﬁ and 1 for ①.
    among(sign.normalize('NFKC'), ...fonts)
  )
}

const plain = (text: string) =>
  text
    .normalize('NFC')
    .replaceAll('\t', '    ')
    .replace(/[\u2028\u2029]/g, '\n')
const known = new Map<string, ReturnType<typeof glyphsOf>>()

/**
 * The maximum length of a grapheme that is rendered, in UTF-16 units. The longest emoji has 15. Rendering thousands of combining marks takes
 * seconds.
 */
const maxGraphemeLength = 32
const longWords = /(\S{101,})/
/** The number of graphemes of each part of a long word. */
const wordPart = 20

/**
 * Splits words of more than 100 characters into parts, between which a line can break. Otherwise pdfkit would measure a long word again for each
 * line: a word of thousands of letters takes a minute.
 */
export function splitLongWords(text: string): string[] {
  return text.split(longWords).flatMap((part, index) => {
    if (index % 2 === 0) return part === '' ? [] : [part]
    const signs = Array.from(graphemes.segment(part), ({ segment }) => segment)
    return Array.from({ length: Math.ceil(signs.length / wordPart) }, (_, at) =>
      signs.slice(at * wordPart, (at + 1) * wordPart).join(''),
    )
  })
}

/**
 * Splits a text into runs that each use one font. A run of characters that no font has becomes one placeholder. A grapheme longer than
 * `maxGraphemeLength` is cut.
 */
export function splitByFont(
  text: string,
  face: FontFace,
): { pieces: { text: string; font: string }[]; hasUnknown: boolean } {
  const pieces: { text: string; part: string }[] = []
  let hasUnknown = false
  const append = (shown: string, part: string) => {
    const last = pieces.at(-1)
    if (last?.part === part) last.text += shown
    else pieces.push({ text: shown, part })
  }
  for (const { segment: whole } of graphemes.segment(plain(text))) {
    const segment = whole.length > maxGraphemeLength ? whole.slice(0, maxGraphemeLength) : whole
    hasUnknown ||= segment !== whole
    const last = pieces.at(-1)
    // A space or line break uses the font of the previous run. After a run in the emoji font, it uses the font 'latin', because a space of the emoji
    // font is as wide as an emoji.
    if (/^( |\r?\n)$/.test(segment)) append(segment, last && last.part !== emoji.name ? last.part : 'latin')
    else if (segment.replace(invisible, '') !== '') {
      if (!known.has(segment)) known.set(segment, glyphsOf(segment))
      const set = known.get(segment)
      if (set) append(set.text, set.part.name)
      else {
        hasUnknown = true
        if (last?.text.trimEnd().endsWith(unknown)) last.text = last.text.trimEnd()
        else append(unknown, 'latin')
      }
    }
  }
  return { pieces: pieces.map((piece) => ({ text: piece.text, font: fontName(piece.part, face) })), hasUnknown }
}
