import { readFile, workTreeFiles } from './source-files.mjs'

/**
 * A constant with a component that is loaded on demand, by its name or as the default export of a file. `fallback` is its value in builds that do
 * not load the component.
 */
const declared =
  /\bconst (?<constant>\w+) =\s+(?:[^\n]+\s+\? )?(?:(?:lazyNamed|lazyInBoundary)\(\s*(?:\(\) => )?(?:import\([^)]+\)|\w+),\s*'(?<named>\w+)'(?:,\s*(?:<[^>]+>|'[^']*'|\w+(?:\(\d*\))?))?,?\s*\)|lazy\(\(\) => import\('(?:[^']*\/)?(?<file>\w+)\.tsx'\)\))(?:\s+: (?<fallback>[^\n]+))?/g

/** Checks that each constant with a component that is loaded on demand has the name of the component. */
export function lazyNames() {
  const files = workTreeFiles('apps/web/src/*.ts', 'apps/web/src/*.tsx')
  const all = files.map((path) => [path, lazyIn(readFile(path))])
  const findings = all.flatMap(([path, found]) => misnamed(found).map((finding) => `${path}: ${finding}`))
  return { ok: findings.length === 0, remark: `${all.flatMap(([, found]) => found).length} names`, findings }
}

/**
 * Returns the constants of a text whose components load on demand, each with the name of the component. Omits a constant that contains different
 * components in different builds, because it cannot have the names of both. Exported for its test.
 */
export const lazyIn = (text) =>
  Array.from(text.matchAll(declared), ({ groups }) => groups)
    .filter(({ fallback }) => !fallback || fallback === '() => null')
    .map(({ constant, named, file }) => ({ constant, component: named ?? file }))

/**
 * Returns a finding for each constant whose name differs from that of its component. The prefix `Lazy` is allowed: an exported constant needs it,
 * because the file of the component already exports the name. Exported for its test.
 */
export const misnamed = (found) =>
  found
    .filter(({ constant, component }) => constant !== component && constant !== `Lazy${component}`)
    .map(({ constant, component }) => `${constant} loads ${component}; name it so, or Lazy${component} if exported`)
