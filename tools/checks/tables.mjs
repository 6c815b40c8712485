import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../setup/steps.mjs'
import { demoFaults } from './demo-tables.mjs'
import { deletionFaults } from './deletion-kinds.mjs'
import { triggerFaults, unusedNameFaults } from './subscribed-changes.mjs'
import { commentFaults, migrationWith } from './table-comments.mjs'
import { exportFaults, partsIn, partsWithoutTable, unwrittenParts, writtenParts } from './table-exports.mjs'
import { namesIn, periodFaults } from './table-periods.mjs'
import { withoutSubscription } from './tables-without-subscription.mjs'

const contractFile = 'packages/contract/src/contract.ts'
const registryFile = 'apps/server/src/testing/samples/sample-input-registry.ts'

/** Public names of changes that belong to no table. Free times are computed from several tables; the list of accounts is read from `profile`. */
const withoutTable = new Set(['free_time', 'account_list'])

/**
 * Checks that each table of the database has a valid comment, sample rows, and both change triggers and a public name
 * or neither. `npm run rights` writes the comments and triggers to `db/tables.txt`, so the check needs no database.
 */
export function tableRules() {
  const tables = tablesIn(read('db/tables.txt'))
  const migrations = filesOf('db/migrations', /\.sql$/)
  const contract = filesOf('packages/contract/src/features', /\.ts$/)
  const samples = filesOf('apps/server/src/features', /\.sample-inputs\.testing\.ts$/)
  const findings = [
    ...commentFaults(tables, definersIn(read('db/rights.txt')), migrations),
    ...cleanerFaults(tables),
    ...exportedFaults(tables),
    ...deletionFaults(read('db/tables.txt'), filesOf('apps/server/src/features', /(\.feature|\/erased-data)\.ts$/)),
    ...subscriptionFaults({
      tables,
      contract,
      collection: read(contractFile),
      samples,
      withoutSubscription,
      migrations,
    }),
    ...sampleRowFaults({ tables, samples, registry: read(registryFile) }),
    ...demoFaults(tables, demoText(), [...samples, ...filesOf('tools/demo', /\/empty-tables\.ts$/)]),
    ...triggerFaults(read('db/tables.txt'), read('db/rights.txt')),
    ...unusedNameFaults(contract, filesOf('apps/web/src', /^(?!.*\.test\.).*\.tsx?$/)),
  ]
  return { ok: findings.length === 0, remark: `${tables.length} tables`, findings }
}

/**
 * Returns a finding for each table whose comment does not state the retention of its rows in a valid form, or names a function, table or decision
 * that does not exist.
 */
function cleanerFaults(tables) {
  const known = {
    tables: new Set(tables.map(({ schema, name }) => `${schema}.${name}`)),
    definers: new Set(definersIn(read('db/rights.txt')).map(({ name }) => name)),
    code: namesIn(productCode('apps/server/src')),
    decisions: new Set(readdirSync(join(root, 'docs/decisions')).map((file) => file.slice(0, 4))),
  }
  return tables.flatMap(({ schema, name, comment }) =>
    periodFaults(comment, known).map((fault) => `${schema}.${name} ${fault}: write it in the comment of the table`),
  )
}

/**
 * Returns a finding for each table whose comment does not name the export that contains its rows, or names an export that does not contain them, and
 * for each part of an export without a table.
 */
function exportedFaults(tables) {
  const parts = partsIn(read('packages/contract/src/features/people/personal-export/personal-export.rules.ts'))
  return [
    ...tables.flatMap(({ schema, name, comment }) =>
      exportFaults(comment, parts).map((fault) => `${schema}.${name} ${fault}: write it in the comment of the table`),
    ),
    ...unwrittenParts(tables, parts, writtenParts(productCode('apps/server/src/features'), parts)),
    ...partsWithoutTable(
      tables.map(({ comment }) => comment),
      parts,
    ),
  ]
}

/** Returns the files of a folder of the server, without tests. */
const productCode = (folder) => filesOf(folder, /^(?!.*(?:test|testing)\.ts$).*\.ts$/)

const demoText = () =>
  filesOf('tools/demo', /\.ts$/)
    .map(({ text }) => text)
    .join('\n')

/** Returns the tables in the text of `db/tables.txt`: schema, name and comment of each, and whether it has change triggers (`announced`). */
export function tablesIn(text) {
  return Array.from(
    text.matchAll(/^(\w+)\."?(\w+)"? changes: ([\w ]+); comment: (.*)$/gm),
    ([, schema, name, changes, comment]) => ({ schema, name, announced: changes !== 'none', comment }),
  )
}

/** Reads from `db/rights.txt` the names of the functions of schema `def` and their arguments. */
function definersIn(text) {
  return Array.from(text.matchAll(/^definer def\.(\w+)\((.*?)\) as /gm), ([, name, args]) => ({ name, args }))
}

/**
 * Returns a finding for each table that has change triggers but no public name, or a public name but no change
 * triggers. Also reports tables that have neither and are not in `withoutSubscription`, and lists of public names that
 * `contract.ts` does not include. Exported for its test.
 */
