import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { node, root, run, SetupError, step } from './steps.mjs'

/** Installs the packages of the lock file, unless they are installed already. */
export function ensureInstalled() {
  if (Number(process.versions.node.split('.')[0]) < 20) {
    throw new SetupError(`Attune needs Node 20 or newer. You have ${process.versions.node}.`)
  }
  if (isInstalled()) return deleteUnusedFiles()
  installLocked('Installing dependencies', root)
  if (!existsSync(node))
    throw new SetupError(
      "npm skipped the install script of the package 'node'. Run: npm rebuild node --foreground-scripts",
    )
  deleteUnusedFiles()
}

/** Installs the packages of the lock file in `folder`, as a step with the description `sentence`. */
export function installLocked(sentence, folder, options = []) {
  step(sentence, () => {
    const args = ['ci', '--no-audit', '--no-fund', '--loglevel=error', ...options]
    // Uses the npm that runs this script, otherwise the npm in the PATH.
    const npm = process.env.npm_execpath
    if (npm?.endsWith('.js')) run(process.execPath, [npm, ...args], { cwd: folder })
    else
      run(process.platform === 'win32' ? 'npm.cmd' : 'npm', args, {
        cwd: folder,
        shell: process.platform === 'win32',
      })
  })
}

/**
 * Deletes the files of packages that nothing here uses, 120 MB: the headers and manuals of the package `node`, because no package is compiled against
 * them, and the icons as files, which `@tabler/icons-react` names as a dependency and does not import.
 */
export function deleteUnusedFiles(packages = join(root, 'node_modules')) {
  const ofNode = join(packages, 'node', 'node_modules')
  for (const name of foldersIn(ofNode))
    for (const part of ['include', 'share']) rmSync(join(ofNode, name, part), { recursive: true, force: true })
  const icons = join(packages, '@tabler', 'icons')
  for (const name of foldersIn(icons)) rmSync(join(icons, name), { recursive: true })
}

/** Returns the names of the folders in a folder; empty if it does not exist. */
const foldersIn = (path) =>
  existsSync(path)
    ? readdirSync(path, { withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .map(({ name }) => name)
    : []

/**
 * Whether the installed packages have the versions of the lock file. npm lists the installed packages in node_modules/.package-lock.json,
 * which it writes last.
 */
function isInstalled() {
  const hidden = join(root, 'node_modules', '.package-lock.json')
  if (!existsSync(hidden) || !existsSync(node)) return false
  const wanted = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages
  const present = JSON.parse(readFileSync(hidden, 'utf8')).packages
  return Object.entries(wanted).every(
    ([path, { version, optional, devOptional, link }]) =>
      !path.includes('node_modules/') ||
      link ||
      present[path]?.version === version ||
      (!present[path] && (optional || devOptional)),
  )
}
