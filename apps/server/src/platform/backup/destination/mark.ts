import { Readable } from 'node:stream'
import { ObjectMissingError, type ObjectStore } from '../../object-store/object-store.ts'
import { readSmallText } from '../../object-store/read-small.ts'
import { StartError } from '../../process/start-error.ts'

/** The key of the object that identifies the practice whose backups a store contains. */
export const markKey = 'attune-backups.json'

type Mark = { product: 'attune'; format: 1; id: string }

/**
 * Returns the id in the mark of a store, which identifies the practice whose backups the store contains; null if the store has no mark. Throws a
 * StartError if the mark belongs to another product or version.
 */
export async function readMark(store: ObjectStore): Promise<string | null> {
  const words = await store
    .get(markKey)
    .then(readSmallText)
    .then(
      (found) => found ?? '',
      (error: unknown) => {
        if (error instanceof ObjectMissingError || (error as NodeJS.ErrnoException).code === 'ENOENT') return null
        throw error
      },
    )
  if (words === null) return null
  const { product, format, id } = parse(words)
  if (product !== 'attune' || format !== 1 || !id) throw new StartError(`${markKey} isn't a mark of this version.`)
  return id
}

function parse(words: string): Partial<Mark> {
  try {
    return (JSON.parse(words) as Partial<Mark> | null) ?? {}
  } catch {
    return {}
  }
}

/** Marks a store for the backups of the practice with this id. Throws a StartError if the store has the mark of another practice. */
export async function markStore(store: ObjectStore, name: string, id: string): Promise<void> {
  if ((await readMark(store)) === null) {
    const mark: Mark = { product: 'attune', format: 1, id }
    await store.put(markKey, Readable.from([Buffer.from(`${JSON.stringify(mark)}\n`)]))
  }
  await requireMark(store, name, id)
}

/** Throws a StartError unless a store has the mark of the practice with this id. If the mark is missing, the disk is probably not mounted. */
export async function requireMark(store: ObjectStore, name: string, id: string): Promise<void> {
  const found = await readMark(store)
  if (found === id) return
  throw new StartError(
    found === null
      ? `${name} isn't prepared for backups, or its disk isn't mounted. To prepare a folder: npm run backup -- --init FOLDER`
      : `${name} contains the backups of another practice. Choose another place.`,
  )
}
