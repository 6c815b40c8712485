import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { root } from '../setup/steps.mjs'

/** The programs of the product that a clone of the tests has unchanged. */
const realFiles = ['tools/upgrade.mjs', 'tools/start.mjs', 'tools/setup/child.mjs', 'tools/setup/steps.mjs']

/** Kills the command of the upgrade if the file `data/kill-at` names this step, and once only. */
const kill = `
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
const { version } = JSON.parse(readFileSync('package.json', 'utf8'))
const behaviour = readFileSync('behaviour', 'utf8')
function killAt(step) {
  if (!existsSync('data/kill-at') || readFileSync('data/kill-at', 'utf8') !== step) return
  rmSync('data/kill-at')
  process.kill(process.ppid, 'SIGKILL')
}
`

/** The double of the set-up, which installs the packages and builds the web app. */
const setUp = `${kill}
killAt('install')
if (behaviour === 'not-installable') {
  mkdirSync('node_modules', { recursive: true })
  writeFileSync('node_modules/half', version)
  console.error('npm error code ENOSPC')
  process.exit(1)
}
if (!existsSync('node_modules/node/bin')) {
  mkdirSync('node_modules/node/bin', { recursive: true })
  symlinkSync(process.execPath, 'node_modules/node/bin/node')
  writeFileSync('node_modules/installed', version)
}
mkdirSync('apps/web/dist', { recursive: true })
writeFileSync('apps/web/dist/index.html', version)
if (behaviour === 'full-disk') mkdirSync('.attune/upgrade/state.json.draft')
`

/** The double of the steps on the data, which is one file. */
const data = `${kill}
const [step, argument] = process.argv.slice(2)
killAt(step)
if (step === 'back-up') {
  if (existsSync('data/in-use')) {
    console.error('Attune is using this data.')
    process.exit(1)
  }
  cpSync('data/database', 'data/backup')
  process.send({ folder: 'data/backups', time: 'T1', isRestored: false })
} else {
  if (existsSync('data/broken-backup')) process.exit(1)
  cpSync('data/database', 'data/replaced')
  cpSync('data/backup', 'data/database')
}
process.disconnect?.()
`

/** The double of the server. Its migration writes its version into the database. */
const server = `${kill}
const held = process.argv.includes('--held')
writeFileSync('data/database', \`\${readFileSync('data/database', 'utf8')} \${version}\`)
if (!held) {
  console.log(\`started \${version} with \${readFileSync('data/database', 'utf8')}\`)
} else {
  process.on('disconnect', () => process.exit(1))
  process.on('SIGTERM', () => {
    console.log(\`stopped \${version}\`)
    process.exit(1)
  })
  killAt('server')
  if (behaviour === 'failing') process.exit(1)
  process.on('message', () => {
    console.log(\`opened \${version} with \${readFileSync('data/database', 'utf8')}\`)
    process.removeAllListeners('disconnect')
    process.disconnect()
    if (behaviour === 'serving') setInterval(() => {}, 1_000)
    else process.exit(0)
  })
  process.send({ failed: behaviour === 'never-ready' ? ['storage'] : [] })
}
`

type Version = { behaviour?: string; lock?: string; files?: Record<string, string> }

/** A clone with doubles, in which the command of the upgrade is the real one. */
export type TestClone = Awaited<ReturnType<typeof createClone>>

/** Creates a repository with the version 1.0.0 and the given newer ones, and a clone of it with 1.0.0 and its data. */
export async function createClone(newer: Record<string, Version>) {
  const home = mkdtempSync(join(tmpdir(), 'attune-upgrade-'))
  const [origin, clone] = [join(home, 'origin'), join(home, 'clone')]
  mkdirSync(origin)
  git(origin, 'init', '--quiet', '--initial-branch=main')
  commitVersion(origin, '1.0.0', {})
  for (const [version, options] of Object.entries(newer)) commitVersion(origin, version, options)
  git(home, 'clone', '--quiet', origin, clone)
  git(clone, 'reset', '--quiet', '--hard', 'v1.0.0')
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(clone, path)), { recursive: true })
    writeFileSync(join(clone, path), text)
  }
  write('data/database', 'rows')
  execFileSync(process.execPath, ['tools/build-web.mjs'], { cwd: clone })
  return {
    folder: clone,
    origin,
    write,
    read: (path: string) => readFileSync(join(clone, path), 'utf8'),
    has: (path: string) => existsSync(join(clone, path)),
    git: (...args: string[]) => git(clone, ...args),
    run: (...args: string[]) => runIn(clone, 'tools/upgrade.mjs', args),
    runWith: (env: Record<string, string>, ...args: string[]) => runIn(clone, 'tools/upgrade.mjs', args, env),
    start: () => runIn(clone, 'tools/start.mjs', []),
    remove: () => rmSync(home, { recursive: true }),
  }
}

function commitVersion(origin: string, version: string, { behaviour = 'good', lock = '1', files = {} }: Version) {
  const all: Record<string, string> = {
    '.gitignore': '/data/\n/.attune/\nnode_modules/\ndist/\n',
    'package.json': JSON.stringify({ version, type: 'module' }),
    'package-lock.json': lock,
    behaviour,
    'tools/build-web.mjs': setUp,
    'tools/setup.mjs': 'export const setUp = () => {}',
    'tools/upgrade/data.ts': data,
    'apps/server/src/main.ts': server,
    ...Object.fromEntries(realFiles.map((path) => [path, readFileSync(join(root, path), 'utf8')])),
  }
  for (const [path, text] of Object.entries({ ...all, ...files })) {
    mkdirSync(dirname(join(origin, path)), { recursive: true })
    writeFileSync(join(origin, path), text)
  }
  const programs = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.mjs'))
  for (const name of programs)
    if (!files[`tools/upgrade/${name}`]) cpSync(join(import.meta.dirname, name), join(origin, 'tools/upgrade', name))
  git(origin, 'add', '--all')
  git(origin, 'commit', '--quiet', '--message', version)
  git(origin, 'tag', `v${version}`)
}

function git(folder: string, ...args: string[]): string {
  const person = ['-c', 'user.name=Test', '-c', 'user.email=test@attune.test', '-c', 'commit.gpgsign=false']
  return execFileSync('git', [...person, ...args], { cwd: folder, encoding: 'utf8', stdio: 'pipe' }).trim()
}

/** The end of a program: its exit code and everything that it printed. */
export type Ended = { code: number | null; said: string }

/** Runs a program with one pipe for both of its outputs, as a terminal is, so that their lines stay in order. */
function runIn(folder: string, program: string, args: string[], env: Record<string, string> = {}) {
  const child = spawn('/bin/sh', ['-c', 'exec "$0" "$@" 2>&1', process.execPath, program, ...args], {
    cwd: folder,
    env: { ...process.env, npm_lifecycle_event: '', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (said += text))
  const ended = once(child, 'close').then(([code]): Ended => ({ code: code as number | null, said }))
  return Object.assign(ended, { child, soFar: () => said })
}
