import { createInterface } from 'node:readline/promises'
import { confirmKey, proposeKey } from '../../apps/server/src/platform/backup/encryption/key-ceremony.ts'
import { StartError } from '../../apps/server/src/platform/process/start-error.ts'

/**
 * Shows the 24 words of a new key once, and asks for two of them. Once both are correct, backups are encrypted to this key. Throws a StartError if
 * the input ends earlier; backups then keep the earlier key.
 */
export async function printKey(secretsDir: string): Promise<void> {
  const { words, positions, fingerprint } = await proposeKey(secretsDir)
  console.log(`Write these 24 words on paper, with the number ${fingerprint}. They are shown only this once.\n`)
  for (const [at, word] of words.entries()) console.log(`${String(at + 1).padStart(2)}. ${word}`)
  console.log(`\nType the words ${positions.join(' and ')}, in this order, on one line:`)
  const terminal = createInterface({ input: process.stdin })
  try {
    for await (const line of terminal) {
      const refusal = await confirmKey(secretsDir, line.trim().split(/\s+/))
      if (refusal === null) return
      if (refusal.reason === 'no-key-proposed') break
      console.log(`Wrong: word ${refusal.positions.join(' and ')}. Type both again:`)
    }
  } finally {
    terminal.close()
  }
  throw new StartError("The words weren't typed back, so backups stay under the earlier key.")
}
