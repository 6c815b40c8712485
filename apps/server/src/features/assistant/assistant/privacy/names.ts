import { commonWords, foldWord, nameParticles, spellingsOf } from './words.ts'

/** A part of a text that a placeholder replaces. */
export type NameSpan = {
  /** The position of the person in the list of people. */
  person: number
  from: number
  to: number
  /** The part that is kept after the placeholder, for example the s of a genitive. */
  tail: string
}

type Token = { text: string; from: number; to: number; people: Set<number>; tail: string; isWeak: boolean }

const words = /[\p{L}\p{M}\p{Cf}]+/gu
/**
 * Matches the characters between two parts of one name: spaces with at most one line break, a hyphen, an apostrophe, a full stop, a comma or a middle
 * dot.
 */
const betweenParts = /^(?:[^\S\n]*\n?[^\S\n]*|[-\u2010-\u2013]|['\u2019]|[.,·] ?\n?)$/u
/** Endings of a name, longest first: genitive and plural, and the usual diminutives. */
const endings = ['chen', 'lein', 'cito', 'cita', 'ito', 'ita', 'ens', 'ns', 'es', 's']
const beginsWithCapital = (text: string): boolean => /^\P{L}*[\p{Lu}\p{Lt}]/u.test(text)

const lettersIn = (name: string): string[] => (name.match(words) ?? []).filter((part) => foldWord(part) !== '')

/** An index of the words in people's names. The number of a person is the index in the list of people. */
type NameIndex = {
  /** The numbers of the people whose names contain a word, by the word's spelling. */
  whole: Map<string, Set<number>>
  /** The initials of the names of each person. */
  initials: Set<string>[]
  /** The short parts of the names of each person, such as `von`, which count only beside another part. */
  attached: Set<string>[]
}

function addWord(index: NameIndex, word: string, person: number) {
  for (const spelling of spellingsOf(word)) {
    const people = index.whole.get(spelling) ?? new Set()
    index.whole.set(spelling, people.add(person))
  }
}

/** Adds a name: the name itself if it is one word, otherwise each part of two letters or more, and the parts written as one word. */
function addName(index: NameIndex, name: string, person: number) {
  const parts = lettersIn(name)
  const isPart = (part: string) => foldWord(part).length >= 2 && !nameParticles.has(foldWord(part))
  const own = parts.filter(isPart)
  for (const part of own.length > 0 ? own : parts) addWord(index, part, person)
  for (const part of parts) {
    index.initials[person]?.add(foldWord(part).slice(0, 1))
    if (!isPart(part)) index.attached[person]?.add(foldWord(part))
  }
  for (let first = 0; first < parts.length; first++)
    for (let last = first + 1; last < parts.length; last++) {
      const joined = parts.slice(first, last + 1).join('')
      if (joined.length >= 4) addWord(index, joined, person)
    }
  if (parts.length > 1) addWord(index, parts.slice(1).join('') + (parts[0] ?? ''), person)
}

function indexOf(people: readonly (readonly string[])[]): NameIndex {
  const index: NameIndex = { whole: new Map(), initials: [], attached: [] }
  for (const [person, names] of people.entries()) {
    index.initials.push(new Set())
    index.attached.push(new Set())
    for (const name of names) addName(index, name, person)
  }
  return index
}

function lookUp(index: NameIndex, spellings: Iterable<string>): Set<number> {
  const people = new Set<number>()
  for (const spelling of spellings) for (const person of index.whole.get(spelling) ?? []) people.add(person)
  return people
}

/** Whether a word is the start of an English contraction such as don't or can't. */
const isContraction = ({ input, index, 0: word }: RegExpExecArray): boolean =>
  /^['\u2019]t(?!\p{L})/iu.test(input.slice(index + word.length, index + word.length + 3))

/**
 * Returns the people that a word can refer to, either directly or with an ending. A common word refers to a person only if it is capitalized or
 * next to another part of the same name.
 */
function tokenOf(index: NameIndex, match: RegExpExecArray): Token {
  const text = match[0]
  const place = { text, from: match.index, to: match.index + text.length }
  if (isContraction(match)) return { ...place, people: new Set(), tail: '', isWeak: false }
  const spellings = spellingsOf(text)
  const folded = foldWord(text)
  const people = lookUp(index, spellings)
  if (people.size > 0)
    return { ...place, people, tail: '', isWeak: !beginsWithCapital(text) && commonWords.has(folded) }
  for (const ending of commonWords.has(folded) ? [] : endings) {
    if (!text.toLowerCase().endsWith(ending) || folded.length < ending.length + (ending === 's' ? 2 : 3)) continue
    const named = lookUp(index, stemsOf(spellings, ending))
    const stem = folded.slice(0, -ending.length)
    const isWeak = !beginsWithCapital(text) && (commonWords.has(stem) || stem.length < 3)
    if (named.size > 0) return { ...place, people: named, tail: text.slice(-ending.length), isWeak }
  }
  return { ...place, people, tail: '', isWeak: false }
}
const stemsOf = (spellings: Iterable<string>, ending: string): string[] =>
  [...spellings].filter((each) => each.endsWith(ending)).map((each) => each.slice(0, -ending.length))

const intersection = (one: Set<number>, other: Set<number>): Set<number> =>
  new Set([...one].filter((each) => other.has(each)))

/** Returns a function that finds people's names in a text. The number of a person is the index in `people`. */
export function peopleFinder(people: readonly (readonly string[])[]): (text: string) => NameSpan[] {
  const index = indexOf(people)
  return (text) => {
    if (index.whole.size === 0) return []
    const tokens = Array.from(text.matchAll(words), (match) => tokenOf(index, match))
    const spans: NameSpan[] = []
    for (let at = 0; at < tokens.length;) {
      const run = runFrom(index, text, tokens, at)
      if (run.span) spans.push(run.span)
      at = run.next
    }
    return spans
  }
}

/**
 * Joins neighbouring parts of one person's name, starting at the token `at`, including particles and initials between and beside them. Returns the
 * span, which is null if the tokens are not a name, and the index of the token after it.
 */
function runFrom(index: NameIndex, text: string, tokens: Token[], at: number): { span: NameSpan | null; next: number } {
  const first = tokens[at] as Token
  let candidates = first.people
  if (candidates.size === 0) return { span: null, next: at + 1 }
  let [last, isStrong] = [at, !first.isWeak]
  const seen = new Set([foldWord(first.text)])
  for (let next = at + 1; next < tokens.length && tokens[last]?.tail === ''; next++) {
    const [before, token] = [tokens[next - 1] as Token, tokens[next] as Token]
    if (!betweenParts.test(text.slice(before.to, token.from))) break
    const shared = intersection(candidates, token.people)
    if (shared.size > 0 && !seen.has(foldWord(token.text))) {
      candidates = shared
      last = next
      isStrong = true
      seen.add(foldWord(token.text))
    } else if (![...candidates].some((person) => index.attached[person]?.has(foldWord(token.text)))) break
  }
  const person = [...candidates][0] as number
  const start = withParticlesBefore(text, tokens, at, index.attached[person])
  if (!isStrong && start === at) return { span: null, next: at + 1 }
  const [from, end] = [(tokens[start] as Token).from, tokens[last] as Token]
  const before = initialBefore(text.slice(Math.max(0, from - 4), from), index.initials[person])
  const after = end.tail ? 0 : initialAfter(text.slice(end.to, end.to + 4), index.initials[person])
  const to = end.to - end.tail.length + after
  return { span: { person, from: from - before, to, tail: end.tail }, next: last + 1 }
}

/** Returns the start of the particles and titles before a person's name, such as 'von der'; `at` if there are none. */
function withParticlesBefore(text: string, tokens: Token[], at: number, attached: Set<string> | undefined): number {
  let start = at
  while (start > 0) {
    const [token, next] = [tokens[start - 1] as Token, tokens[start] as Token]
    const isBeside = /^(?:[.'\u2019]? ?|\n)$/.test(text.slice(token.to, next.from))
    if (!isBeside || token.people.size > 0 || !attached?.has(foldWord(token.text))) break
    start--
  }
  return start
}

/** Returns the length of a person's initial before their name, such as 'A. '; 0 if there is none. */
function initialBefore(text: string, initials: Set<string> | undefined): number {
  const found = /(?<![\p{L}\p{N}\]])(\p{Lu})\. ?$/u.exec(text)
  return found && initials?.has(foldWord(found[1] ?? '')) ? found[0].length : 0
}

/** Returns the length of a person's initial after their name, such as ' M.'; 0 if there is none. */
function initialAfter(text: string, initials: Set<string> | undefined): number {
  const found = /^ (\p{Lu})\.(?![\p{L}\p{N}])/u.exec(text)
  return found && initials?.has(foldWord(found[1] ?? '')) ? found[0].length - 1 : 0
}
