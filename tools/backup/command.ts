import { join } from 'node:path'
import { readConfig, type Config } from '../../apps/server/src/platform/config/config.ts'
import { StartError } from '../../apps/server/src/platform/process/start-error.ts'

export const repositoryRoot = join(import.meta.dirname, '..', '..')

/**
 * Runs a command on the data of the embedded database, and prints its errors. If DATABASE_URL is set, prints
 * `otherwise`, which names the tool to use instead, and exits with code 1.
 */
export async function runOnEmbeddedData(otherwise: string, work: (config: Config) => Promise<void>): Promise<void> {
  try {
    const config = readConfig(process.env, repositoryRoot)
    if (config.databaseUrl)
      throw new StartError(`DATABASE_URL is set, so Attune's data is in your own Postgres. ${otherwise}`)
    await work(config)
  } catch (error) {
    console.error(error instanceof StartError ? error.message : error)
    process.exit(1)
  }
}

/** Reads the arguments of a command. Prints which one is unknown and exits with code 1. */
export function readArguments<Arguments>(read: () => Arguments): Arguments {
  try {
    return read()
  } catch (error) {
    console.error((error as Error).message)
    process.exit(1)
  }
}
