import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'

/** Returns the settings in the file `.env` of a folder; none if there is no such file. */
export function readEnvFile(dir: string): Record<string, string | undefined> {
  const path = join(dir, '.env')
  return existsSync(path) ? parseEnv(readFileSync(path, 'utf8')) : {}
}
