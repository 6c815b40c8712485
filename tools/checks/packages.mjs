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

/** An address in the lock file would bind every clone to one registry. */
export function lockFile() {
  const findings = Object.entries(json('package-lock.json').packages)
    .filter(([, { resolved }]) => resolved && /^[a-z+]+:/.test(resolved))
    .map(([path, { resolved }]) => `${path}: ${resolved}`)
  return { ok: findings.length === 0, findings }
}
