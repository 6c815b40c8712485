import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../setup/steps.mjs'
import { functionFaults, functionsIn } from './function-walls.mjs'
import { functionWrites } from './function-walls-exceptions.mjs'
import { readChangedFiles, workTreeFiles } from './source-files.mjs'
import { tablesOfModule } from './sql-tables.mjs'
import { foreignWrites, maxPairs, unreadSql } from './table-walls-exceptions.mjs'

const featuresFolder = 'apps/server/src/features'
export const readersFile = 'db/readers.txt'
const command = 'npm run readers'

/**
 * Checks that a feature writes only its own tables, and reads tables of other features only if `db/readers.txt` lists the read. A view is a public
 * interface of its feature, so every feature may read it. The comment of a table, view or function names its feature. Functions need a reason for
 * each foreign write. The numbers of foreign writes, of unreadable SQL texts and of feature pairs may only be lowered.
 */
export function tableWalls() {
  const tables = readFileSync(join(root, 'db/tables.txt'), 'utf8')
  const owners = tableOwners(tables)
  const views = publishedViews(tables)
  const functions = functionsIn(readFileSync(join(root, 'db/functions.txt'), 'utf8'))
  const features = featureNames()
  const uses = tableUses(sourcesOf(), owners, views)
  const file = join(root, readersFile)
  const findings = [
    ...ownerFaults(owners, features),
    ...viewFaults(views, owners, features),
    ...functionFaults(functions, owners, features, functionWrites),
    ...writeFaults(uses.writes, foreignWrites),
    ...unreadFaults(uses.unread, unreadSql),
    ...readerFaults(uses.reads, existsSync(file) ? readFileSync(file, 'utf8') : ''),
  ]
  const pairs = pairCounts(uses.reads, featureDomains())
  findings.push(...pairFaults(pairs, maxPairs))
  const remark = `${owners.size} tables, ${views.size} views, ${functions.length} functions, ${total(uses.writes)} foreign writes, ${pairs.all} pairs of features with foreign reads, ${pairs.betweenDomains} between domains`
  return { ok: findings.length === 0, remark, findings }
}

/** Returns the text of `db/readers.txt` for the current code. Keeps the reasons of the lines that exist. */
export function currentReaders() {
  const tables = readFileSync(join(root, 'db/tables.txt'), 'utf8')
  const file = join(root, readersFile)
  return readersText(
    tableUses(sourcesOf(), tableOwners(tables), publishedViews(tables)).reads,
    existsSync(file) ? readFileSync(file, 'utf8') : '',
  )
}

/** Returns the feature of each table from the lines of `db/tables.txt`. Exported for its test. */
export function tableOwners(text) {
  return new Map(
    Array.from(text.matchAll(/^((?:app|auth)\.\S+) changes: .*$/gm), ([line, table]) => [
      table.replaceAll('"', ''),
      /; feature: ([a-z-]+)$/.exec(line)?.[1],
    ]),
  )
}

/**
 * Returns the views of `db/tables.txt`: the feature of each, and for each table that it reads, the number of published columns and of all columns.
 * Exported for its test.
 */
export function publishedViews(text) {
  return new Map(
    Array.from(text.matchAll(/^(app\.\S+) view: .*?; reads: (.*?); comment: (.*)$/gm), ([, view, reads, comment]) => [
      view,
      {
        feature: /; feature: ([a-z-]+)$/.exec(comment)?.[1],
        reads: reads.split(', ').map((part) => {
          const [, table, count, all] = /^(\S+) (\d+)\/(\d+)$/.exec(part)
          return { table, count: Number(count), all: Number(all) }
        }),
      },
    ]),
  )
}

/**
 * Returns a finding for each view whose comment names no existing feature, that reads a table of another feature, or that publishes more than half
 * of a table's columns and so hides too little. Exported for its test.
 */
