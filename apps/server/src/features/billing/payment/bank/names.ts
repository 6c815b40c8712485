import { foldForSearch } from '@attune/contract/common/text/text'

/** The maximum number of names that are compared with one payer. Limits the work for a maliciously constructed file. */
const maxCompared = 50

/** Normalizes the words of a name for comparison: Müller, Mueller and MULLER are equal. */
const wordsOf = (name: string): string[] =>
  foldForSearch(name)
    .replace(/([aou])e/g, '$1')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length > 1)

const areAmong = (words: readonly string[], among: ReadonlySet<string>) =>
  words.length > 0 && words.every((word) => among.has(word))

/** Whether every word of a name occurs in the name of a payer, in any order. */
export const isNameOf = (name: string, payer: string): boolean => areAmong(wordsOf(name), new Set(wordsOf(payer)))

/**
 * Returns a function that finds the names that match a payer (see `isNameOf`). Compares a payer only with names whose rarest word occurs in the
 * payer, at most `maxCompared`, and each payer once.
 */
export function nameFinder(names: Iterable<string>): (payer: string) => readonly string[] {
  const known = Array.from(new Set(names), (name) => ({ name, words: wordsOf(name) }))
  const counts = new Map<string, number>()
  for (const word of known.flatMap(({ words }) => words)) counts.set(word, (counts.get(word) ?? 0) + 1)
  const rarest = (words: readonly string[]) =>
    words.toSorted((one, other) => (counts.get(one) ?? 0) - (counts.get(other) ?? 0))[0]
  const byRarest = Map.groupBy(known, ({ words }) => rarest(words))
  const found = new Map<string, readonly string[]>()
  const compare = (payer: string) => {
    const among = new Set(wordsOf(payer))
    const compared = [...among].flatMap((word) => byRarest.get(word) ?? []).slice(0, maxCompared)
    return compared.filter(({ words }) => areAmong(words, among)).map(({ name }) => name)
  }
  return (payer) => {
    const fitting = found.get(payer) ?? compare(payer)
    found.set(payer, fitting)
    return fitting
  }
}
