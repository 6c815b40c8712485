import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '../../apps/server/src/platform/database/embedded/free-port.ts'
import { clusterPath } from '../../apps/server/src/platform/database/embedded/paths.ts'
import { findPostmaster, stopPostmaster } from '../../apps/server/src/platform/database/embedded/postmaster.ts'
import { copyInto } from './context.testing.ts'
import { importsOf } from './imports.testing.ts'
import { type BuiltTree, carryOutDockerfile } from './dockerfile.testing.ts'
import { installedPath, lockedPackages, runtimePackages } from './runtime-packages.mjs'

const clone = join(import.meta.dirname, '..', '..')
const isRoot = process.getuid?.() === 0
const idOf = (flag: string) => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }))
/** The user who runs the image here. initdb needs a user that exists on the machine, so root takes `nobody`. Null if it is the user of the tests. */
const user = isRoot ? { uid: idOf('-u'), gid: idOf('-g') } : null

let work: string
let tree: BuiltTree
beforeAll(() => {
  work = openWork()
  tree = carryOutDockerfile(clone, work, user)
  for (const folder of foldersIn(tree.folder)) chmodSync(folder, 0o555)
})
afterAll(() => {
  if (tree) for (const folder of foldersIn(tree.folder)) chmodSync(folder, 0o755)
  rmSync(work, { recursive: true, force: true })
})

/**
 * Creates the folder of the test. It is in the clone, because packages of the same file system need not be copied; if the user of the image can't
 * enter the clone, it is elsewhere.
 */
function openWork(): string {
  const inClone = join(clone, '.attune')
  mkdirSync(inClone, { recursive: true })
  const folder = mkdtempSync(join(!isRoot || isOpen(inClone) ? inClone : tmpdir(), 'image-'))
  chmodSync(folder, 0o755)
  return folder
}

const isOpen = (path: string): boolean =>
  (lstatSync(path).mode & 0o001) !== 0 && (path === '/' || isOpen(join(path, '..')))

/** Returns a folder and all folders in it, the outer ones first. */
function foldersIn(folder: string): string[] {
  const inner = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory())
  return [folder, ...inner.flatMap((entry) => foldersIn(join(folder, entry.name)))]
}

/** Runs a program of the tree as the user of the image, or as the user of the tests, with nothing but the settings of the image and `env`. */
function runInTree([program = '', ...args]: string[], env: Record<string, string>): ChildProcess & { said: string } {
  const options = { ...user, cwd: tree.folder, env: { ...tree.env, TMPDIR: '/tmp', ...env } }
  const child = Object.assign(spawn(program, args, options), { said: '' })
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text) => (child.said += text))
  return child
}

async function endOf(child: ChildProcess): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  return child.exitCode
}

test('the image starts as an unprivileged user with a read-only tree, becomes ready, and stops', async () => {
  const env = { PORT: String(await freePort()), LOG_LEVEL: 'warn' }
  const server = runInTree(tree.command, env)
  try {
    expect(await endOf(runInTree(tree.healthCheck, env)), 'healthy before it listens').toBe(1)
    const waiting = runInTree([...tree.healthCheck, '--wait', '120'], env)
    await Promise.race([endOf(waiting), endOf(server)])
    expect(waiting.exitCode, `${server.said}\n${waiting.said}`).toBe(0)
    expect(await endOf(runInTree(tree.healthCheck, env))).toBe(0)
    const page = await fetch(`http://127.0.0.1:${env.PORT}/`)
    expect(await page.text()).toContain('attune-key')
    expect(lstatSync(clusterPath(tree.env.ATTUNE_DATA ?? '')).uid).toBe(user?.uid ?? process.getuid?.())
    server.kill(tree.stopSignal)
    expect(await endOf(server), server.said).toBe(0)
    expect(findPostmaster(clusterPath(tree.env.ATTUNE_DATA ?? ''))).toBeNull()
  } finally {
    server.kill('SIGKILL')
    const orphan = findPostmaster(clusterPath(tree.env.ATTUNE_DATA ?? ''))
    if (orphan) await stopPostmaster(orphan.pid, clusterPath(tree.env.ATTUNE_DATA ?? ''))
  }
})

