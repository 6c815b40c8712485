import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../setup/steps.mjs'
import { serverFeatures } from './features.mjs'
import { replaceParts } from './lists.mjs'

export const architecturePage = 'ARCHITECTURE.md'
const highestLines = 60

/** Checks that the lists of features and checks in ARCHITECTURE.md are up to date, and that the file is at most one page long. */
export function architecture() {
  const page = readFileSync(join(root, architecturePage), 'utf8')
  const findings = pageFindings(page, { server: serverFeatures(), checks: checkNames() })
  return { ok: findings.length === 0, remark: `${lineCount(page)} lines`, findings }
}

/** Returns a finding if the page has an outdated list, and one if it is too long. Exported for its test. */
export function pageFindings(page, lists) {
  const lines = lineCount(page)
  return [
    ...(page === withLists(page, lists) ? [] : [`${architecturePage} is out of date: run npm run lists`]),
    ...(lines <= highestLines ? [] : [`${architecturePage} has ${lines} lines, at most ${highestLines} fit one page`]),
  ]
}

/** Returns the page with its generated lists: the features of each domain, and the names of the checks. */
export const withLists = (page, { server, checks }) =>
  replaceParts(page, {
    features: ['| domain | features |', '|---|---|', ...domainRows(server)],
    checks: [checks.map((name) => `\`${name}\``).join(', ')],
  })

/** Returns a row of the table for each domain, with the names of its features. */
function domainRows(server) {
  const domains = [...new Set(server.map((path) => path.split('/')[0]))].toSorted()
  return domains.map((domain) => {
    const names = server.filter((path) => path.startsWith(`${domain}/`)).map((path) => path.split('/')[1])
    return `| \`${domain}\` | ${names
      .toSorted()
      .map((name) => `\`${name}\``)
      .join(', ')} |`
  })
}

/** Returns the names of all checks in the order in which they run. */
export const checkNames = () =>
  Array.from(
    readFileSync(join(root, 'tools/check.mjs'), 'utf8').matchAll(/^ {2}\['([^']+)', \w+\],$/gm),
    ([, name]) => name,
  )

const lineCount = (page) => page.trimEnd().split('\n').length
