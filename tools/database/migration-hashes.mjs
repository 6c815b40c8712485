import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../setup/steps.mjs'

/** The file with the hash of each migration, in the format of `sha256sum`. Its lines must never be changed or deleted. */
export const hashFile = 'db/migrations.sha256'

/** Adds a line for each migration without one. Leaves all other lines unchanged, so that a changed migration is detected. */
export function addMigrationHashes() {
  writeFileSync(join(root, hashFile), withMissingLines(readHashLines(), migrationLines()))
}

/** Returns a finding for each migration that differs from its recorded hash. */
export const findMigrationFaults = () => migrationFaults(readHashLines(), migrationLines())

/** Returns the text of the file: the recorded lines, and new lines for migrations without one. Exported for its test. */
export function withMissingLines(noted, current) {
  const known = byName(noted)
  const missing = current.filter((line) => !known.has(nameOf(line)))
  const lines = [...noted, ...missing].toSorted((one, other) => (nameOf(one) < nameOf(other) ? -1 : 1))
  return lines.map((line) => `${line}\n`).join('')
}

/** Compares the recorded lines with those of the current files. Exported for its test. */
export function migrationFaults(noted, current) {
  const [before, now] = [byName(noted), byName(current)]
  return [...new Set([...before.keys(), ...now.keys()])].flatMap((name) => {
    const path = `db/migrations/${name}`
    if (before.get(name) === now.get(name)) return []
    if (!before.has(name)) return [`${path} has no line in ${hashFile}: run npm run types:db, or restore the line`]
    if (!now.has(name)) return [`${path} is missing, but ${hashFile} has its line: restore the file`]
    return [
      `${path} and its line in ${hashFile} differ: restore both and write a new migration with npm run migrate:new, because databases ` +
        'refuse a changed one. Only if it has not landed, delete the line and run npm run types:db',
    ]
  })
}

const nameOf = (line) => line.split('  ')[1]
const byName = (lines) => new Map(lines.map((line) => [nameOf(line), line]))

function readHashLines() {
  const path = join(root, hashFile)
  return existsSync(path) ? readFileSync(path, 'utf8').split('\n').filter(Boolean) : []
}

function migrationLines() {
  const folder = join(root, 'db/migrations')
  return readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .toSorted()
    .map(
      (name) =>
        `${createHash('sha256')
          .update(readFileSync(join(folder, name)))
          .digest('hex')}  ${name}`,
    )
}
