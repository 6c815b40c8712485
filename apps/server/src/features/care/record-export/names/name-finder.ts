export type PersonName = { firstName: string; lastName: string }
/** A place in a text: the index of its first character, and the index after its last one. */
export type TextSpan = { start: number; end: number }

const foldCharacter = (character: string) =>
  character
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .replaceAll('ß', 'ss')

/** Returns a text without case and accents, and for each of its characters the index in the text as it was. */
function foldWithIndexes(text: string): { folded: string; indexes: number[] } {
  let folded = ''
  const indexes: number[] = []
  let index = 0
  for (const character of text) {
    const part = foldCharacter(character)
    folded += part
    for (let each = 0; each < part.length; each++) indexes.push(index)
    index += character.length
  }
  return { folded, indexes }
}

const wordsOf = (name: string) => name.split(/[^\p{L}\p{M}\p{N}]+/u).filter(Boolean)
const fold = (text: string) => [...text].map(foldCharacter).join('')

/**
 * Returns the words of a name that identify the person, folded: the whole name, and its words of at least two characters. Omits particles such as the
 * 'de' in 'de la Cruz', which are in lower case.
 */
function searchedNames(name: string): string[] {
  const words = wordsOf(name)
  const hasCapital = words.some((word) => /^\p{Lu}/u.test(word))
  const single = words.filter((word) => word.length > 1 && !(hasCapital && /^\p{Ll}/u.test(word)))
  const whole = words.map(fold).join(' ')
  return [...(whole.length > 1 ? [whole] : []), ...single.map(fold)]
}

/**
 * Returns a function that finds the first and last names of people in a text, as whole words and without regard to case and accents, also with the
 * 's' of the German genitive. Does not search for names that the person of the record, `own`, also has.
 */
export function otherNamesFinder(people: readonly PersonName[], own: PersonName): (text: string) => TextSpan[] {
  const ofOwn = new Set([own.firstName, own.lastName].flatMap(searchedNames))
  const names = new Set(people.flatMap((of) => [of.firstName, of.lastName].flatMap(searchedNames)))
  const searched = [...names].filter((name) => !ofOwn.has(name)).toSorted((a, b) => b.length - a.length)
  if (searched.length === 0) return () => []
  // The names need no escaping, because they consist of letters, digits and single spaces.
  const any = searched.map((name) => name.replaceAll(' ', '[^\\p{L}\\p{M}\\p{N}]+')).join('|')
  const pattern = new RegExp(`(?<![\\p{L}\\p{M}\\p{N}])(?:${any})s?(?![\\p{L}\\p{M}\\p{N}])`, 'gu')
  return (text) => {
    const { folded, indexes } = foldWithIndexes(text)
    return [...folded.matchAll(pattern)].map(({ index, 0: found }) => ({
      start: indexes[index] ?? 0,
      end: indexes[index + found.length] ?? text.length,
    }))
  }
}
