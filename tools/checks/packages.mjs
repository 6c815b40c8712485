import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../setup/steps.mjs'

const json = (path) => JSON.parse(readFileSync(join(root, path), 'utf8'))

/** A package that begins to run a script at installation shows up here before it runs anywhere. */
export function installScripts() {
  const present = Object.entries(json('package-lock.json').packages)
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
 * An address in the lock file would bind every clone to one registry. A release for another platform that was not to be
 * had is silently left out of it, and npm 11 then refuses to install from it anywhere.
 */
export function lockFile() {
  const { packages } = json('package-lock.json')
  const findings = [...addresses(packages), ...leftOut(packages)]
  return { ok: findings.length === 0, findings }
}

function addresses(packages) {
  return Object.entries(packages)
    .filter(([, { resolved }]) => resolved && /^[a-z+]+:/.test(resolved))
    .map(([path, { resolved }]) => `${path}: ${resolved}`)
}

function leftOut(packages) {
  return Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies)
      .filter((name) => !homes(path).some((home) => packages[`${home}node_modules/${name}`]))
      .map((name) => `${path} wants ${name}, which the lock file leaves out`),
  )
}

/** Where Node looks for what a package imports, from itself up to the root. */
function homes(path) {
  if (path === '') return ['']
  const parent = path.includes('node_modules/') ? path.slice(0, Math.max(0, path.lastIndexOf('node_modules/') - 1)) : ''
  return [`${path}/`, ...homes(parent)]
}
