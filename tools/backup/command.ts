import { join } from 'node:path'
import { readConfig, type Config } from '../../apps/server/src/platform/config/config.ts'
import { probeDatabase } from '../../apps/server/src/platform/database/probe.ts'
import { endProcess } from '../../apps/server/src/platform/process/end-process.ts'
import { StartError } from '../../apps/server/src/platform/process/start-error.ts'

export const repositoryRoot = join(import.meta.dirname, '..', '..')

/**
 * Runs a command on the data of a practice. If DATABASE_URL is set, first checks that its Postgres can be used. Prints an error and exits with code
 * 1; for a StartError, prints only the message.
 */
export async function runOnData(work: (config: Config) => Promise<void>): Promise<void> {
  try {
    const config = readConfig(process.env, repositoryRoot)
    if (config.databaseUrl !== null) await probeDatabase(config.databaseUrl)
    await work(config)
  } catch (error) {
    console.error(error instanceof StartError ? error.message : error)
    endProcess(1)
  }
}

/** Reads the arguments of a command. If `read` throws, for example because of an unknown argument, prints the message and exits with code 1. */
export function readArguments<Arguments>(read: () => Arguments): Arguments {
  try {
    return read()
  } catch (error) {
    console.error((error as Error).message)
    process.exit(1)
  }
}
