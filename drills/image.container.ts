import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { megabytesOf } from '../bench/memory.ts'
import { freePort } from '../apps/server/src/platform/database/embedded/free-port.ts'
import { processTree } from './processes.ts'

export type ContainerFindings = {
  /** The seconds from the first start until `/ready` succeeds (`first`), from the second start (`second`), and from SIGTERM to the end (`stop`). */
  first: number
  second: number
  stop: number
  /** Megabytes of all processes. */
  memory: number
  /** The id of the user of all processes; 0 if they run as root or as different users. */
  user: number
  /** The folders that the user can write to. */
  writable: string
  backedUp: boolean
  /** Whether the restore of the backup succeeded, and the server started with it. */
  restored: boolean
  healthy: boolean
  /** Whether the server ended with 0 and left no process. */
  stopped: boolean
}

type Image = { User: string; Env: string[]; Cmd: string[]; WorkingDir: string; Healthcheck: { Test: string[] } }
type Container = { image: Image; root: string; data: string; work: string; port: number }

const readyMilliseconds = 300_000

/**
 * Runs an image twice with the data of the first run. The root is read-only, `/tmp` and `/dev/shm` are in memory, `/data` is a folder of this
 * machine, processes have no capabilities and a process namespace of their own, as in compose.yaml. `settings` is the description of the image that
 * buildah prints as JSON.
 */
export async function runContainer(options: {
  root: string
  settings: string
  work: string
  say: (line: string) => void
}): Promise<ContainerFindings> {
  const { Docker } = JSON.parse(options.settings) as { Docker: { config: Image } }
  const data = join(options.work, 'data')
  const user = Number(Docker.config.User.split(':')[0])
  mkdirSync(data, { mode: 0o700 })
  chownSync(data, user, user)
  const container = { image: Docker.config, root: options.root, data, work: options.work, port: await freePort() }
  options.say('the first start')
  const first = await startAndMeasure(container, async () => {})
  options.say('the second start')
  let [memory, runs, writable, backedUp] = [0, 0, '', false]
  const second = await startAndMeasure(container, async (pids) => {
    await pause(5_000)
    memory = pids().reduce((sum, pid) => sum + megabytesOf(pid), 0)
    runs = userOf(pids())
    writable = await writableFolders(container, pids)
    options.say('a backup in the container')
    const said = await enter(container, pids, ['node', 'tools/backup.ts'])
    backedUp = said.includes('Backup saved')
    if (!backedUp) options.say(said)
  })
  options.say('a restore in another container')
  const restored = await restoreAndStart(container, options.say)
  const { healthy, stopped, stop } = second
  return {
    first: first.ready,
    second: second.ready,
    stop,
    memory,
    user: runs,
    writable,
    backedUp,
    restored,
    healthy,
    stopped,
  }
}

/** Restores the newest backup in a container of its own, as `docker compose run` does, and starts the server with it. */
async function restoreAndStart(container: Container, say: (line: string) => void): Promise<boolean> {
  const backups = `${container.image.Env.find((line) => line.startsWith('ATTUNE_DATA='))?.split('=')[1]}/backups`
  const restore = startUnshared(container, ['node', 'tools/restore.ts', backups, '--replace', '--yes'])
  const [code] = (await once(restore, 'exit')) as [number | null]
  if (code !== 0) say(restore.said())
  return code === 0 && (await startAndMeasure(container, async () => {})).stopped
}

/** Starts a command in a new container. `said` returns its output. */
function startUnshared(container: Container, command: string[]) {
  const script = join(container.work, 'start.sh')
  writeFileSync(script, startScript(container, command))
  const started = spawn('unshare', ['--mount', '--pid', '--ipc', '--uts', '--fork', '--kill-child', 'sh', script], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  for (const stream of [started.stdout, started.stderr])
    stream.setEncoding('utf8').on('data', (text) => (printed += text))
  return Object.assign(started, { said: () => printed })
}

/** Starts the container, waits until it is ready, calls `use` with its processes, and stops it. */
async function startAndMeasure(container: Container, use: (pids: () => number[]) => Promise<void>) {
  const begun = performance.now()
  const started = startUnshared(container, container.image.Cmd)
  // The first process is unshare itself.
  const pids = () => processTree(started.pid ?? 0).slice(1)
  try {
    while (!(await isReady(container.port))) {
      if (started.exitCode !== null || performance.now() - begun > readyMilliseconds)
        throw new Error(`the container did not become ready:\n${started.said()}`)
      await pause(50)
    }
    const ready = (performance.now() - begun) / 1000
    const check = container.image.Healthcheck.Test.slice(1)
    const healthy = (await enter(container, pids, [...check, '--wait', '0'])) === ''
    await use(pids)
    const { stop, code } = await stopContainer(started, pids)
    return { ready, stop, healthy: healthy && !(await isReady(container.port)), stopped: code === 0 }
  } finally {
    started.kill('SIGKILL')
  }
}

async function stopContainer(started: ChildProcess, pids: () => number[]) {
  const [first] = pids()
  const begun = performance.now()
  const ended = once(started, 'exit') as Promise<[number | null]>
  if (first) process.kill(first, 'SIGTERM')
  const [code] = await ended
  return { stop: (performance.now() - begun) / 1000, code }
}

async function isReady(port: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/ready`).then(
    (answer) => answer.ok,
    () => false,
  )
}

/** Returns the command as arguments of `chroot`: with the user and the environment of the image, and without capabilities. */
function asUser({ image, root, port }: Container, command: string[]): string[] {
  const [user = '', group = user] = image.User.split(':')
  const rights = [
    '--reuid',
    user,
    '--regid',
    group,
    '--clear-groups',
    '--no-new-privs',
    '--bounding-set=-all',
    '--inh-caps=-all',
  ]
  const settings = [...image.Env, `PORT=${port}`, 'LOG_LEVEL=warn']
  const inFolder = ['env', '-i', '-C', image.WorkingDir, ...settings, ...command]
  return ['chroot', root, 'setpriv', ...rights, ...inFolder]
}

const quote = (words: string[]) => words.map((word) => `'${word.replaceAll("'", `'\\''`)}'`).join(' ')

function startScript(container: Container, command: string[]): string {
  const { root, data } = container
  return [
    'set -e',
    `mount --bind ${root} ${root}`,
    `mount --bind ${data} ${root}/data`,
    `mount -t tmpfs tmpfs ${root}/tmp`,
    `mount -t tmpfs -o size=256m tmpfs ${root}/dev/shm`,
    `mount -t proc proc ${root}/proc`,
    `mount -o remount,ro,bind ${root}`,
    `exec ${quote(asUser(container, command))}`,
  ].join('\n')
}

/** Runs a command in the namespaces of the running container and returns its output. */
async function enter(container: Container, pids: () => number[], command: string[]): Promise<string> {
  const namespaces = ['--target', String(pids()[0]), '--mount', '--pid', '--ipc', '--uts']
  const result = promisify(execFile)('nsenter', [...namespaces, '--', ...asUser(container, command)])
  return result.then(
    ({ stdout, stderr }) => stdout + stderr,
    (error: Error) => error.message,
  )
}

async function writableFolders(container: Container, pids: () => number[]): Promise<string> {
  const script = 'for at in / /data /opt/attune /tmp; do touch "$at/written" 2>/dev/null && echo "$at"; done; true'
  return (await enter(container, pids, ['sh', '-c', script])).trim().replaceAll('\n', ', ')
}

function userOf(pids: number[]): number {
  const users = new Set(pids.map((pid) => /^Uid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]))
  return users.size === 1 ? Number([...users][0]) : 0
}
