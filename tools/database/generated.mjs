import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../setup/steps.mjs'
import { filesWithIds } from './kinds-of-ids.mjs'

/** The file with the hashes of the files that the commands in `commands` have read and written. */
export const recordFile = 'db/generated.txt'

/**
 * The commands that generate files from a database, with the files that they write and the files that they read in
 * addition to the migrations. Of a file of `readsIds` only the ids that it defines are compared, because contracts change often.
 */
const commands = {
  'npm run rights': {
    reads: [
      'apps/server/src/platform/database/rights.ts',
      'apps/server/src/platform/database/table-rules.ts',
      'tools/checks/function-tables.mjs',
      'tools/database/functions.ts',
    ],
    writes: ['db/rights.txt', 'db/tables.txt', 'db/functions.txt'],
  },
  'npm run types:db': {
    reads: ['tools/database/kinds-of-ids.mjs', 'tools/database/types.ts'],
    readsIds: true,
    writes: ['apps/server/src/platform/database/types.ts'],
  },
}

/** Updates the hashes of a command in the record. Called after the command has written its files. */
export function recordGenerated(command) {
  const kept = readRecord().filter((line) => !line.startsWith(`${command} `))
  writeFileSync(join(root, recordFile), `${[...kept, ...linesOf(command)].toSorted().join('\n')}\n`)
}

export function readRecord() {
  const path = join(root, recordFile)
  return existsSync(path) ? readFileSync(path, 'utf8').split('\n').filter(Boolean) : []
}

/** Returns the lines that the record would contain if all commands had run with the current files. */
export const currentRecord = () => Object.keys(commands).flatMap(linesOf)

function linesOf(command) {
  const { reads, readsIds = false, writes } = commands[command]
  const migrations = readdirSync(join(root, 'db/migrations')).filter((name) => name.endsWith('.sql'))
  return [
    ...[...migrations.map((name) => `db/migrations/${name}`), ...reads].map((path) => line(command, 'read', path)),
    ...(readsIds ? filesWithIds() : []).map(({ path, kinds }) => lineOf(command, 'read', path, kinds.join(' '))),
    ...writes.map((path) => line(command, 'wrote', path)),
  ]
}

function line(command, verb, path) {
  return lineOf(command, verb, path, existsSync(join(root, path)) ? readFileSync(join(root, path)) : '')
}

const lineOf = (command, verb, path, text) =>
  `${command} ${verb} ${path} ${createHash('sha256').update(text).digest('hex').slice(0, 16)}`
