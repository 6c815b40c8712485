import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The workspace whose packages the image contains. */
const server = 'apps/server'

/** The entries of the lock file in `folder` by their path, for example `node_modules/pg`. */
export const lockedPackages = (folder) => JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')).packages

/**
 * Returns the paths of the packages that the server needs at run time: its dependencies and all of theirs. Packages for development, those that only
 * the web build needs, and optional peers are not among them. A workspace is listed with its link and with its folder.
 */
export function runtimePackages(packages) {
  const found = new Set()
  const open = [server]
  for (const path of open)
    for (const name of dependencyNames(packages[path])) {
      const installed = installedPath(packages, path, name)
      // A package for another platform is in the lock file, but a peer that npm did not install is not.
      if (installed === undefined || found.has(installed)) continue
      found.add(installed)
      const target = packages[installed].link ? packages[installed].resolved : installed
      if (target !== installed) found.add(target)
      open.push(target)
    }
  return found
}

/** Returns the path of the package that an import of `name` in the package at `path` finds; undefined if there is none. */
export function installedPath(packages, path, name) {
  return lookupFolders(path)
    .map((folder) => `${folder}node_modules/${name}`)
    .find((candidate) => packages[candidate])
}

function dependencyNames({ dependencies, optionalDependencies, peerDependencies = {}, peerDependenciesMeta = {} }) {
  const peers = Object.keys(peerDependencies).filter((name) => !peerDependenciesMeta[name]?.optional)
  return [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers]
}

/** Returns the folders in which Node looks for a package, from the folder of the importing package up to the root. */
function lookupFolders(path) {
  const parents = path.split('/').map((_, at, parts) => parts.slice(0, parts.length - at).join('/'))
  return [...parents.filter((parent) => parent && !parent.endsWith('node_modules')).map((parent) => `${parent}/`), '']
}
