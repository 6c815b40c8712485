import { cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { runChild } from './children.mjs'
import { workFolder } from './state.mjs'

const built = join('apps', 'web', 'dist')

/** Returns the folders of the clone that can have packages: itself and its workspaces. */
function packageFolders(root) {
  const workspaces = ['apps', 'packages'].flatMap((parent) =>
    existsSync(join(root, parent)) ? readdirSync(join(root, parent)).map((name) => join(parent, name)) : [],
  )
  return ['', ...workspaces].map((folder) => join(folder, 'node_modules'))
}

const asideOf = (root, path) => join(workFolder(root), 'aside', path.replaceAll(/[\\/]/g, '+'))

/**
 * Moves the installed packages aside, so that going back needs no network, and copies the built web app. Can be repeated after an interruption.
 * Returns the folders of packages that were moved. With `keepsPackages`, the packages stay, because both versions need the same packages.
 */
export function moveAside(root, keepsPackages) {
  mkdirSync(join(workFolder(root), 'aside'), { recursive: true })
  const [dist, aside] = [join(root, built), asideOf(root, built)]
  if (existsSync(dist) && !existsSync(aside)) {
    rmSync(`${aside}.draft`, { recursive: true, force: true })
    cpSync(dist, `${aside}.draft`, { recursive: true, verbatimSymlinks: true })
    renameSync(`${aside}.draft`, aside)
  }
  if (keepsPackages) return []
  for (const path of packageFolders(root)) {
    const [from, to] = [join(root, path), asideOf(root, path)]
    if (existsSync(from) && !existsSync(to)) renameSync(from, to)
  }
  return packageFolders(root).filter((path) => existsSync(asideOf(root, path)))
}

/** Puts the packages and the built web app back that `moveAside` has moved. Can be repeated after an interruption. */
export function putBack(root, packages) {
  const known = packages ?? packageFolders(root).filter((path) => existsSync(asideOf(root, path)))
  // A folder that only the new version has would hide packages of the old version.
  if (packages?.length > 0)
    for (const path of packageFolders(root))
      if (!packages.includes(path)) rmSync(join(root, path), { recursive: true, force: true })
  for (const path of [...known, built]) {
    if (!existsSync(asideOf(root, path))) continue
    rmSync(join(root, path), { recursive: true, force: true })
    renameSync(asideOf(root, path), join(root, path))
  }
}

/** Deletes the packages and the web app that were kept for going back. */
export const deleteAside = (root) => rm(join(workFolder(root), 'aside'), { recursive: true, force: true })

/** Installs the packages of the version that is checked out and builds its web app, as `npm start` does. */
export const setUpVersion = (root, { name }) =>
  runChild(process.execPath, [join('tools', 'build-web.mjs')], { cwd: root, problem: `${name} couldn't be installed.` })
