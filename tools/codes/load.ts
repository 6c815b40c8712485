import { codeLists } from '@attune/contract/features/care/diagnosis-code/diagnosis-code.rules'
import {
  countLoadedLists,
  type CountedList,
  lockCodeLists,
  replaceCodes,
} from '../../apps/server/src/features/care/diagnosis-code/diagnosis-code.load.ts'
import type { LoadedList } from '../../apps/server/src/features/care/diagnosis-code/diagnosis-code.ts'
import { openDb } from '../../apps/server/src/platform/database/actor.ts'
import { openPool } from '../../apps/server/src/platform/database/pools.ts'
import type { Secrets } from '../../apps/server/src/platform/secrets/secrets.ts'
import { StartError } from '../../apps/server/src/platform/process/start-error.ts'
import type { ReadList } from './read-list.ts'

const worker = { role: 'worker', id: null } as const

/** Returns the name of a list with its edition and language, such as 'ICD-10-GM 2027 (de)'. */
export const listText = ({ name, edition, language }: LoadedList): string =>
  `${codeLists[name].name} ${edition} (${language})`

/** Returns the code lists in the database, each with the number of its codes. */
export const readLoadedLists = (url: string, secrets: Secrets): Promise<CountedList[]> =>
  withDb(url, secrets, (db) => db.asActor(worker, (tx) => countLoadedLists(tx)))

/**
 * Replaces the list by the list that was read, in one transaction. Returns the list that was replaced; null if there was none. Unless `force` is set,
 * throws a StartError if the loaded edition is newer, or if the new edition has fewer than nine tenths as many codes as the loaded one.
 */
export const loadList = (
  url: string,
  secrets: Secrets,
  { list, codes }: ReadList,
  force: boolean,
): Promise<CountedList | null> =>
  withDb(url, secrets, (db) =>
    db.asActor(worker, async (tx) => {
      await lockCodeLists(tx)
      const [loaded = null] = await countLoadedLists(tx, [list])
      if (loaded && !force) requireSuccessor(loaded, list, codes.length)
      await replaceCodes(tx, list, codes)
      return loaded
    }),
  )

function requireSuccessor(loaded: CountedList, list: LoadedList, count: number): void {
  const anyway = 'Nothing was changed. To load it anyway, add --force.'
  if (list.edition < loaded.edition)
    throw new StartError(`The file is of ${list.edition}, but ${listText(loaded)} is loaded. ${anyway}`)
  if (count < loaded.count * 0.9)
    throw new StartError(
      `The file has ${count} codes, but ${listText(loaded)} has ${loaded.count}. It may be cut. ${anyway}`,
    )
}

async function withDb<T>(
  url: string,
  secrets: Secrets,
  work: (db: ReturnType<typeof openDb>) => Promise<T>,
): Promise<T> {
  const pool = openPool(url, secrets, 1)
  try {
    return await work(openDb(pool))
  } catch (error) {
    if ((error as { code?: string }).code === '42P01')
      throw new StartError('The database is older than this version. Start Attune once, then try again.')
    throw error
  } finally {
    await pool.end()
  }
}
