import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from '../setup/steps.mjs'
import { stampOf } from '../setup/web.mjs'
import { runNode } from './programs.mjs'

/** The file with the hash of the inputs with which the check last passed. */
const stampFile = join(root, '.attune', 'catalog.stamp')
/** The files on which the result depends. The lock file determines the version of Postgres. */
const inputs = [
  'db/migrations',
  'apps/server/src/platform/database',
  'apps/server/src/testing',
  'tools/checks',
  'package-lock.json',
].map((path) => join(root, path))

/**
 * Checks the rules about the database catalog on a temporary Postgres with all migrations: row security, policies, grants, definer functions, and
 * the comments about erasure. Skips this if no input has changed since the check passed, and, with a note, if no Postgres can be started.
 */
export async function catalog() {
  const stamp = stampOf(inputs)
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp)
    return { ok: true, remark: 'unchanged since it last passed' }
  const result = await runNode(['tools/checks/catalog-of-migrations.ts'])
  if (result.status === 0) {
    mkdirSync(dirname(stampFile), { recursive: true })
    writeFileSync(stampFile, stamp)
  }
  return outcomeOf(result)
}

/** Converts the exit of the script to the outcome of the check. Exported for its test. */
export function outcomeOf({ status, output, findings }) {
  if (status !== 2) return { ok: status === 0, findings }
  return { ok: true, remark: `skipped, because no database can be started here: ${output}` }
}
