import { StartError } from '../../process/start-error.ts'
import { type AgeKey, recipientOf } from '../encryption/age.ts'
import { keyFingerprintOf } from '../encryption/backup-keys.ts'
import { identityOfWords, type WordsProblem } from '../encryption/words.ts'

/** Asks for the 24 words of a key that has one of these fingerprints. */
export type AskWords = (fingerprints: readonly string[]) => Promise<string>

/**
 * Returns the private key that opens a backup: this machine's own key if it fits, otherwise the key that the words encode. Throws a StartError for
 * wrong words.
 */
export async function identityFor(
  fingerprints: readonly string[],
  own: AgeKey | null,
  askWords: AskWords,
): Promise<string> {
  if (own && fingerprints.includes(keyFingerprintOf(own.recipient))) return own.identity
  const found = identityOfWords(await askWords(fingerprints))
  if ('problem' in found) throw new StartError(problemText(found.problem))
  if (fingerprints.includes(keyFingerprintOf(await recipientOf(found.identity)))) return found.identity
  throw new StartError(
    `These are the words of another key. This backup needs those that were printed with the number ${fingerprints.join(' or ')}.`,
  )
}

function problemText(problem: WordsProblem): string {
  if (problem === 'checksum') return "These words aren't a key: one of them is wrong, or two are swapped."
  if ('count' in problem) return `These are ${problem.count} words. A key has 24.`
  return `Word ${problem.word}, '${problem.typed}', isn't in the list of words. Check its spelling.`
}
