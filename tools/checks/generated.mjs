import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { currentRecord, readRecord, recordFile } from '../database/generated.mjs'
import { findMigrationFaults } from '../database/migration-hashes.mjs'
import { root } from '../setup/steps.mjs'
import { runNode } from './programs.mjs'

/**
 * Checks that the committed generated files equal the files that their commands would write now. Files that need a
 * database are compared by the hashes in `db/generated.txt`. `callers.txt` and the sample inputs are compared directly. Also
 * checks that no migration has changed since its hash was noted.
 */
export async function generatedFiles() {
  const withoutDatabase = await runNode(['tools/checks/generated-from-code.ts'])
  const findings = [
    ...findMigrationFaults(),
    ...staleFiles(readRecord(), currentRecord()),
    ...routeFaults(readFileSync(join(root, 'apps/web/src/routeTree.gen.ts'), 'utf8'), routeFiles()),
    ...withoutDatabase.findings,
  ]
  return { ok: findings.length === 0, findings }
}

/**
 * Compares the recorded lines of the last runs with the lines that a run would record now. Returns a finding for each file that is new, deleted or
 * changed. Exported for its test.
 */
export function staleFiles(recorded, current) {
  const before = filesOf(recorded)
  const now = filesOf(current)
  return [...new Set([...before.keys(), ...now.keys()])].flatMap((key) => {
    const was = before.get(key)
    const is = now.get(key)
    if (was?.hash === is?.hash) return []
    const { command, verb, path } = was ?? is
    const event = !was
      ? 'is new'
      : !is
        ? 'was deleted'
        : verb === 'wrote'
          ? 'was edited by hand or merged'
          : 'has changed'
    const landed = was && path.startsWith('db/migrations/') ? `; ${forwardOnly}` : ''
    return [`${path} ${event} since the last ${command} (${recordFile}): run ${command}${landed}`]
  })
}

const forwardOnly =
  'but if the migration has landed, restore it and write a new one with npm run migrate:new, because databases refuse a changed migration'

function filesOf(lines) {
  return new Map(
    lines.map((line) => {
      const [, command, verb, path, hash] = /^(npm run \S+) (read|wrote) (\S+) (\w+)$/.exec(line) ?? []
      return [`${command} ${path}`, { command, verb, path, hash }]
    }),
  )
}

/** Returns a finding for each route file that the generated route tree does not import, and for each import without a file. */
export function routeFaults(tree, files) {
  const imported = new Set(Array.from(tree.matchAll(/from '\.\/routes\/([^']+)'/g), ([, file]) => file))
  const write = 'run node tools/build-web.mjs, which writes apps/web/src/routeTree.gen.ts'
  return [
    ...files
      .filter((file) => !imported.has(file))
      .map((file) => `apps/web/src/routes/${file} is not in the route tree: ${write}`),
    ...[...imported]
      .filter((file) => !files.includes(file))
      .map((file) => `apps/web/src/routes/${file} is in the route tree but does not exist: ${write}`),
  ]
}

function routeFiles() {
  return readdirSync(join(root, 'apps/web/src/routes'), { recursive: true })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\./.test(file))
}
