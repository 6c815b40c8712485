import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { ObjectStore } from '../../object-store/object-store.ts'
import { decryptWith, encryptTo } from '../encryption/age.ts'
import { type BackupKeys, recipientsOf } from '../encryption/backup-keys.ts'
import { backupTime, timeOfBackup } from './layout.ts'
import { putVerified } from './verified-put.ts'

const [prefix, ending] = ['ledger/', '.age']
/** The number of copies that are kept. There are several, because the transfer of the newest one may be interrupted. */
const keptCopies = 3

/**
 * Stores a copy of the current state of the records that every restore needs: the ledger of erasures and the highest invoice numbers. The copy is
 * encrypted to every key of the practice, so that the words of an earlier backup open it too. Deletes all but the latest `keptCopies` copies.
 */
export async function storeLedgerCopy(store: ObjectStore, at: Date, keys: BackupKeys, copy: Buffer): Promise<void> {
  const recipients = [...new Set([keys.own.recipient, ...keys.printed, ...recipientsOf(keys)])]
  await putVerified(store, `${prefix}${backupTime(at)}${ending}`, await encryptTo(recipients, Readable.from([copy])))
  const stored = await store.list(prefix)
  for (const { key } of stored.slice(0, -keptCopies)) await store.delete(key)
}

/** Returns the time of the latest copy in a store, in whole seconds; null if it has none. The copy contains every erasure from before that time. */
export async function latestLedgerCopy(store: ObjectStore): Promise<Date | null> {
  const stored = await store.list(prefix)
  const times = stored.map(({ key }) => timeOfBackup(key.slice(prefix.length, -ending.length)).getTime())
  const latest = Math.max(...times.filter(Number.isFinite))
  return Number.isFinite(latest) ? new Date(latest) : null
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
