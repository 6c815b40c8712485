import { execFile, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { freePort } from '../apps/server/src/platform/database/embedded/free-port.ts'
import { root } from '../tools/setup/steps.mjs'
import type { DrillOutcome } from './outcome.ts'
import { processTree } from './processes.ts'
import { installPrograms, missingPrograms } from './programs.ts'
import { callsOutsideFilter } from './service.calls.ts'

const run = promisify(execFile)
const installFolder = '/opt/attune'
/** The highest exposure that passes the drill, on the scale of `systemd-analyze security` from 0 (best) to 10. */
const highestExposure = 2

/** The programs that the drill of the systemd unit needs and this machine lacks. strace is the only one with a package of its name. */
export const missingServicePrograms = () => missingPrograms(['systemd-analyze', 'strace', 'setpriv'])

/**
 * Checks the systemd unit with systemd's own programs. Then runs its ExecStart and ExecStartPost by hand, on file systems that are read-only except
 * for the data folder, as an unprivileged user, and compares the system calls with the unit's filter.
 */
export async function serviceDrill(_short: boolean, say: (line: string) => void): Promise<DrillOutcome> {
  if (process.geteuid?.() !== 0)
    return { passed: false, figures: { 'the drill could not begin': 'only root can run a program as another user' } }
  const problem = await installPrograms(missingServicePrograms, say)
  if (problem) return { passed: false, figures: { 'the drill could not begin': problem } }
  const work = mkdtempSync(join(tmpdir(), 'attune-service-'))
  try {
    const unit = readUnitFor(work)
    say('systemd-analyze')
    const remarks = await run('systemd-analyze', ['verify', unit.path]).then(
      ({ stderr }) => stderr.trim(),
      (error: Error) => error.message,
    )
    const { stdout } = await run('systemd-analyze', ['security', '--offline=yes', unit.path])
    const exposure = /Overall exposure level[^:]*: ([\d.]+ \w+)/.exec(stdout)?.[1] ?? 'unknown'
    say('ExecStart by hand')
    const found = await startByHand(work, unit)
    return {
      passed:
        remarks === '' &&
        Number.parseFloat(exposure) <= highestExposure &&
        found.isReady &&
        found.code === 0 &&
        found.outside === '',
      figures: {
        'remarks of systemd-analyze verify': remarks || 'none',
        'exposure by systemd-analyze security (≤ 2)': exposure,
        'ExecStartPost says that the server is ready': found.isReady ? 'yes' : 'no',
        'exit code after SIGTERM': found.code ?? 'none',
        'system calls that the filter would refuse': found.outside || 'none',
      },
    }
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

type Unit = { path: string; start: string[]; startPost: string[]; filter: string }

/** Copies the unit with this clone in place of the folder of the installation, and reads its commands. */
function readUnitFor(work: string): Unit {
  const text = readFileSync(join(root, 'hosting', 'attune.service'), 'utf8').replaceAll(installFolder, root)
  const path = join(work, 'attune.service')
  writeFileSync(path, text)
  const valueOf = (name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(text)?.[1] ?? ''
  const wordsOf = (name: string) => valueOf(name).split(' ')
  return { path, start: wordsOf('ExecStart'), startPost: wordsOf('ExecStartPost'), filter: valueOf('SystemCallFilter') }
}

/** The user of the unit, or `nobody` if this machine has none. */
function unprivilegedUser() {
  const idOf = (flag: string, name: string) =>
    Number(execFileSync('id', [flag, name], { encoding: 'utf8', stdio: 'pipe' }))
  for (const name of ['attune', 'nobody'])
    try {
      return { uid: idOf('-u', name), gid: idOf('-g', name) }
    } catch {
      // This machine has no such user.
    }
  throw new Error('this machine has neither a user attune nor a user nobody')
}

async function startByHand(work: string, { start, startPost, filter }: Unit) {
  const user = unprivilegedUser()
  const data = join(work, 'state')
  mkdirSync(data, { mode: 0o700 })
  chownSync(data, user.uid, user.gid)
  // The unprivileged user must be able to open folders below this one.
  execFileSync('chmod', ['711', work])
  const env = [
    `ATTUNE_DATA=${join(data, 'data')}`,
    `PORT=${await freePort()}`,
    'NODE_ENV=production',
    'PATH=/usr/bin:/bin',
    `TMPDIR=${data}`,
  ]
  const calls = join(data, 'calls')
  const asUser = (command: string[]) => {
    const rights = [
      `--reuid=${user.uid}`,
      `--regid=${user.gid}`,
      '--clear-groups',
      '--no-new-privs',
      '--bounding-set=-all',
    ]
    return ['setpriv', ...rights, 'env', '-i', '-C', root, ...env, ...command]
  }
  const script = join(work, 'start.sh')
  const traced = asUser(['strace', '-f', '-c', '-qq', '-o', calls, ...start])
  writeFileSync(script, `${readOnlyExcept(data)}\nexec ${traced.map((word) => `'${word}'`).join(' ')}\n`)
  const server = spawn('unshare', ['--mount', 'sh', script], { stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  server.stderr.setEncoding('utf8').on('data', (text: string) => (said += text))
  const [program = '', ...args] = asUser(startPost)
  const isReady = await run(program, args, { timeout: 300_000 }).then(
    () => true,
    () => false,
  )
  const ended = once(server, 'exit') as Promise<[number | null]>
  // strace does not forward signals, so the drill sends SIGTERM to the server itself, as systemd does.
  stopTraced(server.pid ?? 0)
  const [code] = await ended
  if (!isReady) throw new Error(`the server did not become ready:\n${said}`)
  return { isReady, code, outside: callsOutsideFilter(readFileSync(calls, 'utf8'), filter) }
}

/** Sends SIGTERM to the server and not to strace. The process of `unshare` now runs strace, and the server is the only child of strace. */
function stopTraced(strace: number): void {
  const [, server] = processTree(strace)
  if (server) process.kill(server, 'SIGTERM')
}

/** Shell commands that make every file system of the namespace read-only, as ProtectSystem=strict does, except for one folder. */
const readOnlyExcept = (folder: string) => `set -e
mount --make-rprivate /
mount --bind '${folder}' '${folder}'
awk '$3 !~ /^(proc|sysfs|devtmpfs|devpts|mqueue|cgroup2?)$/ && $2 !~ /^\\/(dev|proc|sys)/ { print $2 }' /proc/self/mounts | sort -u | while read -r at; do
  [ "$at" = '${folder}' ] || mount -o remount,ro,bind "$at" 2>/dev/null || true
done
if touch '${root}/written' 2>/dev/null; then echo 'the clone is writable' >&2; exit 1; fi`
