import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from '../setup/steps.mjs'
import { stampOf } from '../setup/web.mjs'
import { runNode } from './programs.mjs'

/** The file with the hash of what the check last found without a violation. */
const stampFile = join(root, '.attune', 'catalog.stamp')
/** The files that decide the outcome. The lock file names the version of Postgres. */
const inputs = [
  'db/migrations',
  'apps/server/src/platform/database',
  'apps/server/src/testing',
  'tools/checks',
  'package-lock.json',
].map((path) => join(root, path))

/**
 * Checks the rules about the database catalog on a temporary Postgres with all migrations: row security, policies, grants, definer
 * functions, and the comments about erasure. Leaves this out if nothing that decides the outcome has changed since the check passed, or
 * with a remark if no Postgres can be started.
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

/** Returns the outcome of the check from that of its script. Exported for its test. */
export function outcomeOf({ status, output, findings }) {
  if (status !== 2) return { ok: status === 0, findings }
  return { ok: true, remark: `skipped, because no database can be started here: ${output}` }
}
