import { ConfigError, readConfig } from '../config.ts'

/** Returns the mistakes of the settings in an environment and in the `.env` of a folder; none if they are right. */
export function findMistakes(env: Record<string, string>, dir: string): readonly string[] {
  try {
    readConfig(env, dir)
  } catch (error) {
    if (error instanceof ConfigError) return error.mistakes
    throw error
  }
  return []
}
