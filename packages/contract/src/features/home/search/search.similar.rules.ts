import { foldForSearch, wordsForSearch } from '../../../common/text/text.ts'

/**
 * The minimum number of letters of a word in which a typing error is forgiven, and the minimum for a word that may also be the beginning of a longer
 * word.
 */
const [shortest, shortestBeginning] = [4, 5]

/** Returns the words of a search in which a typing error is forgiven. They have no digits, because another digit is another number. */
export const wordsWithForgivenError = (words: readonly string[]): string[] =>
  words.filter((word) => /^\p{L}+$/u.test(word) && word.length >= shortest)

/**
 * Whether a name contains all words of a search if one typing error is forgiven: a missing, additional or wrong letter, or two swapped letters.
 * @param words folded by `searchedWords`
 */
export function isSimilarName({ title, person }: { title: string; person: string }, words: readonly string[]): boolean {
  const whole = foldForSearch(`${title} ${person}`)
  const wrong = words.filter((word) => !whole.includes(word))
  const [word] = wordsWithForgivenError(wrong)
  return wrong.length === 1 && word !== undefined && wordsForSearch(title).some((own) => isMistyped(word, own))
}

function isMistyped(word: string, own: string): boolean {
  if (isOneErrorApart(word, own)) return true
  const lengths = word.length < shortestBeginning ? [] : [word.length - 1, word.length, word.length + 1]
  return lengths.some((length) => length < own.length && isOneErrorApart(word, own.slice(0, length)))
}

/** Whether two different words are one typing error apart. */
function isOneErrorApart(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false
  let at = 0
  while (at < a.length && a[at] === b[at]) at++
  const [restA, restB] = [a.slice(at), b.slice(at)]
  return (
    restA.slice(1) === restB.slice(1) ||
    restA === restB.slice(1) ||
    restA.slice(1) === restB ||
    (restA[0] === restB[1] && restA[1] === restB[0] && restA.slice(2) === restB.slice(2))
  )
}
