import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../setup/steps.mjs'
import { installLimit, installSize } from './install-size.mjs'

const json = (path) => JSON.parse(readFileSync(join(root, path), 'utf8'))

/** The lock file of the product, and the lock file of packages that only the bench installs. */
const lockFiles = ['package-lock.json', 'bench/external/package-lock.json']

/** Checks that the packages with an install script are exactly the packages in `allowScripts` of package.json. */
export function installScripts() {
  const present = lockFiles
    .flatMap((file) => Object.entries(json(file).packages))
    .filter(([, { hasInstallScript }]) => hasInstallScript)
    .map(([path]) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length))
  const listed = Object.keys(json('package.json').allowScripts)
  const findings = [
    ...new Set(
      present
        .filter((name) => !listed.includes(name))
        .map((name) => `${name} has an install script and is not in allowScripts`),
    ),
    ...listed
      .filter((name) => !present.includes(name))
      .map((name) => `${name} is in allowScripts and has no install script`),
  ]
  return { ok: findings.length === 0, remark: `${listed.length} packages`, findings }
}

/**
 * Checks three properties of the lock files. `npm ci` of npm 9, which Debian 13 has, must be able to read them. They must not contain registry
 * addresses, because every clone would have to use these registries. They must contain all optional packages, because npm silently omits packages for
 * other platforms, and `npm ci` then fails on those platforms. On Linux, also checks that the installed packages need at most one gigabyte.
 */
export function lockFile() {
  const inLocks = lockFiles.flatMap((file) => {
    const { packages } = json(file)
    return [...addresses(packages), ...missingOptional(packages)]
  })
  const size = installSize()
  const inOverrides = unreadableOverrides(json('package.json').overrides)
  const findings = [...inLocks, ...inOverrides, ...(process.platform === 'linux' ? tooLarge(size) : [])]
  return { ok: findings.length === 0, remark: `${size.megabytes.toFixed(0)} MB installed`, findings }
}

/** Returns a finding with the ten largest packages if all packages together are larger than the limit. */
export function tooLarge({ megabytes, largest }) {
  if (megabytes <= installLimit) return []
  const first = largest
    .slice(0, 10)
    .map((one) => `${one.path.replace('node_modules/', '')} ${one.megabytes.toFixed(0)}`)
  return [
    `the packages have ${megabytes.toFixed(0)} MB, the limit is ${installLimit}. The largest: ${first.join(', ')}`,
  ]
}

/** Returns a finding for each override that names another package or an address. With such an override, npm 9 reports that there is no lock file. */
export const unreadableOverrides = (overrides = {}) =>
  Object.entries(overrides).flatMap(([name, value]) => {
    if (typeof value === 'object') return unreadableOverrides(value)
    return /[:/]/.test(value) ? [`the override of ${name} is not a version, so npm 9 cannot read the lock file`] : []
  })

function addresses(packages) {
  return Object.entries(packages)
    .filter(([, { resolved }]) => resolved && /^[a-z+]+:/.test(resolved))
    .map(([path, { resolved }]) => `${path}: ${resolved}`)
}

function missingOptional(packages) {
  return Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies)
      .filter((name) => !lookupFolders(path).some((folder) => packages[`${folder}node_modules/${name}`]))
      .map((name) => `${path} wants ${name}, which the lock file leaves out`),
  )
}

/** Returns the folders in which Node looks for the packages that a package imports, from the package itself up to the root. */
function lookupFolders(path) {
  if (path === '') return ['']
  const parent = path.includes('node_modules/') ? path.slice(0, Math.max(0, path.lastIndexOf('node_modules/') - 1)) : ''
  return [`${path}/`, ...lookupFolders(parent)]
}
