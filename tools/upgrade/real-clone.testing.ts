import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { configNames } from '../../apps/server/src/platform/config/setting-names.ts'
import { freePort } from '../../apps/server/src/platform/database/embedded/free-port.ts'
import { clusterPath } from '../../apps/server/src/platform/database/embedded/paths.ts'
import { findPostmaster, stopPostmaster } from '../../apps/server/src/platform/database/embedded/postmaster.ts'
import { root } from '../setup/steps.mjs'

const health = 'apps/server/src/platform/http/health.ts'
const [migration, failing] = ['db/migrations/9000-probe.sql', 'db/migrations/9001-failing.sql']
const probe = 'create table app.upgrade_probe (id int);\n'

/** The versions of the clone, each with functions that return its changed files from the text of the files of this checkout. */
const versions: Record<string, Record<string, (text: string) => string>> = {
  '0.2.0': { [migration]: () => probe },
  '0.3.0': {
    [migration]: () => probe,
    [health]: (text) => text.replace('storage: isWritable', 'storage: async () => false'),
  },
  '0.4.0': { [migration]: () => probe, [failing]: () => 'select 1 / 0;\n' },
}

/** A clone of this checkout as version 0.1.0, with its real server, and with newer versions as tags. */
export type RealClone = Awaited<ReturnType<typeof createRealClone>>

export async function createRealClone() {
  const home = mkdtempSync(join(tmpdir(), 'attune-upgrade-'))
  // The embedded Postgres may run as a separate system user, who needs access to this folder.
  chmodSync(home, 0o711)
  const [origin, clone] = [join(home, 'origin'), join(home, 'clone')]
  createOrigin(origin)
  execFileSync('git', ['clone', '--quiet', origin, clone])
  git(clone, 'checkout', '--quiet', 'v0.1.0')
  linkPackages(clone)
  const dataDir = join(home, 'data')
  const port = await freePort()
  const unset = Object.fromEntries(configNames.map((name) => [name, '']))
  const settings = { PORT: String(port), ATTUNE_DATA: dataDir, LOG_LEVEL: 'silent', MAX_RATE: '1048576' }
  const env = { ...process.env, npm_lifecycle_event: '', ...unset, ...settings }
  return {
    dataDir,
    secretsDir: join(dataDir, 'secrets'),
    address: `http://127.0.0.1:${port}`,
    version: () => git(clone, 'describe', '--tags'),
    start: () => runProgram(clone, env, ['tools/start.mjs']),
    upgrade: (...args: string[]) => runProgram(clone, env, ['tools/upgrade.mjs', ...args]),
    async remove() {
      const orphan = findPostmaster(clusterPath(dataDir))
      if (orphan) await stopPostmaster(orphan.pid, clusterPath(dataDir))
      rmSync(home, { recursive: true })
    },
  }
}

/** Creates a repository with the files of this checkout as 0.1.0, and one commit on it for each newer version. */
function createOrigin(origin: string): void {
  mkdirSync(origin)
  const files = git(root, 'ls-files', '--cached', '--others', '--exclude-standard')
  const packed = execFileSync('tar', ['--create', '--ignore-failed-read', '--files-from=-'], {
    cwd: root,
    input: files,
    maxBuffer: 1 << 29,
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  execFileSync('tar', ['--extract'], { cwd: origin, input: packed })
  git(origin, 'init', '--quiet', '--initial-branch=main')
  commit(origin, '0.1.0', {})
  for (const [version, changes] of Object.entries(versions)) {
    git(origin, 'checkout', '--quiet', 'v0.1.0')
    commit(origin, version, changes)
  }
  git(origin, 'checkout', '--quiet', 'main')
}

function commit(origin: string, version: string, changes: Record<string, (text: string) => string>): void {
  const setVersion = (text: string) => text.replace(/"version": "[^"]+"/, `"version": "${version}"`)
  for (const [path, change] of Object.entries({ 'package.json': setVersion, ...changes })) {
    const isNew = path.startsWith('db/')
    writeFileSync(join(origin, path), change(isNew ? '' : readFileSync(join(origin, path), 'utf8')))
  }
  git(origin, 'add', '--all')
  git(origin, 'commit', '--quiet', '--allow-empty', '--message', version)
  git(origin, 'tag', `v${version}`)
}

/** Gives a clone the packages of this checkout, and a web app that counts as built. */
function linkPackages(clone: string): void {
  for (const folder of ['.', 'apps/server', 'apps/web', 'packages/contract'])
    symlinkSync(join(root, folder, 'node_modules'), join(clone, folder, 'node_modules'))
  const dist = join(clone, 'apps/web/dist')
  mkdirSync(dist)
  writeFileSync(join(dist, 'index.html'), '<!doctype html><html><head></head><body></body></html>')
  const stamp = `import { stampOf, web } from './tools/setup/web.mjs'
    process.stdout.write(stampOf([web, 'packages/contract', 'package-lock.json'].map((path) => (path === web ? path : process.cwd() + '/' + path))))`
  writeFileSync(
    join(dist, '.stamp'),
    execFileSync(process.execPath, ['--input-type=module', '-e', stamp], { cwd: clone }),
  )
}

function git(folder: string, ...args: string[]): string {
  const person = ['-c', 'user.name=Test', '-c', 'user.email=test@attune.test', '-c', 'commit.gpgsign=false']
  return execFileSync('git', [...person, ...args], {
    cwd: folder,
    encoding: 'utf8',
    stdio: 'pipe',
    maxBuffer: 1 << 26,
  }).trim()
}

function runProgram(cwd: string, env: NodeJS.ProcessEnv, args: string[]) {
  const child = spawn(process.execPath, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
  const output = { said: '' }
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output.said += text))
  const ended = once(child, 'close').then(([code]) => code as number | null)
  return { child, output, ended }
}
