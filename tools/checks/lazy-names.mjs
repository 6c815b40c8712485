import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../setup/steps.mjs'

/**
 * A constant with a component that is loaded on demand: by its name, or as the default export of a file. `fallback` is
 * what the constant contains where the component is not loaded.
 */
const declared =
  /\bconst (?<constant>\w+) =\s+(?:[^\n]+\s+\? )?(?:(?:lazyNamed|lazyInBoundary)\(\s*(?:\(\) => )?(?:import\([^)]+\)|\w+),\s*'(?<named>\w+)'(?:,\s*(?:<[^>]+>|'[^']*'|\w+(?:\(\d*\))?))?,?\s*\)|lazy\(\(\) => import\('(?:[^']*\/)?(?<file>\w+)\.tsx'\)\))(?:\s+: (?<fallback>[^\n]+))?/g

/** Checks that each constant with a component that is loaded on demand has the name of the component. */
export function lazyNames() {
  const all = sources().map((path) => [path, lazyIn(readFileSync(join(root, path), 'utf8'))])
  const findings = all.flatMap(([path, found]) => misnamed(found).map((finding) => `${path}: ${finding}`))
  return { ok: findings.length === 0, remark: `${all.flatMap(([, found]) => found).length} names`, findings }
}

/**
 * Returns the constants of a text that are loaded on demand, each with the name of the component. Omits a constant that
 * contains another component in some builds, because it has the name of neither. Exported for its test.
 */
export const lazyIn = (text) =>
  Array.from(text.matchAll(declared), ({ groups }) => groups)
    .filter(({ fallback }) => !fallback || fallback === '() => null')
    .map(({ constant, named, file }) => ({ constant, component: named ?? file }))

/**
 * Returns a finding for each constant with another name than its component. `Lazy` may precede the name: an exported
 * constant needs it, because the file with the component already exports the name. Exported for its test.
 */
export const misnamed = (found) =>
  found
    .filter(({ constant, component }) => constant !== component && constant !== `Lazy${component}`)
    .map(({ constant, component }) => `${constant} loads ${component}; name it so, or Lazy${component} if exported`)

function sources() {
  return execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', 'apps/web/src'], {
    cwd: root,
    encoding: 'utf8',
  })
    .split('\n')
    .filter((path) => /\.tsx?$/.test(path) && existsSync(join(root, path)))
}
