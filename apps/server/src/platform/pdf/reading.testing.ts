import { inflateSync } from 'node:zlib'

/** A font of a PDF: its name, and the text of each glyph by the number of the glyph in four hexadecimal digits. */
type ReadFont = { name: string; isEmbedded: boolean; glyphs: Map<string, string> }
type ReadObject = { head: string; stream: Buffer | null }
export type ReadPdf = {
  /** The text of each page, one line of the page per line. */
  pages: string[]
  /** The texts of each page with their positions, in points from the lower left corner. */
  texts: { x: number; y: number; text: string }[][]
  /** The filled rectangles of each page as x, y, width and height, in points from the upper left corner. */
  rectangles: [number, number, number, number][][]
  /** The texts that a viewer copies instead of the drawn order of words from right to left. */
  actualTexts: string[]
  /** The structure for screen readers in reading order, for example `Document(H1 P Table(TR(TH TH) TR(TD TD)))`. */
  structure: string
  /** The number of texts, lines and pictures of each page that are neither in the structure nor artifacts. */
  unmarked: number[]
  fonts: ReadFont[]
  metadata: string
  /** The files that are attached, by their name. */
  files: Record<string, string>
  /** Returns the value of an entry of the information dictionary. */
  info: (entry: string) => string
  root: string
}

/** Parses a PDF that pdfkit wrote. Does not support other PDFs. */
export function readPdf(pdf: Buffer): ReadPdf {
  const objects = objectsOf(pdf)
  const at = (id: string | undefined) => objects.get(Number(id)) ?? { head: '', stream: null }
  const link = (head: string, name: string) => at(new RegExp(`/${name} (\\d+) 0 R`).exec(head)?.[1])
  const text = pdf.toString('latin1')
  const trailer = text.slice(text.lastIndexOf('trailer'))
  const root = link(trailer, 'Root').head
  const fonts = new Map(
    [...objects]
      .filter(([, { head }]) => /\/Type \/Font\n/.test(head))
      .map(([id, { head }]) => [`${id}`, fontOf(head, at)]),
  )
  const contents = [...objects.values()].flatMap(({ head }) =>
    /\/Type \/Page\n/.test(head) ? [link(head, 'Contents').stream?.toString('latin1') ?? ''] : [],
  )
  const names = [...objects.values()].flatMap(({ head }) => [...head.matchAll(/\/(F\d+) (\d+) 0 R/g)])
  const named = new Map(names.map(([, name = '', id = '']) => [name, fonts.get(id)]))
  const specs = [...objects.values()].filter(({ head }) => head.includes('/Type /Filespec'))
  return {
    pages: contents.map((content) => textOf(content, named)),
    texts: contents.map((content) => piecesOf(content, named)),
    rectangles: contents.map((content) =>
      [...content.matchAll(/([-\d.]+) ([-\d.]+) ([-\d.]+) ([-\d.]+) re\n/g)].map(
        ([, ...numbers]) => numbers.map(Number) as [number, number, number, number],
      ),
    ),
    actualTexts: contents.flatMap((content) =>
      [...content.matchAll(/\/ActualText \(((?:\\[^]|[^\\)])*)\)/g)].map(([, raw = '']) => stringOf(raw)),
    ),
    structure: structureOf(link(root, 'StructTreeRoot').head, at),
    unmarked: contents.map(unmarkedIn),
    fonts: [...fonts.values()].filter(({ name }) => name),
    metadata: link(root, 'Metadata').stream?.toString('utf8') ?? '',
    files: Object.fromEntries(
      specs.map(({ head }) => [/\/F \((.*?)\)/.exec(head)?.[1] ?? '', link(head, 'F').stream?.toString('utf8') ?? '']),
    ),
    info: (entry) => stringOf(link(link(trailer, 'Info').head, entry).head.replace(/^\(|\)$/g, '')),
    root,
  }
}