export function subscriptionFaults({
  tables,
  contract,
  collection,
  samples,
  withoutSubscription: unlisted,
  migrations,
}) {
  const lists = listsIn(contract, /^export const (\w+Tables) = \{\n(.*?)^\} as const satisfies RealtimeTables/gms)
  const named = new Map(
    lists.flatMap(({ path, body }) =>
      Array.from(body.matchAll(/^ {2}\w+: \{\s*table: '(\w+)'/gm), ([, table]) => [table, path]),
    ),
  )
  // Pages subscribe only to those tables of schema auth that have change triggers.
  const followed = tables.filter(({ schema, announced }) => schema === 'app' || announced)
  const known = new Set([...tables.map(({ name }) => name), ...withoutTable])
  return [
    ...uncollected(lists, collection, 'realtimeTables', contractFile),
    ...[...named]
      .filter(([table]) => !known.has(table))
      .map(([table, path]) => `${path} gives a public name to app.${table}, which does not exist (db/tables.txt)`),
    ...[...unlisted]
      .filter((table) => !known.has(table))
      .map((table) => `tools/checks/tables-without-subscription.mjs lists app.${table}, but it does not exist`),
    ...followed.flatMap(({ name, announced }) => {
      const file = named.get(name)
      if (announced && unlisted.has(name))
        return [`app.${name} has change triggers: delete it from tools/checks/tables-without-subscription.mjs`]
      if (announced && !file)
        return [
          `app.${name} has change triggers but no public name: add it to the tables in ${contractOf(name, samples, contract)}`,
        ]
      if (!announced && file)
        return [
          `${file} gives app.${name} a public name, but the table has no change triggers, so that subscribers never receive anything: ` +
            `create the triggers in ${migrationWith(`app.${name}`, migrations)}, then run npm run rights`,
        ]
      if (!announced && !unlisted.has(name))
        return [
          `app.${name} has neither change triggers (${migrationWith(`app.${name}`, migrations)}) nor a public name (${contractOf(name, samples, contract)}): ` +
            'add both, or list it in tools/checks/tables-without-subscription.mjs if no page needs to learn of its changes',
        ]
      return []
    }),
  ]
}

/**
 * Returns a finding for each table without sample rows, and for each list of sample rows that the registry does not
 * include.
 */
export function sampleRowFaults({ tables, samples, registry }) {
  const lists = listsIn(samples, /^const (rows) = \{\n(.*?)^\} satisfies/gms)
  const collected = listsIn(samples, /^export const (\w+Samples) = (.*)$/gm)
  const rows = new Set(lists.flatMap(({ body }) => keysOf(body)))
  const seeded = new Set(
    Array.from(/type TableOfNoFeature =(.*?)\n\n/s.exec(registry)?.[1].matchAll(/'(\w+)'/g) ?? [], ([, name]) => name),
  )
  return [
    ...uncollected(collected, registry, 'the list of samples', registryFile, (list) => `: ${list},`),
    ...tables
      .filter(({ schema, name }) => schema === 'app' && !rows.has(name) && !seeded.has(name))
      .map(
        ({ name }) => `app.${name} has no sample row for the isolation test: add one to ${sampleFileOf(name, samples)}`,
      ),
  ]
}

function uncollected(lists, collection, name, file, entryOf = (list) => `...${list},`) {
  return lists
    .filter(({ list }) => !collection.includes(entryOf(list)))
    .map(({ list, path }) => `${list} of ${path} is not in ${name}: add it to ${file}`)
}

function listsIn(files, pattern) {
  return files.flatMap(({ path, text }) =>
    Array.from(text.matchAll(pattern), ([, list, body]) => ({ path, list, body })),
  )
}

const keysOf = (body) => Array.from(body.matchAll(/^ {2}(\w+)[:(]/gm), ([, key]) => key)

/**
 * Returns the path of the file for the sample rows of a table. The file belongs to the feature with the longest name
 * that begins the name of the table.
 */
function sampleFileOf(table, samples) {
  const own = samples
    .map(({ path }) => path)
    .filter((path) => `${table}_`.startsWith(`${path.split('/').at(-2).replaceAll('-', '_')}_`))
    .toSorted((one, other) => other.split('/').at(-2).length - one.split('/').at(-2).length)[0]
  return own ?? 'apps/server/src/features/<domain>/<feature>/<feature>.sample-inputs.testing.ts'
}

/** Returns the contract file of the feature that has the sample rows of a table. */
function contractOf(table, samples, contract) {
  const holder = samples.find(({ text }) => keysOf(text).includes(table))
  const [domain, feature] = (holder?.path ?? sampleFileOf(table, samples)).split('/').slice(-3)
  const own = contract.filter(({ path }) => path.split('/').at(-2) === feature)
  return (
    own.find(({ text }) => text.includes('satisfies RealtimeTables'))?.path ??
    `packages/contract/src/features/${domain}/${feature}/${feature}.ts`
  )
}

const read = (path) => readFileSync(join(root, path), 'utf8')

function filesOf(folder, pattern) {
  return readdirSync(join(root, folder), { recursive: true })
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
    .filter((path) => pattern.test(path))
    .toSorted()
    .map((path) => ({ path, text: read(path) }))
}