test('the user of the image can write to no folder of the program', async () => {
  const program = `const fs = require('fs'); let n = 0
    for (const at of fs.readdirSync('.', { recursive: true, withFileTypes: true })) if (at.isDirectory()) {
      try { fs.accessSync(at.parentPath + '/' + at.name, fs.constants.W_OK); n++ } catch {} }
    console.log(n)`
  const child = runInTree(['node', '-e', program], {})
  expect(await endOf(child)).toBe(0)
  expect(child.said.trim()).toBe('0')
})

test.each([
  ['tools/restore.ts', 'Which backup?', []],
  ['tools/admin-reset.ts', 'Whose account?', []],
  ['tools/backup.ts', 'Unknown option', ['--unknown']],
  ['tools/files-move.ts', 'Where to?', []],
  ['tools/codes.ts', 'No list of codes is loaded', []],
  ['tools/demo.ts', 'language', ['--language', 'xx']],
  ['tools/doctor.ts', 'Not checked', []],
])('the command %s of the guide runs in the image', async (file, answer, args) => {
  const child = runInTree(['node', file, ...args], {})
  await endOf(child)
  await expect.poll(() => child.said).toContain(answer)
  expect(child.said).not.toContain('ERR_MODULE_NOT_FOUND')
})

test('the image runs as a user other than root', () => expect(tree.user).toBeGreaterThan(0))

test('the image has the packages that the server needs, and none for development', () => {
  const packages = lockedPackages(clone)
  const needed = runtimePackages(packages)
  const present = Object.keys(packages).filter(
    (path) => path.includes('node_modules/') && existsSync(join(tree.folder, path)),
  )
  expect(present.filter((path) => !needed.has(path))).toEqual([])
  expect(present.filter((path) => packages[path]?.dev)).toEqual([])
  const missing = [...needed].filter((path) => existsSync(join(clone, path)) && !existsSync(join(tree.folder, path)))
  expect(missing).toEqual([])
})

test('no code of the image imports a package that the image lacks', () => {
  const packages = lockedPackages(clone)
  const imports = ['apps/server/src', 'packages/contract/src', 'tools'].flatMap((folder) =>
    importsOf(tree.folder, folder),
  )
  expect(imports.length).toBeGreaterThan(500)
  const lacking = imports.filter(({ file, name }) => {
    const found = installedPath(packages, file.split('/').slice(0, 2).join('/'), name)
    return found === undefined || !existsSync(join(tree.folder, found))
  })
  expect(lacking).toEqual([])
})

test('the script that prunes the image deletes nothing in a clone with its history', () => {
  const folder = join(work, 'clone')
  const scripts = ['prune.mjs', 'runtime-packages.mjs'].map((name) => `tools/image/${name}`)
  const files = [
    ...scripts,
    'tools/setup/install.mjs',
    'tools/setup/steps.mjs',
    'package-lock.json',
    'apps/web/index.html',
  ]
  for (const file of files) copyInto(join(clone, file), join(folder, file))
  mkdirSync(join(folder, '.git'))
  const { status, stderr } = spawnSync(process.execPath, ['tools/image/prune.mjs'], { cwd: folder, encoding: 'utf8' })
  expect(status).toBe(1)
  expect(stderr).toContain('This folder is a clone with its history.')
  expect(files.filter((file) => !existsSync(join(folder, file)))).toEqual([])
})

test('the image contains no test, and of the sources of the web app only texts that the doctor uses', () => {
  const files = readdirSync(tree.folder, { recursive: true, encoding: 'utf8' }).filter(
    (path) => !path.includes('node_modules/'),
  )
  expect(files.filter((path) => /\.(test|testing)\.tsx?$/.test(path))).toEqual([])
  expect(readdirSync(join(tree.folder, 'apps/web')).toSorted()).toEqual(['dist', 'package.json', 'src'])
  const sources = readdirSync(join(tree.folder, 'apps/web/src'), { recursive: true }).toSorted()
  expect(sources).toEqual(['locales', 'locales/adminDashboard', 'locales/adminDashboard/en.json'])
})
