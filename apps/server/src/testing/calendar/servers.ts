import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { accessSync, constants, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '../../platform/database/embedded/free-port.ts'

export const calendarServers = ['radicale', 'xandikos'] as const
export type CalendarServerName = (typeof calendarServers)[number]

const user = { name: 'thea', password: 'right password' }
type User = typeof user

/** Returns the calendar servers that are not installed on this machine. */
export const missingCalendarServers = (): CalendarServerName[] =>
  calendarServers.filter(
    (name) => !(process.env.PATH ?? '').split(delimiter).some((folder) => isProgram(join(folder, name))),
  )

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** A third-party calendar server that runs on this machine with one account. */
export type CalendarServer = {
  name: CalendarServerName
  port: number
  user: User
  /** Sends a request as another program of the therapist does. */
  send(method: string, path: string, request?: { headers?: Record<string, string>; body?: string }): Promise<Response>
  /** Replaces the password. Only Radicale checks it itself. */
  setPassword(password: string): void
  /** Gives the account read-only access to the calendar at `path`. Only Radicale supports rights. */
  allowReadingOnly(path: string): void
  stop(): Promise<void>
}

/** Starts a calendar server with an empty folder. `clockAheadMs` shifts its clock. */
export async function startCalendarServer(name: CalendarServerName, clockAheadMs = 0): Promise<CalendarServer> {
  const folder = mkdtempSync(join(tmpdir(), `attune-${name}-`))
  const port = await freePort()
  let { password } = user
  const setPassword = (next: string) => {
    password = next
    writeFileSync(join(folder, 'users'), `${user.name}:${next}\n`)
  }
  setPassword(password)
  const allowReadingOnly = (path: string) => writeFileSync(join(folder, 'rights'), rightsFile(path))
  allowReadingOnly('/nothing/')
  const child =
    name === 'radicale' ? startRadicale(folder, port, clockAheadMs) : startXandikos(folder, port, clockAheadMs)
  const said: string[] = []
  child.stderr?.on('data', (part: Buffer) => said.push(String(part)))
  const send: CalendarServer['send'] = (method, path, { headers, body } = {}) =>
    fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: { authorization: basic({ ...user, password }), ...headers },
      ...(body !== undefined && { body }),
    })
  await untilAnswered(child, send, said)
  return {
    name,
    port,
    user,
    send,
    setPassword,
    allowReadingOnly,
    async stop() {
      if (child.exitCode === null && child.signalCode === null) {
        child.kill('SIGTERM')
        await once(child, 'exit')
      }
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

export const basic = ({ name, password }: User) => `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`

/** Python code that shifts the clock of a Python program; its folder is added to PYTHONPATH. */
const shiftedPython = (aheadMs: number) => `import time
_real = time.time
time.time = lambda: _real() + ${aheadMs / 1000}
`

function start(program: string, args: string[], folder: string, aheadMs: number): ChildProcess {
  if (aheadMs) writeFileSync(join(folder, 'sitecustomize.py'), shiftedPython(aheadMs))
  return spawn(program, args, {
    env: { ...process.env, ...(aheadMs && { PYTHONPATH: folder }) },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
}

function startRadicale(folder: string, port: number, aheadMs: number): ChildProcess {
  const config = join(folder, 'config')
  writeFileSync(
    config,
    `[server]
hosts = 127.0.0.1:${port}
[auth]
type = htpasswd
htpasswd_filename = ${join(folder, 'users')}
htpasswd_encryption = plain
delay = 0
[rights]
type = from_file
file = ${join(folder, 'rights')}
[storage]
filesystem_folder = ${join(folder, 'collections')}
[logging]
level = warning
`,
  )
  return start('radicale', ['-C', config], folder, aheadMs)
}

/** The rights of `owner_only`, but the calendar at `path` may only be read. */
const rightsFile = (path: string) => `[root]
user: .+
collection:
permissions: R
[reading]
user: .+
collection: ${path.replaceAll(/^\/|\/$/g, '')}
permissions: r
[home]
user: .+
collection: {user}
permissions: RW
[calendars]
user: .+
collection: {user}/[^/]+
permissions: rw
`

function startXandikos(folder: string, port: number, aheadMs: number): ChildProcess {
  const args = ['--defaults', '--autocreate', '-d', join(folder, 'files'), '-l', '127.0.0.1', '-p', String(port)]
  return start('xandikos', [...args, '--current-user-principal', `/${user.name}`], folder, aheadMs)
}

async function untilAnswered(child: ChildProcess, send: CalendarServer['send'], said: string[]): Promise<void> {
  for (let round = 0; round < 300; round++) {
    if (child.exitCode !== null) throw new Error(`the calendar server ended:\n${said.join('')}`)
    const answer = await send('OPTIONS', '/').catch(() => null)
    if (answer) return
    await pause(100)
  }
  throw new Error(`the calendar server does not answer:\n${said.join('')}`)
}
