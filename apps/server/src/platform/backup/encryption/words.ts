import { bech32 } from '@scure/base'
import { entropyToMnemonic, mnemonicToEntropy } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'

const prefix = 'age-secret-key-'

/** Returns the 24 words that encode a private key of age. The last word contains a checksum. */
export const keyWordsOf = (identity: string): string[] =>
  entropyToMnemonic(bech32.decodeToBytes(identity).bytes, wordlist).split(' ')

/** The reason why typed words are not a key: an unknown word with its position, counted from 1; a wrong number of words; or a wrong checksum. */
export type WordsProblem = { word: number; typed: string } | { count: number } | 'checksum'

/** Returns the private key that typed words encode, or the problem with them. Ignores case and extra spaces. */
export function identityOfWords(typed: string): { identity: string } | { problem: WordsProblem } {
  const words = typed.normalize('NFKD').toLowerCase().split(/\s+/).filter(Boolean)
  const unknown = words.findIndex((word) => !wordlist.includes(word))
  if (unknown >= 0) return { problem: { word: unknown + 1, typed: words[unknown] ?? '' } }
  if (words.length !== 24) return { problem: { count: words.length } }
  try {
    const bytes = mnemonicToEntropy(words.join(' '), wordlist)
    return { identity: bech32.encodeFromBytes(prefix, bytes).toUpperCase() }
  } catch {
    return { problem: 'checksum' }
  }
}
