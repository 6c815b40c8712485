import { api } from '../api/api.ts'
import type { DraftDatabase } from './draft-database.ts'
import { importEncryptionKey } from './encryption.ts'

let asked: { account: string; key: Promise<string> } | null = null

/** Requests the key of the signed-in account from the server. Concurrent calls share one request. */
export function fetchAccountKey(account: string): Promise<string> {
  if (asked?.account === account) return asked.key
  const one = { account, key: api.account.draftKey({}).then(({ key }) => key) }
  asked = one
  const forget = () => {
    if (asked === one) asked = null
  }
  one.key.then(forget, forget)
  return one.key
}

/** Returns the encryption key of an account. If it is not on this device yet, fetches and stores it. */
export async function accountKey(database: DraftDatabase, account: string): Promise<CryptoKey> {
  const known = await database.key(account)
  if (known) return known
  const key = await importEncryptionKey(await fetchAccountKey(account))
  await database.saveKey(account, key)
  return key
}
