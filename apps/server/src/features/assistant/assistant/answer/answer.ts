import type { Placeholders } from '../privacy/placeholders.ts'
import { plainLineStart, plainWords, withoutInvisible } from './plain.ts'
import { quotationFinder, type TextPlace } from '../privacy/quotations.ts'
import { sentencesIn } from './sentences.ts'

/** A sentence of an answer, as offsets in the answer. */
export type AnswerSentence = TextPlace & {
  /** The places of its quotations, as offsets in the original source. A sentence without quotations is marked 'not found in your sources'. */
  places: (TextPlace & { source: number })[]
}
export type FinishedAnswer = {
  text: string
  sentences: AnswerSentence[]
  /** Whether the answer was longer than `answerMaximum`. `text` omits the rest, so such an answer is incomplete. */
  isTooLong: boolean
}
export type AnswerReader = {
  /** Reads a part of the answer. Returns the text that later parts can no longer change; '' if there is none. Ignores text beyond `answerMaximum`. */
  push(part: string): { text: string }
  end(): FinishedAnswer
}

/** The maximum length of an answer including its quotations, in UTF-16 code units. */
export const answerMaximum = 100_000
/** The maximum length of a quotation, link or tag. A longer one is treated as text. */
const constructMaximum = 1_000

/** A quotation in the raw answer. */
type Quotation = {
  source: number | null
  words: string
  /** The length of the answer's text before the quotation. */
  at: number
}
type Cut = { at: number; hasWord: boolean }

/** Returns the end of a construct that begins at `from`. Returns null if it has not ended yet, and `from` if it is too long. */
function endOf(raw: string, from: number, close: string): number | null {
  const end = raw.slice(from, from + constructMaximum).indexOf(close)
  if (end >= 0) return from + end + close.length
  return raw.length - from <= constructMaximum ? null : from
}

/**
 * Returns the end of the construct at `at`: a quotation, a placeholder or link, a tag, or one character. Returns null if its end has not arrived.
 */
function nextEnd(raw: string, at: number): number | null {
  const rest = raw.slice(at, at + 2)
  if (rest === '{' || rest === '<' || rest === '\\') return null
  if (rest === '{{') {
    const end = endOf(raw, at + 2, '}}')
    return end === at + 2 ? at + 2 : end
  }
  if (/^<[a-z/!?]/i.test(rest)) {
    const end = endOf(raw, at + 1, '>')
    return end === at + 1 ? at + 1 : end
  }
  if (!rest.startsWith('[')) return at + 1
  const end = endOf(raw, at + 1, ']')
  if (end === null || end === at + 1) return end
  if (end === raw.length) return null
  return raw[end] === '(' ? endOf(raw, end, ')') : end
}

/**
 * Returns the position up to which a raw text can be processed: before a space outside quotations, placeholders, links and tags. A long text
 * without such a space can be processed up to its first open construct.
 */
function safeCut(raw: string, hadWord: boolean): Cut {
  let cut: Cut = { at: 0, hasWord: hadWord }
  let hasWord = hadWord
  for (let at = 0; at < raw.length;) {
    const end = nextEnd(raw, at)
    if (end === null) return cut.at === 0 && raw.length > 2 * constructMaximum ? { at, hasWord } : cut
    const part = raw.slice(at, end)
    if (part === '\n' || (hasWord && part === ' ')) cut = { at, hasWord }
    if (part === '\n') hasWord = false
    else if (/[\p{L}\p{N}]/u.test(part) && !part.startsWith('{{')) hasWord = true
    at = end
  }
  return cut.at === 0 && raw.length > 2 * constructMaximum ? { at: raw.length, hasWord } : cut
}

/** Parses the content of a quotation, such as `S1: words`. A quotation without a label can be in any source. */
function quotationOf(inside: string): { source: number | null; words: string } {
  const found = /^\s*(?:s|source|quelle|fuente)?\s*(\d{1,4})\s*[:,|–-]\s*(.*)$/isu.exec(inside)
  return found ? { source: Number(found[1]) - 1, words: found[2] ?? '' } : { source: null, words: inside }
}

/** The growing text of an answer. White space is added only before the next word. */
class AnswerText {
  text = ''
  #gap = ''
  #isLineStart = true
  #isAfterQuotation = false
  readonly #show: (text: string) => string

  constructor(show: (text: string) => string) {
    this.#show = show
  }

  /** Appends a part that contains only whole constructs. Keeps its line ends, at most two in a row. */
  append(part: string) {
    for (const [index, line] of part.split('\n').entries()) {
      if (index > 0) this.#newLine()
      this.#appendToLine(line)
    }
  }

