import { headingLength } from './headings.ts'
import type { TextPlace } from '../privacy/quotations.ts'

/** Abbreviations that do not end a sentence, in lower case and without full stops. */
const abbreviations = new Set(
  `dr prof mr mrs ms st vs approx no nr hr fr ca bzw evtl ggf vgl inkl std abs bspw sog tel mme mlle env sr sra srta ud uds dra pág pag
  núm aprox`.split(/\s+/),
)
const ordinalBefore = /(?:^|\s)(?:am|vom|zum|der|die|das|den|dem|im|seit|bis|ab|und|–|-)\s+\d{1,2}$/iu
const monthAfter =
  /^\s+(?:januar|februar|märz|april|mai|juni|juli|august|september|oktober|november|dezember|sitzung|woche|mal|tag)/iu
const possibleEnd = /[.!?…]+["'\u2019\u201d\u201c»)\]]*(?=\s|$)/gu

function isEnd(line: string, sign: string, at: number): boolean {
  const before = line.slice(0, at)
  const after = line.slice(at + sign.length)
  if (/^…|^\.{2,}/.test(sign)) return !/^\s+\p{Ll}/u.test(after)
  if (!sign.startsWith('.')) return true
  const word = /\p{L}+$/u.exec(before)?.[0] ?? ''
  if ([...word].length === 1 && !/[\p{L}\p{N}]$/u.test(before.slice(0, -word.length))) return after.trim() === ''
  if (abbreviations.has(word.toLowerCase())) return after.trim() === ''
  return !/(?<![\p{L}\p{N}.,])\d{1,2}$/u.test(before) || !(ordinalBefore.test(before) || monthAfter.test(after))
}

/**
 * Returns the sentences of a text as offsets. A line end ends a sentence. Headings of a note, list markers and lines without a letter or digit are
 * not sentences.
 */
export function sentencesIn(text: string): TextPlace[] {
  const sentences: TextPlace[] = []
  let lineStart = 0
  for (const line of text.split('\n')) {
    const mark = /^\s*(?:-|\d{1,3}[.)])\s+/u.exec(line)?.[0].length ?? 0
    let from = mark + headingLength(line.slice(mark))
    const add = (to: number) => {
      const words = line.slice(from, to)
      const lead = words.length - words.trimStart().length
      if (/[\p{L}\p{N}]/u.test(words))
        sentences.push({ from: lineStart + from + lead, to: lineStart + from + words.trimEnd().length })
      from = to
    }
    for (const match of line.matchAll(possibleEnd))
      if (match.index >= from && isEnd(line, match[0], match.index)) add(match.index + match[0].length)
    add(line.length)
    lineStart += line.length + 1
  }
  return sentences
}
