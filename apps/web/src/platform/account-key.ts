import { api } from './api.ts'
import type { DraftDatabase } from './draft-database.ts'
import { importEncryptionKey } from './encryption.ts'

/** Returns the encryption key of an account. If it is not on this device yet, fetches and stores it. */
export async function accountKey(database: DraftDatabase, account: string): Promise<CryptoKey> {
  const known = await database.key(account)
  if (known) return known
  const key = await importEncryptionKey((await api.account.draftKey({})).key)
  await database.saveKey(account, key)
  return key
}
