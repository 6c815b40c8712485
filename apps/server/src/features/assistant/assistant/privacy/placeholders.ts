import { addressFinder } from './addresses.ts'
import { peopleFinder } from './names.ts'
import { emailFinder, findLongNumbers, knownNumberFinder, type KeyedSpan } from './numbers.ts'
import type { TextPlace } from './quotations.ts'

/** The words of a record that are not sent. `show` restores the first entry of `client`, and the first entry of each person. */
export type KnownWords = {
  client: string[]
  people: string[][]
  /** The addresses, each of which can have several lines. */
  addresses: string[]
  numbers: string[]
  emails: string[]
  /** Other words in the record that name a person, such as a nickname. */
  own: string[]
}

export type PlaceholderKind = 'client' | 'person' | 'address' | 'number' | 'email'

/** A known word as it is written in a text, and the kind of the placeholder that hides it. */
export type HiddenWord = { kind: PlaceholderKind; text: string }

/** A text with placeholders. */
export type HiddenText = {
  text: string
  /** Converts a place in `text` to a place in the original text. */
  placeOf(place: TextPlace): TextPlace
}

export type Placeholders = {
  /** Replaces all known words, and all email addresses and numbers of seven digits or more. Also replaces text that looks like a placeholder. */
  hide(text: string): string
  hideWithPlaces(text: string): HiddenText
  /** Replaces known words in a text that already contains placeholders, such as a quotation of the model. Normalizes the existing placeholders. */
  hideAgain(text: string): string
  /** Returns the known words that a text contains, without repetitions. Used to check a prompt that the therapist edited. */
  namesIn(text: string): string[]
  /** Returns the known words that a text contains, each with its kind. */
  knownIn(text: string): HiddenWord[]
  /** Restores names, addresses, numbers and email addresses. Keeps unknown placeholders. */
  show(text: string): string
  /** Restores the originals in a stream whose parts can split a placeholder. */
  showStream(): { push(part: string): string; end(): string }
  /** The placeholders that `hide` has inserted, in the order of their first use. */
  used(): { placeholder: string; kind: PlaceholderKind }[]
}

type Span = { from: number; to: number; write: () => string; isKnown: boolean }
type Segment = { hiddenFrom: number; hiddenTo: number; from: number; to: number }

/** For each kind of placeholder, a pattern for the words that models write instead of the kind. */
const kinds: Record<string, string> = {
  CLIENT: 'CLIENT|CLIENTE|CLIENTA|KLIENT|KLIENTIN',
  PERSON: 'PERSON|PERSONNE|PERSONA',
  ADDRESS: 'ADDRESS|ADRESSE|DIRECCI[OÓ]N',
  NUMBER: 'NUMBER|NUMMER|NUM[EÉ]RO|N[UÚ]MERO',
  EMAIL: 'E-?MAIL|CORREO|COURRIEL',
  TEXT: 'TEXT|TEXTE|TEXTO',
}
const placeholderSource = `\\\\?\\[\\s*(${Object.values(kinds).join('|')})[\\s_#-]*(\\d{1,4})?\\s*\\\\?\\]`
const placeholderPattern = () => new RegExp(placeholderSource, 'giu')
/** Matches the end of a stream that later text may still change: an incomplete placeholder, or a complete placeholder to which an s may be added. */
const openPlaceholder = /\\?\[[^\]\n]{0,40}(?:\]s?)?$|\\$/iu

