// node tools/image/prune.mjs: the Dockerfile runs it after the web app is built. Deletes everything that the server does not need to run: packages,
// the sources of the web app, tests. Every user may read the rest. Refuses in a clone, where it would delete work.
import { chmodSync, existsSync, lstatSync, readdirSync, rmdirSync, rmSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { deleteUnusedFiles } from '../setup/install.mjs'
import { root } from '../setup/steps.mjs'
import { lockedPackages, runtimePackages } from './runtime-packages.mjs'

/** The parts of `apps/web` that the server and the doctor read: the build, and the texts of the dashboard of admins. */
const keptOfWeb = ['dist', 'package.json', join('src', 'locales', 'adminDashboard', 'en.json')]
/** Files and folders that only the build uses, this script among them. */
const buildOnly = [
  '.attune',
  'apps/native',
  'tools/build-web.mjs',
  'tools/image',
  'tools/setup',
  'tools/setup.mjs',
  'tsconfig.base.json',
]
/** The demo uses this file of the folder with the test programs. */
const keptForDemo = join('apps', 'server', 'src', 'testing', 'browser.ts')
const isTest = (path) => /\.(test|testing)\.tsx?$|(^|[\\/])testing[\\/]/.test(path) && path !== keptForDemo

if (existsSync(join(root, '.git'))) {
  console.error(
    'This folder is a clone with its history. Only the image is pruned, and this script would delete your work.',
  )
  process.exit(1)
}
deletePackages()
deleteUnusedFiles()
deleteSources()
allowReading(root)

/** Deletes installed packages, and the links to workspaces, that the server does not need. */
function deletePackages() {
  const packages = lockedPackages(root)
  const needed = runtimePackages(packages)
  for (const path of Object.keys(packages))
    if (path.includes('node_modules/') && !needed.has(path)) rmSync(join(root, path), { recursive: true, force: true })
  // npm's own files: links to programs, caches, and its list of installed packages.
  for (const folder of [root, join(root, 'apps', 'server'), join(root, 'packages', 'contract')].map((at) =>
    join(at, 'node_modules'),
  ))
    for (const name of existsSync(folder) ? readdirSync(folder) : [])
      if (name.startsWith('.') || (name.startsWith('@') && readdirSync(join(folder, name)).length === 0))
        rmSync(join(folder, name), { recursive: true })
}

function deleteSources() {
  deleteAllBut(join(root, 'apps', 'web'), keptOfWeb)
  for (const path of buildOnly) rmSync(join(root, path), { recursive: true, force: true })
  for (const folder of ['apps/server', 'packages', 'tools'])
    for (const entry of readdirSync(join(root, folder), { recursive: true, withFileTypes: true })) {
      const path = relative(root, join(entry.parentPath, entry.name))
      if (entry.isFile() && !path.includes(`node_modules${sep}`) && isTest(path)) rmSync(join(root, path))
    }
  for (const folder of ['apps', 'packages', 'tools']) deleteEmptyFolders(join(root, folder))
}

/** Deletes the content of a folder except the given paths in it. */
function deleteAllBut(folder, kept) {
  for (const name of readdirSync(folder)) {
    const inside = kept.filter((path) => path.startsWith(name + sep)).map((path) => path.slice(name.length + 1))
    if (inside.length > 0) deleteAllBut(join(folder, name), inside)
    else if (!kept.includes(name)) rmSync(join(folder, name), { recursive: true })
  }
}

function deleteEmptyFolders(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true }))
    if (entry.isDirectory() && entry.name !== 'node_modules') deleteEmptyFolders(join(folder, entry.name))
  if (readdirSync(folder).length === 0) rmdirSync(folder)
}

/** Lets every user read a folder and its content, because a clone may be readable for its owner only, and the server is another user. */
function allowReading(path) {
  const stat = lstatSync(path)
  if (stat.isSymbolicLink()) return
  const isExecutable = stat.isDirectory() || (stat.mode & 0o100) !== 0
  const mode = isExecutable ? 0o755 : 0o644
  if ((stat.mode & 0o777) !== mode) chmodSync(path, mode)
  if (stat.isDirectory()) for (const name of readdirSync(path)) allowReading(join(path, name))
}
