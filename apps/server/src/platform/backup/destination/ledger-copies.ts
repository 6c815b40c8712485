import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { ObjectStore } from '../../object-store/object-store.ts'
import { decryptWith, encryptTo } from '../encryption/age.ts'
import { type BackupKeys, recipientsOf } from '../encryption/backup-keys.ts'
import { backupTime } from './layout.ts'
import { putVerified } from './verified-put.ts'

const prefix = 'ledger/'
/** The number of copies that are kept. The transfer of the newest one may be interrupted. */
const keptCopies = 3

/**
 * Stores a copy of the records that a restore needs up to now: the ledger of erasures and the highest invoice numbers. The copy is encrypted to every
 * key of the practice, so that the words of an earlier backup open it too. Deletes all but the latest `keptCopies` copies.
 */
export async function storeLedgerCopy(store: ObjectStore, at: Date, keys: BackupKeys, copy: Buffer): Promise<void> {
  const recipients = [...new Set([keys.own.recipient, ...keys.printed, ...recipientsOf(keys)])]
  await putVerified(store, `${prefix}${backupTime(at)}.age`, await encryptTo(recipients, Readable.from([copy])))
  const stored = await store.list(prefix)
  for (const { key } of stored.slice(0, -keptCopies)) await store.delete(key)
}

/** Returns the copies in a store that a private key can decrypt. Skips damaged ones. */
export async function readLedgerCopies(store: ObjectStore, identity: string): Promise<Buffer[]> {
  const copies: Buffer[] = []
  for (const { key } of await store.list(prefix)) {
    const stored = await store.get(key)
    const copy = await decryptWith([identity], stored).then(buffer, () => null)
    stored.destroy()
    if (copy) copies.push(copy)
  }
  return copies
}
