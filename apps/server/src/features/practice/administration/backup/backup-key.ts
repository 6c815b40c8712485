import type { AppContext } from '../../../../platform/app-context.ts'
import {
  keyFingerprintOf,
  hasPrintedKey,
  loadBackupKeys,
  readBackupKeys,
} from '../../../../platform/backup/encryption/backup-keys.ts'
import { confirmKey, setSecondRecipient } from '../../../../platform/backup/encryption/key-ceremony.ts'
import { createRefusal } from '../../../../platform/policy/refusal.ts'

type KeyContext = Pick<AppContext, 'config'>

/** Uses the proposed key from now on. Refuses with WRONG_WORDS and the positions of the wrong words, and with NO_KEY_PROPOSED. */
export async function confirmBackupKey({ config }: KeyContext, words: readonly string[]): Promise<void> {
  const refusal = await confirmKey(config.secretsDir, words)
  if (refusal?.reason === 'wrong-words') throw createRefusal('WRONG_WORDS', 409, { positions: refusal.positions })
  if (refusal) throw createRefusal('NO_KEY_PROPOSED', 409)
}

/**
 * Sets or removes the public key of a second person. Refuses with NO_KEY if the first printed key is missing, and with NOT_A_RECIPIENT for an invalid
 * public key.
 */
export async function setSecondKey({ config }: KeyContext, recipient: string | null): Promise<void> {
  if (recipient !== null && !hasPrintedKey(await loadBackupKeys(config.secretsDir))) throw createRefusal('NO_KEY', 409)
  if (!(await setSecondRecipient(config.secretsDir, recipient))) throw createRefusal('NOT_A_RECIPIENT', 409)
}

/** Describes the change of the printed key for the audit log, by fingerprints. */
export async function describeKey({ config }: KeyContext) {
  const keys = readBackupKeys(config.secretsDir)
  const [printed] = keys?.printed ?? []
  const pending = keys?.pending?.recipient
  return {
    before: { key: printed ? keyFingerprintOf(printed) : null },
    after: { key: pending ? keyFingerprintOf(pending) : null },
  }
}

/** Describes the change of the second key for the audit log, by fingerprints. */
export async function describeSecondKey({ config }: KeyContext, input: unknown) {
  const before = readBackupKeys(config.secretsDir)?.second ?? null
  const { recipient: after } = input as { recipient: string | null }
  return {
    before: { second_key: before && keyFingerprintOf(before) },
    after: { second_key: after && keyFingerprintOf(after) },
  }
}