function objectsOf(pdf: Buffer): Map<number, ReadObject> {
  const text = pdf.toString('latin1')
  const objects = new Map<number, ReadObject>()
  for (const { index, 0: start, 1: id } of text.matchAll(/(?<=\n)(\d+) 0 obj\n/g)) {
    const end = text.indexOf('\nendobj', index)
    const streamAt = text.indexOf('\nstream\n', index)
    const isStream = streamAt > 0 && streamAt < end
    const head = text.slice(index + start.length, isStream ? streamAt : end)
    const length = Number(/\/Length (\d+)/.exec(head)?.[1])
    const bytes = pdf.subarray(streamAt + 8, streamAt + 8 + length)
    const stream = isStream ? (head.includes('/FlateDecode') ? inflateSync(bytes) : bytes) : null
    objects.set(Number(id), { head, stream })
  }
  return objects
}

function fontOf(head: string, at: (id: string | undefined) => ReadObject): ReadFont {
  const descendant = at(/\/DescendantFonts \[(\d+) 0 R\]/.exec(head)?.[1]).head
  const descriptor = at(/\/FontDescriptor (\d+) 0 R/.exec(descendant)?.[1]).head
  const unicode = at(/\/ToUnicode (\d+) 0 R/.exec(head)?.[1]).stream?.toString('latin1') ?? ''
  const glyphs = new Map<string, string>()
  for (const [, first = '', list = ''] of unicode.matchAll(/<(\w+)> <\w+> \[([^\]]*)\]/g))
    for (const [index, code] of list.trim().split(/\s+/).entries())
      glyphs.set(
        (Number.parseInt(first, 16) + index).toString(16).padStart(4, '0'),
        Buffer.from(code.replace(/[<>]/g, ''), 'hex').swap16().toString('utf16le'),
      )
  const name = descendant ? (/\/BaseFont \/(\S+)/.exec(head)?.[1] ?? '') : ''
  return { name, isEmbedded: /\/FontFile[23]? \d+ 0 R/.test(descriptor), glyphs }
}

/** Returns the types of the elements below a structure element. References to content, which are dictionaries, are left out. */
function structureOf(head: string, at: (id: string | undefined) => ReadObject): string {
  const kids = /\/K \[([^\]]*)\]/.exec(head)?.[1]?.replace(/<<[^]*?>>/g, '') ?? ''
  return Array.from(kids.matchAll(/(\d+) 0 R/g), ([, id]) => {
    const child = at(id).head
    const below = structureOf(child, at)
    return `${/\/S \/(\w+)/.exec(child)?.[1]}${below && `(${below})`}`
  }).join(' ')
}

function unmarkedIn(content: string): number {
  let depth = 0
  let unmarked = 0
  for (const line of content.split('\n')) {
    if (/B[DM]C$/.test(line)) depth++
    else if (line === 'EMC') depth--
    else if (depth === 0 && /TJ$|^[Sf]$| Do$/.test(line)) unmarked++
  }
  return unmarked
}

/** Returns the pieces of text of a page with their positions, in points from the lower left corner. */
function piecesOf(content: string, fonts: Map<string, ReadFont | undefined>) {
  const pieces = content.matchAll(/1 0 0 1 (\S+) (\S+) Tm\n\/(F\d+) \S+ Tf[^]*?\[([^\]]*)\] TJ/g)
  return Array.from(pieces, ([, x = '', y = '', font = '', shown = '']) => {
    const glyphs = [...shown.matchAll(/<(\w+)>/g)].flatMap(([, hex = '']) => hex.match(/.{4}/g) ?? [])
    const text = glyphs.map((glyph) => fonts.get(font)?.glyphs.get(glyph) ?? '?').join('')
    return { x: Number(x), y: Number(y), text }
  })
}

/** Returns the text of a page. Pieces on the same height are one line. */
const textOf = (content: string, fonts: Map<string, ReadFont | undefined>): string =>
  [...Map.groupBy(piecesOf(content, fonts), ({ y }) => y).values()]
    .map((line) => line.map(({ text }) => text).join(' '))
    .join('\n')

function stringOf(raw: string): string {
  const bytes = Buffer.from(
    raw.replace(/\\([^])/g, (_, sign: string) => ({ n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' })[sign] ?? sign),
    'latin1',
  )
  return bytes[0] === 0xfe ? Buffer.from(bytes.subarray(2)).swap16().toString('utf16le') : bytes.toString('latin1')
}
