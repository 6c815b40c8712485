import { readFile, workTreeFiles } from './source-files.mjs'

const platforms = ['apps/server/src/platform/', 'apps/web/src/platform/']
/**
 * Files that may name features: tests, the generated table types, and the catalog rules. For its test, each catalog
 * rule contains SQL that violates it.
 */
const exempt = /\.(test|testing)\.tsx?$|\/database\/(types|catalog\/[\w-]+)\.ts$/
/** The tables of the platform itself: product settings, outbox, audit log, change feed, erasures, keys of providers, counts of requests. */
const platformTables = new Set([
  'audit',
  'change',
  'erasure',
  'mail',
  'product_setting',
  'provider_key',
  'request_count',
])

/**
 * The pages that the platform itself may name. The platform redirects a signed-in person without a role to
 * `/onboarding`. The screen lock shows `/sign-here` while a guardian signs on the device.
 */
const platformPages = new Set(['/onboarding', '/sign-here'])

/**
 * Checks that the code of the platform does not name tables, notification types or pages of a feature. Features pass such names to the
 * platform.
 */
export function platformNames() {
  const names = { table: tables(), notification: notifications(), page: pages() }
  const findings = sources().flatMap((file) => namesIn(file, readFile(file), names))
  const counts = Object.entries(names).map(([kind, all]) => `${all.size} ${kind}s`)
  return { ok: findings.length === 0, remark: counts.join(', '), findings }
}

/** Returns a finding for each name of a feature in the text of a file. Ignores comments. Exported for its test. */
export function namesIn(file, text, { table, notification, page }) {
  const code = text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, (comment) => comment.replace(/[^\n]/g, ''))
  const addresses = new Set([...page].map(withoutRole))
  return code.split('\n').flatMap((line, at) => {
    const quoted = quotedIn(line)
    return [
      ...queriedIn(line)
        .filter((name) => table.has(name))
        .map((name) => `the table '${name}'`),
      ...quoted.filter((name) => notification.has(name)).map((name) => `the notification '${name}'`),
      ...quotedIn(withoutRole(line))
        .filter((address) => addresses.has(address))
        .map((address) => `the page '${address}'`),
    ].map((what) => `${file}:${at + 1} names ${what}`)
  })
}

/** Returns the names of tables in the queries of a line, which are calls of Kysely or SQL. */
const queriedIn = (line) =>
  Array.from(
    line.matchAll(/(?:From|Into|Table|Join|\btable)\(\[?((?:'\w+(?: as \w+)?'(?:, )?)+)|\bapp\."?(\w+)/g),
    ([, byKysely, bySql]) => (byKysely ? Array.from(byKysely.matchAll(/'(\w+)/g), ([, name]) => name) : [bySql]),
  ).flat()

const quotedIn = (line) => Array.from(line.matchAll(/['"`}]([^'"`\s?#{}]+)/g), ([, value]) => value)

/** Replaces the role in an address of the dashboard by `*`, because the code inserts the role of the person. */
const withoutRole = (text) =>
  text.replace(/\/dashboard\/(?:\$\{[^}]*\}|\$\w+|therapist|client|admin)\//g, '/dashboard/*/')

function tables() {
  const types = readFile('apps/server/src/platform/database/types.ts')
  const list = /export (?:interface DB|type DB =) \{(.*?)\n\}/s.exec(types)?.[1] ?? ''
  return named('tables', [...list.matchAll(/^\s+(\w+):/gm)], (name) => !platformTables.has(name))
}

function notifications() {
  const contract = readFile('packages/contract/src/features/messages/notification/notification.types.ts')
  const list = /notificationTypes = \[(.*?)\]/s.exec(contract)?.[1] ?? ''
  return named('notification types', [...list.matchAll(/'([\w-]+)'/g)])
}

/** Returns the paths of the pages of all features. Excludes the start page `/` and the pages of the platform. */
function pages() {
  const tree = readFile('apps/web/src/routeTree.gen.ts')
  const list = /export interface FileRoutesByFullPath \{(.*?)\n\}/s.exec(tree)?.[1] ?? ''
  return named('pages', [...list.matchAll(/'([^']+?)\/?':/g)], (path) => path.length > 1 && !platformPages.has(path))
}

/**
 * Returns the names that a pattern found in another file. Throws if there are none, because the format of that file has then changed and the check
 * would find nothing.
 */
function named(what, matches, isFeature = () => true) {
  const names = matches.map(([, name]) => name).filter(isFeature)
  if (names.length === 0) throw new Error(`no ${what} found`)
  return new Set(names)
}

const sources = () => workTreeFiles(...platforms).filter((file) => /\.tsx?$/.test(file) && !exempt.test(file))