  #newLine() {
    this.#gap = this.#gap.startsWith('\n') ? '\n\n' : '\n'
    this.#isLineStart = true
  }

  /** Records that a quotation was removed, so that a following full stop is appended to the previous word. */
  skipQuotation() {
    this.#isAfterQuotation = true
  }

  #appendToLine(part: string) {
    const words = plainWords(this.#isLineStart ? plainLineStart(part) : part)
    const visible = words.replace(/^ +| +$/g, '')
    if (words.startsWith(' ') && this.#gap === '' && !this.#isLineStart) this.#gap = ' '
    if (visible === '') return
    const gap = this.#isAfterQuotation && this.#gap === ' ' && /^[.,;:!?)\]]/.test(visible) ? '' : this.#gap
    this.text += (this.text === '' ? '' : gap) + this.#show(visible)
    this.#gap = words.endsWith(' ') ? ' ' : ''
    this.#isLineStart = false
    this.#isAfterQuotation = false
  }
}

/**
 * Creates a reader for one answer. It removes quotations, markup, links, images and control characters, restores the names, and returns the
 * quotations separately with their positions. `sources` contains the originals of `quotableTexts` in order; it is null if the answer has no
 * quotations, because the request rewrites a text or has no client. `placeholders` is the object that hid the texts of the request; without it, the
 * reader restores no names.
 */
export function createAnswerReader(sources: readonly string[] | null, placeholders?: Placeholders): AnswerReader {
  const answer = new AnswerText(placeholders ? placeholders.show : (text) => text)
  const quotations: Quotation[] = []
  let [raw, length, hasWord] = ['', 0, false]

  function read(part: string) {
    const before = answer.text.length
    let at = 0
    for (const match of part.matchAll(/\{\{(.{0,1000}?)(?:\}\}|$)|\{\{|\}\}/gsu)) {
      answer.append(part.slice(at, match.index))
      at = match.index + match[0].length
      answer.skipQuotation()
      if (match[0] !== '}}')
        quotations.push({ ...quotationOf(match[0].endsWith('}}') ? (match[1] ?? '') : ''), at: answer.text.length })
    }
    answer.append(part.slice(at))
    return { text: answer.text.slice(before) }
  }

  return {
    push(part) {
      raw += withoutInvisible(part.slice(0, Math.max(0, answerMaximum - length)))
      length += part.length
      if (!/[\s}\])>]/.test(part) && raw.length <= 2 * constructMaximum) return { text: '' }
      const cut = safeCut(raw, hasWord)
      const ready = raw.slice(0, cut.at)
      raw = raw.slice(cut.at)
      hasWord = cut.hasWord
      return read(ready)
    },
    end() {
      read(raw)
      raw = ''
      const sentences = sources ? supportedSentences(answer.text, quotations, sources, placeholders) : []
      return { text: answer.text, sentences, isTooLong: length > answerMaximum }
    },
  }
}

/**
 * Returns a function that finds a quotation in the sources and returns its place; null if no source contains it. It searches the named source first.
 */
function finderIn(sources: readonly string[], placeholders: Placeholders | undefined) {
  const finders = sources.map((source) => {
    const hidden = placeholders?.hideWithPlaces(source)
    const find = quotationFinder(hidden?.text ?? source)
    return (words: string) => {
      const place = find(words)
      return place && hidden ? hidden.placeOf(place) : place
    }
  })
  return ({ source, words }: Quotation): AnswerSentence['places'][number] | null => {
    const wanted = placeholders ? placeholders.hideAgain(words) : words
    const order = [...finders.keys()].toSorted((one, other) => Number(other === source) - Number(one === source))
    for (const at of order) {
      const place = finders[at]?.(wanted)
      if (place) return { source: at, ...place }
    }
    return null
  }
}

function supportedSentences(
  text: string,
  quotations: readonly Quotation[],
  sources: readonly string[],
  placeholders: Placeholders | undefined,
): AnswerSentence[] {
  const sentences = sentencesIn(text)
  const find = finderIn(sources, placeholders)
  const found = sentences.map((): (AnswerSentence['places'][number] | null)[] => [])
  for (const quotation of quotations) {
    const own = sentences.findIndex(({ from, to }) => from < quotation.at && quotation.at <= to)
    const next = sentences.findIndex(({ from }) => from >= quotation.at)
    found[own >= 0 ? own : next]?.push(find(quotation))
  }
  return sentences.map((sentence, index) => {
    const places = (found[index] ?? []).filter((place) => place !== null)
    return { ...sentence, places: places.length === found[index]?.length ? places : [] }
  })
}
