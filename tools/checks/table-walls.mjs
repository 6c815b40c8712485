import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../setup/steps.mjs'
import { tablesOfModule } from './sql-tables.mjs'
import { unreadSql, foreignWrites } from './table-walls-exceptions.mjs'

const featuresFolder = 'apps/server/src/features'
export const readersFile = 'db/readers.txt'
const command = 'npm run readers'

/**
 * Checks that a feature writes only its own tables, and reads tables of other features only where `db/readers.txt` lists it. The comment of a
 * table names its feature. Foreign writes and texts that the parser cannot read are listed with their numbers; the lists may only shrink.
 */
export function tableWalls() {
  const owners = tableOwners(readFileSync(join(root, 'db/tables.txt'), 'utf8'))
  const features = featureNames()
  const uses = tableUses(sourcesOf(), owners)
  const file = join(root, readersFile)
  const findings = [
    ...ownerFaults(owners, features),
    ...writeFaults(uses.writes, foreignWrites),
    ...unreadFaults(uses.unread, unreadSql),
    ...readerFaults(uses.reads, existsSync(file) ? readFileSync(file, 'utf8') : ''),
  ]
  const pairs = new Set([...uses.reads.keys()].map((key) => key.split(':')[0]))
  const remark = `${owners.size} tables, ${total(uses.writes)} foreign writes, ${pairs.size} pairs of features with foreign reads`
  return { ok: findings.length === 0, remark, findings }
}

/** Returns the text of `db/readers.txt` for the current code. Keeps the reasons of the lines that exist. */
export function currentReaders() {
  const owners = tableOwners(readFileSync(join(root, 'db/tables.txt'), 'utf8'))
  const file = join(root, readersFile)
  return readersText(tableUses(sourcesOf(), owners).reads, existsSync(file) ? readFileSync(file, 'utf8') : '')
}

/** Reads the feature of each table from the lines of `db/tables.txt`. Exported for its test. */
export function tableOwners(text) {
  return new Map(
    Array.from(text.matchAll(/^((?:app|auth)\.\S+) changes: .*$/gm), ([line, table]) => [
      table.replaceAll('"', ''),
      /; feature: ([a-z-]+)$/.exec(line)?.[1],
    ]),
  )
}

/** Returns a finding for each table whose comment names no feature that exists. Exported for its test. */
export function ownerFaults(owners, features) {
  return [...owners]
    .filter(([, feature]) => feature !== 'platform' && !features.includes(feature))
    .map(
      ([table, feature]) =>
        `${table} belongs to '${feature ?? 'none'}', which is no feature: name it in the comment of the table, then run npm run rights`,
    )
}

/**
 * Returns the foreign reads and writes of modules as maps of `reader -> owner: table` to a number, and by file the unread texts and the names of
 * tables that do not exist, such as one that a template composes. A module is `{ path, feature, text }`. Exported for its test.
 */
export function tableUses(modules, owners) {
  const [reads, writes, unread] = [new Map(), new Map(), new Map()]
  for (const { path, feature, text } of modules) {
    const result = tablesOfModule(text)
    const unknown = result.uses.filter(({ table }) => !owners.has(table)).map(({ table }) => table)
    if (result.unread.length + unknown.length > 0) unread.set(path, [...result.unread, ...unknown])
    for (const { table, action } of result.uses) {
      const owner = owners.get(table)
      if (!owner || owner === feature) continue
      const counts = action === 'write' ? writes : reads
      const key = `${feature} -> ${owner}: ${table}`
      counts.set(key, (counts.get(key) ?? 0) + 1)
    }
  }
  return { reads, writes, unread }
}

/** Returns a finding for each foreign write that the list lacks, and for each number of the list that is too high. Exported for its test. */
export function writeFaults(writes, listed) {
  return [...new Set([...writes.keys(), ...Object.keys(listed)])].flatMap((key) => {
    const [count, allowed] = [writes.get(key) ?? 0, listed[key] ?? 0]
    if (count > allowed)
      return [`foreign write ${key}, ${count} times, ${allowed} allowed: call a public function of the owner instead`]
    if (count < allowed)
      return [`foreign write ${key}: lower its number in tools/checks/table-walls-exceptions.mjs to ${count}`]
    return []
  })
}

/** Returns a finding for each file whose number of texts that the parser cannot read differs from the list. Exported for its test. */
export function unreadFaults(unread, listed) {
  return [...new Set([...unread.keys(), ...Object.keys(listed)])].flatMap((path) => {
    const texts = unread.get(path) ?? []
    if (texts.length === (listed[path] ?? 0)) return []
    return [
      `${path} has ${texts.length} texts of SQL that the parser cannot read or that name no table, ${listed[path] ?? 0} listed in tools/checks/table-walls-exceptions.mjs: ${texts.join(' | ')}`,
    ]
  })
}

/**
 * Returns a finding for each foreign read that `db/readers.txt` lacks, lists in vain, or lists as new without a reason. Exported for its test.
 */
export function readerFaults(reads, text) {
  const listed = listedReaders(text)
  return [
    ...[...reads.keys()]
      .filter((key) => !listed.has(key))
      .map(
        (key) =>
          `foreign read ${key}: use a public function of the owner, or run ${command} and give the reason in ${readersFile}`,
      ),
    ...[...listed.keys()]
      .filter((key) => !reads.has(key))
      .map((key) => `${readersFile} lists ${key}, which no code reads: run ${command}`),
    ...[...listed]
      .filter(([, reason]) => reason === newReason)
      .map(([key]) => `${readersFile} lists ${key} without a reason: replace '${newReason}'`),
  ]
}

const newReason = 'REASON'

/** Returns the text of `db/readers.txt`. A read that the current text lacks gets a reason to fill in. Exported for its test. */
export function readersText(reads, current) {
  const listed = listedReaders(current)
  const lines = [...reads.keys()].toSorted().map((key) => {
    const reason = listed.has(key) ? listed.get(key) : listed.size > 0 ? newReason : ''
    return reason ? `${key} (${reason})` : key
  })
  return `${lines.join('\n')}\n`
}

function listedReaders(text) {
  return new Map(
    Array.from(text.matchAll(/^(\S+ -> \S+: \S+)(?: \((.+)\))?$/gm), ([, key, reason = '']) => [key, reason]),
  )
}

const total = (counts) => [...counts.values()].reduce((sum, count) => sum + count, 0)

function featureNames() {
  return readdirSync(join(root, featuresFolder)).flatMap((domain) => readdirSync(join(root, featuresFolder, domain)))
}

/** Returns the modules of all features, without tests and what tests use. */
function sourcesOf() {
  return readdirSync(join(root, featuresFolder), { recursive: true })
    .map((name) => `${featuresFolder}/${name.replaceAll('\\', '/')}`)
    .filter((path) => path.endsWith('.ts') && !/\.(test|testing)\.ts$/.test(path))
    .toSorted()
    .map((path) => ({ path, feature: path.split('/')[5], text: readFileSync(join(root, path), 'utf8') }))
}
