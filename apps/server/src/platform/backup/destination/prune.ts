import { text } from 'node:stream/consumers'
import type { ObjectInfo, ObjectStore } from '../../object-store/object-store.ts'
import { backupKeysOf, backupNameOf, listBackups, prefixes, timeOfBackup } from './layout.ts'

/**
 * The age in milliseconds at which an object that no complete backup lists is deleted. A younger one may belong to a backup that is still being
 * written.
 */
const abandonedMilliseconds = 24 * 60 * 60 * 1000

/**
 * Deletes the backups of a store that `kept` does not select, then the leftovers of killed backups, then the users' files that no remaining backup
 * lists. Deletes the header of a backup first, so that `listBackups` never returns an incomplete backup. If the list of a remaining backup cannot be
 * read, deletes no users' files.
 */
export async function pruneBackups(store: ObjectStore, kept: (times: Date[]) => Set<number>, now: Date): Promise<void> {
  const names = await listBackups(store)
  const keepers = kept(names.map(timeOfBackup))
  const [remaining, old] = [true, false].map((isKept) =>
    names.filter((name) => keepers.has(timeOfBackup(name).getTime()) === isKept),
  )
  for (const name of old ?? []) await deleteBackup(store, name)
  await deleteAbandoned(store, new Set(remaining), now)
  await deleteUnnamedFiles(store, remaining ?? [], now)
}

async function deleteBackup(store: ObjectStore, name: string): Promise<void> {
  const { header, archive, list, secrets } = backupKeysOf(name)
  for (const key of [header, archive, secrets, list]) await store.delete(key)
}

const isAbandoned = ({ writtenAt }: ObjectInfo, now: Date) =>
  now.getTime() - writtenAt.getTime() > abandonedMilliseconds

async function deleteAbandoned(store: ObjectStore, complete: Set<string>, now: Date): Promise<void> {
  for (const prefix of [prefixes.databases, prefixes.secrets])
    for (const object of await store.list(prefix)) {
      const name = backupNameOf(object.key)
      if (name !== null && !complete.has(name) && isAbandoned(object, now)) await store.delete(object.key)
    }
}

async function deleteUnnamedFiles(store: ObjectStore, names: readonly string[], now: Date): Promise<void> {
  const named = new Set<string>()
  for (const name of names) {
    const list = await store.get(backupKeysOf(name).list).then(text, () => null)
    if (list === null) return
    for (const key of list.split('\n')) named.add(key)
  }
  for (const object of await store.list(prefixes.files))
    if (!named.has(object.key) && isAbandoned(object, now)) await store.delete(object.key)
}