export function viewFaults(views, owners, features) {
  return [...views].flatMap(([view, { feature, reads }]) => {
    if (!features.includes(feature))
      return [
        `view ${view} belongs to '${feature ?? 'none'}', which is no feature: name it in the comment of the view, then run npm run rights`,
      ]
    return reads.flatMap(({ table, count, all }) => [
      ...(owners.get(table) === feature
        ? []
        : [`view ${view} of ${feature} reads ${table} of ${owners.get(table)}: publish a view of that feature`]),
      ...(count * 2 > all
        ? [`view ${view} publishes ${count} of the ${all} columns of ${table}, a copy of the table: publish fewer`]
        : []),
    ])
  })
}

/** Returns the number of feature pairs with foreign reads, in total and between different domains. Exported for its test. */
export function pairCounts(reads, domainOf) {
  const pairs = new Set([...reads.keys()].map((key) => key.split(':')[0]))
  const betweenDomains = [...pairs].filter((pair) => {
    const [reader, owner] = pair.split(' -> ')
    return domainOf.get(reader) !== domainOf.get(owner)
  })
  return { all: pairs.size, betweenDomains: betweenDomains.length }
}

/** Returns a finding for each number of pairs above its maximum, and for each maximum that can be lowered. Exported for its test. */
export function pairFaults(counts, maximum) {
  return Object.entries(maximum).flatMap(([name, allowed]) => {
    const count = counts[name]
    if (count > allowed)
      return [
        `${count} pairs of features (${name}) read tables of each other, at most ${allowed}: use a view or a public function of the owner`,
      ]
    if (count < allowed) return [`lower maxPairs.${name} in tools/checks/table-walls-exceptions.mjs to ${count}`]
    return []
  })
}

/** Returns a finding for each table whose comment names no existing feature. Exported for its test. */
export function ownerFaults(owners, features) {
  return [...owners]
    .filter(([, feature]) => feature !== 'platform' && !features.includes(feature))
    .map(
      ([table, feature]) =>
        `${table} belongs to '${feature ?? 'none'}', which is no feature: name it in the comment of the table, then run npm run rights`,
    )
}

/**
 * Returns the foreign reads and writes of modules as maps from `reader -> owner: table` to their number, and by file the unreadable SQL texts and
 * the names of nonexistent tables, for example from a template. A module is `{ path, feature, text }`. Exported for its test.
 */
export function tableUses(modules, owners, views = new Map()) {
  const [reads, writes, unread] = [new Map(), new Map(), new Map()]
  for (const { path, feature, tables: result } of modules) {
    const unknown = result.uses.filter(({ table }) => !owners.has(table) && !views.has(table)).map(({ table }) => table)
    if (result.unread.length + unknown.length > 0) unread.set(path, [...result.unread, ...unknown])
    for (const { table, action } of result.uses) {
      if (views.has(table) && action === 'read') continue
      const owner = owners.get(table) ?? views.get(table)?.feature
      if (!owner || owner === feature) continue
      const counts = action === 'write' ? writes : reads
      const key = `${feature} -> ${owner}: ${table}`
      counts.set(key, (counts.get(key) ?? 0) + 1)
    }
  }
  return { reads, writes, unread }
}

/** Returns a finding for each foreign write that is not listed, and for each listed number that is too high. Exported for its test. */
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

/** Returns a finding for each file whose number of unreadable SQL texts differs from the list. Exported for its test. */
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
 * Returns a finding for each foreign read that is missing in `db/readers.txt`, and for each entry without a read or without a reason. Exported for
 * its test.
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

/** Returns the new text of `db/readers.txt`. An added read gets a placeholder for its reason. Exported for its test. */
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

const featureNames = () => [...featureDomains().keys()]

function featureDomains() {
  return new Map(
    readdirSync(join(root, featuresFolder)).flatMap((domain) =>
      readdirSync(join(root, featuresFolder, domain)).map((feature) => [feature, domain]),
    ),
  )
}

/** Returns the modules of all features, without tests and their helpers. */
function sourcesOf() {
  const paths = workTreeFiles(`${featuresFolder}/*.ts`).filter((path) => !/\.(test|testing)\.ts$/.test(path))
  const tables = readChangedFiles('table-walls', paths.toSorted(), tablesOfModule)
  return [...tables].map(([path, found]) => ({ path, feature: path.split('/')[5], tables: found }))
}
