import { readdirSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path/posix'
import { root } from '../setup/steps.mjs'
import { readFile, workTreeFiles } from './source-files.mjs'

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

/** Checks that every feature of the web app and of the contract is in the same domain, with the same name, as a feature of the server. */
export function featureNames() {
  const server = serverFeatures()
  const others = { web: featuresIn(layers.web), contract: featuresIn('packages/contract/src/features/') }
  const findings = featureNameFaults(server, others)
  const domains = new Set(server.map((path) => path.split('/')[0]))
  return { ok: findings.length === 0, remark: `${server.length} in ${domains.size} domains`, findings }
}

/**
 * Returns a finding for each feature of another layer that the server does not have at the same path, `<domain>/<feature>`, and for each feature name
 * that two domains of the server use. Exported for its test.
 */
export function featureNameFaults(server, others) {
  const domainOf = Map.groupBy(server, (path) => path.split('/')[1])
  return [
    ...[...domainOf]
      .filter(([, paths]) => paths.length > 1)
      .map(([name, paths]) => `'${name}' is in two domains: ${paths.join(', ')}`),
    ...Object.entries(others).flatMap(([layer, paths]) =>
      paths.filter((path) => !server.includes(path)).map((path) => `${layer}: '${path}' is no feature of the server`),
    ),
  ]
}

/** Returns the features of the server as `<domain>/<feature>`. */
export const serverFeatures = () => featuresIn(layers.server)

/** Returns the features of a layer as `<domain>/<feature>`. */
function featuresIn(folder) {
  return readdirSync(join(root, folder)).flatMap((domain) =>
    readdirSync(join(root, folder, domain)).map((feature) => `${domain}/${feature}`),
  )
}

/** Maps each feature to the features that it imports. Each entry contains one import as an example. */
function importsBetween(folder) {
  const graph = new Map()
  for (const file of sources(folder)) {
    const from = featureOf(folder, file)
    for (const specifier of importsIn(readFile(file))) {
      const target = normalize(join(dirname(file), specifier))
      const to = target.startsWith(folder) ? featureOf(folder, target) : from
      if (to === from) continue
      if (!graph.has(from)) graph.set(from, new Map())
      graph.get(from).set(to, `${file} → ${target}`)
    }
  }
  return graph
}

/** Returns the feature of a file of a layer as `<domain>/<feature>`. */
const featureOf = (folder, file) => file.slice(folder.length).split('/').slice(0, 2).join('/')

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

const sources = (folder) => workTreeFiles(folder).filter((file) => /\.tsx?$/.test(file) && !isTest.test(file))