function placeholderOf(word: string, number: string | undefined): string {
  const kind = Object.keys(kinds).find((each) => new RegExp(`^(?:${kinds[each]})$`, 'iu').test(word)) ?? word
  return kind === 'CLIENT' ? '[CLIENT]' : `[${kind} ${Number(number ?? 1)}]`
}
const kindOf = (placeholder: string) => /^\[([A-Z]+)/.exec(placeholder)?.[1]?.toLowerCase() as PlaceholderKind
/** Replaces all forms of placeholders in a text by the usual form, for example `[client]` by `[CLIENT]`. */
const withUsualPlaceholders = (text: string): string =>
  text.replace(placeholderPattern(), (_, word: string, number: string | undefined) => placeholderOf(word, number))

/** The original words of placeholders, and the placeholders that were used. Placeholders are numbered in the order of first use. */
class Registry {
  readonly originals = new Map<string, string>()
  readonly usedKinds = new Map<string, PlaceholderKind>()
  readonly #byKey = new Map<string, string>()
  readonly #counts = new Map<string, number>()

  /** Returns the placeholder for a word; creates it at the first use. */
  placeholder(kind: 'address' | 'number' | 'email' | 'text', key: string, original: string): string {
    const known = this.#byKey.get(`${kind} ${key}`)
    if (known) return known
    const number = (this.#counts.get(kind) ?? 0) + 1
    this.#counts.set(kind, number)
    const placeholder = `[${kind.toUpperCase()} ${number}]`
    this.#byKey.set(`${kind} ${key}`, placeholder)
    this.originals.set(placeholder, original)
    if (kind !== 'text') this.usedKinds.set(placeholder, kind)
    return placeholder
  }

  person(placeholder: string, kind: 'client' | 'person'): string {
    this.usedKinds.set(placeholder, kind)
    return placeholder
  }
}

/** Returns the spans that do not overlap with a span of an earlier list, in the order of the text. */
function withoutOverlaps(lists: readonly (readonly Span[])[]): Span[] {
  const kept: Span[] = []
  for (const list of lists)
    for (const span of list.toSorted((one, other) => other.to - other.from - (one.to - one.from)))
      if (kept.every(({ from, to }) => span.to <= from || span.from >= to)) kept.push(span)
  return kept.toSorted((one, other) => one.from - other.from)
}

function replaceSpans(text: string, spans: readonly Span[]): { text: string; segments: Segment[] } {
  const segments: Segment[] = []
  let [result, at] = ['', 0]
  for (const { from, to, write } of spans) {
    result += text.slice(at, from)
    const hiddenFrom = result.length
    result += write()
    segments.push({ hiddenFrom, hiddenTo: result.length, from, to })
    at = to
  }
  return { text: result + text.slice(at), segments }
}

/** Converts an offset in a text with placeholders. An offset inside a placeholder becomes its start or its end. */
function originalOffset(segments: readonly Segment[], offset: number, isEnd: boolean): number {
  let shift = 0
  for (const { hiddenFrom, hiddenTo, from, to } of segments) {
    if (offset < hiddenFrom || (isEnd && offset === hiddenFrom)) break
    if (isEnd ? offset < hiddenTo : offset < hiddenTo) return isEnd ? to : from
    shift = to - hiddenTo
  }
  return offset + shift
}

/** Returns functions that find the words of a record in a text. */
function findersOf(known: KnownWords) {
  return {
    emails: emailFinder(known.emails),
    numbers: knownNumberFinder(known.numbers),
    addresses: addressFinder(known.addresses),
    names: peopleFinder([known.client, ...known.people, ...known.own.map((word) => [word])]),
  }
}

function spansIn(text: string, finders: ReturnType<typeof findersOf>, registry: Registry, keepsPlaceholders: boolean) {
  const keyed = (kind: 'address' | 'number' | 'email', found: readonly KeyedSpan[]): Span[] =>
    found.map(({ key, from, to, isKnown }) => ({
      from,
      to,
      isKnown,
      write: () => registry.placeholder(kind, key, text.slice(from, to)),
    }))
  const literals = Array.from(text.matchAll(placeholderPattern()), (match) => ({
    from: match.index,
    to: match.index + match[0].length,
    isKnown: false,
    write: () =>
      keepsPlaceholders ? withUsualPlaceholders(match[0]) : registry.placeholder('text', match[0], match[0]),
  }))
  const names = finders.names(text).map(({ person, from, to }) => ({
    from,
    to,
    isKnown: true,
    write: () =>
      person === 0 ? registry.person('[CLIENT]', 'client') : registry.person(`[PERSON ${person}]`, 'person'),
  }))
  return withoutOverlaps([
    literals,
    keyed('email', finders.emails(text)),
    keyed('number', finders.numbers(text)),
    keyed('address', finders.addresses(text)),
    keyed('number', findLongNumbers(text)),
    names,
  ])
}

/** Adds a genitive s to a name, or an apostrophe if the name ends with an s sound. */
const withGenitive = (name: string, genitive: string): string =>
  genitive && /[sßxz]$/i.test(name) ? `${name}'` : name + genitive

/** Creates the placeholders of one request. The same calls in the same order produce the same texts. */
export function createPlaceholders(known: KnownWords): Placeholders {
  const finders = findersOf(known)
  const registry = new Registry()
  const people = [known.client, ...known.people, ...known.own.map((word) => [word])]
  const originalOf = (placeholder: string): string | undefined => {
    if (placeholder === '[CLIENT]') return known.client[0]
    const person = /^\[PERSON (\d+)\]$/.exec(placeholder)?.[1]
    return person ? (Number(person) > 0 ? people[Number(person)]?.[0] : undefined) : registry.originals.get(placeholder)
  }
  const shown = new RegExp(`${placeholderSource}(s(?![\\p{L}\\p{N}]))?`, 'giu')
  const show = (text: string): string =>
    text.replace(shown, (written: string, word: string, number: string | undefined, genitive = '') => {
      const placeholder = placeholderOf(word, number)
      const original = originalOf(placeholder)
      if (original === undefined) return written
      return /^\[(?:CLIENT|PERSON)/.test(placeholder) ? withGenitive(original, genitive) : original + genitive
    })
  const hideWithPlaces = (text: string): HiddenText => {
    const { text: hidden, segments } = replaceSpans(text, spansIn(text, finders, registry, false))
    const placeOf = ({ from, to }: TextPlace) => ({
      from: originalOffset(segments, from, false),
      to: originalOffset(segments, to, true),
    })
    return { text: hidden, placeOf }
  }
  const knownIn = (text: string): HiddenWord[] =>
    spansIn(text, finders, new Registry(), true)
      .filter(({ isKnown }) => isKnown)
      .map(({ from, to, write }) => ({ kind: kindOf(write()), text: text.slice(from, to) }))
  return {
    hide: (text) => hideWithPlaces(text).text,
    hideWithPlaces,
    hideAgain: (text) => replaceSpans(text, spansIn(text, finders, registry, true)).text,
    namesIn: (text) => [...new Set(knownIn(text).map((word) => word.text))],
    knownIn,
    show,
    showStream: () => streamOf(show),
    used: () => Array.from(registry.usedKinds, ([placeholder, kind]) => ({ placeholder, kind })),
  }
}

function streamOf(show: (text: string) => string) {
  let held = ''
  return {
    push(part: string): string {
      held += part
      const open = openPlaceholder.exec(held)?.index ?? held.length
      const ready = held.slice(0, open)
      held = held.slice(open)
      return show(ready)
    },
    end(): string {
      const rest = show(held)
      held = ''
      return rest
    },
  }
}
