import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path/posix'
import { root } from '../setup/steps.mjs'

const layers = { server: 'apps/server/src/features/', web: 'apps/web/src/features/' }
const isTest = /\.(test|testing)\.tsx?$/

/**
 * Checks that features do not import each other in a cycle. Type imports count. For each import from one feature to another in a cycle,
 * reports one file as an example.
 */
export function featureCycles() {
  const findings = Object.values(layers).flatMap((folder) => circlesIn(importsBetween(folder)))
  return { ok: findings.length === 0, findings }
}

/**
 * Checks that every feature of the web app and of the contract has the same name as a feature of the server. Only the
 * feature `dashboard` of the web app is exempt.
 */
export function featureNames() {
  const server = new Set(readdirSync(join(root, layers.server)))
  const contract = readdirSync(join(root, 'packages/contract/src/features')).map((file) => file.replace(/\..*$/, ''))
  const known = (layer, names) =>
    names.filter((name) => !server.has(name)).map((name) => `${layer}: '${name}' is no feature of the server`)
  const screens = readdirSync(join(root, layers.web)).filter((name) => name !== 'dashboard')
  const findings = [...known('web', screens), ...known('contract', [...new Set(contract)])]
  return { ok: findings.length === 0, remark: `${server.size} on the server`, findings }
}

/** Maps each feature to the features that it imports. Each entry contains one import as an example. */
function importsBetween(folder) {
  const graph = new Map()
  for (const file of sources(folder)) {
    const from = file.slice(folder.length).split('/')[0]
    for (const specifier of importsIn(readFileSync(join(root, file), 'utf8'))) {
      const target = normalize(join(dirname(file), specifier))
      const to = target.startsWith(folder) ? target.slice(folder.length).split('/')[0] : from
      if (to === from) continue
      if (!graph.has(from)) graph.set(from, new Map())
      graph.get(from).set(to, `${file} → ${target}`)
    }
  }
  return graph
}

/** Returns the relative paths that a file imports, also for types and for side effects. Exported for its test. */
export const importsIn = (text) =>
  Array.from(text.matchAll(/\b(?:from|import)\s*\(?\s*['"](\.[^'"]+)['"]/g), ([, specifier]) => specifier)

/**
 * Returns the imports between features that are part of a cycle: the imported feature imports the importing feature, directly or through
 * other features. Exported for its test.
 */
export function circlesIn(graph) {
  const reaches = (from, wanted, seen = new Set()) => {
    if (from === wanted) return true
    if (seen.has(from)) return false
    seen.add(from)
    return [...(graph.get(from)?.keys() ?? [])].some((next) => reaches(next, wanted, seen))
  }
  return [...graph].flatMap(([from, targets]) =>
    [...targets].filter(([to]) => reaches(to, from)).map(([, place]) => `circle: ${place}`),
  )
}

function sources(folder) {
  return execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', folder], {
    cwd: root,
    encoding: 'utf8',
  })
    .split('\n')
    .filter((file) => /\.tsx?$/.test(file) && !isTest.test(file) && existsSync(join(root, file)))
}
