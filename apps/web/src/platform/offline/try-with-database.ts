import { DraftDatabase } from './draft-database.ts'

/** Runs the work with the database. Returns null if the work fails, for example because storage is full or forbidden. */
export async function tryWithDatabase<T>(work: (database: DraftDatabase) => Promise<T>): Promise<T | null> {
  let database: DraftDatabase | null = null
  try {
    database = await DraftDatabase.open()
    return await work(database)
  } catch {
    return null
  } finally {
    database?.close()
  }
}
