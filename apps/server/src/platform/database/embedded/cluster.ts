import { spawnSync } from 'node:child_process'
import { createHmac, randomBytes } from 'node:crypto'
import { chownSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { StartError } from '../../process/start-error.ts'
import type { PostgresPaths } from './paths.ts'
import { isProcessAlive } from './postmaster.ts'

/** The name of the user that installs the schema. The user owns the database and may create roles, but is not a superuser. */
export const installUser = 'attune'
export const databaseName = 'attune'
/** The name of the role that copies the running cluster. The role can read every file of the cluster, but no table. */
export const replicationUser = 'attune_wal'

/** Derives the password of the replication role from that of the install user. */
export const replicationPassword = (password: string): string =>
  createHmac('sha256', password).update(replicationUser).digest('base64url')

/** The file in a cluster that records which setup steps of the superuser are done: '1' when the replication role exists. */
const preparedFile = 'attune-prepared'
const prepared = '1'

/** The lines of pg_hba.conf. Connections of the superuser are rejected, because only single-user mode uses the superuser. */
const accessRules = ['host all postgres all reject', 'host all all 127.0.0.1/32 scram-sha-256', ''].join('\n')

/** Returns the URL of the database of an embedded Postgres on loopback, as the install user. */
export const embeddedUrl = (port: number, password: string): string =>
  `postgres://${installUser}:${password}@127.0.0.1:${port}/${databaseName}`

export type ClusterOptions = {
  /** The password of the install user. */
  password: string
  /** For tests: Postgres does not sync data to disk, and the user may create databases. */
  throwaway?: boolean
}

/**
 * Creates the cluster, that is, the data folder of Postgres, if there is none. Creates it in a temporary folder and
 * then renames the folder, so that a cluster is never incomplete. If two processes do this at the same time, both
 * processes use the folder that is renamed first.
 */
export function ensureCluster(places: PostgresPaths, { password, throwaway = false }: ClusterOptions): void {
  removeAbandonedDrafts(places.cluster)
  if (existsSync(join(places.cluster, 'PG_VERSION'))) return checkVersion(places)
  const draft = `${places.cluster}.draft-${process.pid}-${randomBytes(4).toString('hex')}`
  mkdirSync(draft, { recursive: true, mode: 0o700 })
  if (places.systemUser) chownSync(draft, places.systemUser.uid, places.systemUser.gid)
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  const sync = throwaway ? ['--no-sync'] : []
  run(places, 'initdb', ['-D', draft, '-U', 'postgres', '-A', 'reject', '--no-instructions', ...locale, ...sync])
  runAsSuperuser(
    places,
    draft,
    [
      `create role ${installUser} login createrole ${throwaway ? 'createdb' : ''} password '${password}'`,
      `create database ${databaseName} owner ${installUser}`,
      createReplicationUser(password),
    ],
    { throwaway },
  )
  markPrepared(places, draft)
  writeFileSync(join(draft, 'pg_hba.conf'), accessRules)
  try {
    renameSync(draft, places.cluster)
  } catch (error) {
    rmSync(draft, { recursive: true })
    if (!existsSync(join(places.cluster, 'PG_VERSION'))) throw error
  }
}

/** Sets the passwords that depend on the secrets, for example after a restore with other secrets. Postgres must not be running. */
export function setPassword(places: PostgresPaths, password: string): void {
  runAsSuperuser(places, places.cluster, [
    `alter role ${installUser} password '${password}'`,
    `alter role ${replicationUser} password '${replicationPassword(password)}'`,
  ])
}

/** Whether the setup steps of this version that need the superuser are done in a cluster. */
export const isPrepared = ({ cluster }: PostgresPaths): boolean =>
  existsSync(join(cluster, preparedFile)) && readFileSync(join(cluster, preparedFile), 'utf8').trim() === prepared

/** Does the setup steps of this version that need the superuser in a cluster of an earlier version. Postgres must not be running. */
export function prepareCluster(places: PostgresPaths, { password, throwaway = false }: ClusterOptions): void {
  runAsSuperuser(places, places.cluster, [`drop role if exists ${replicationUser}`, createReplicationUser(password)], {
    throwaway,
  })
  markPrepared(places, places.cluster)
}

const createReplicationUser = (password: string) =>
  `create role ${replicationUser} login replication noinherit password '${replicationPassword(password)}'`

function markPrepared({ systemUser }: PostgresPaths, cluster: string): void {
  const path = join(cluster, preparedFile)
  writeFileSync(path, `${prepared}\n`, { mode: 0o600 })
  if (systemUser) chownSync(path, systemUser.uid, systemUser.gid)
}

type SuperuserOptions = {
  database?: string
  throwaway?: boolean
  /** Settings of Postgres, by name. The statements have no parameters, but they can read a setting such as `attune.since`. */
  settings?: Record<string, string>
}

/**
 * Runs statements in Postgres' single-user mode, which first replays the WAL of a cluster that was not shut down. Returns the columns of the last
 * row by name. Throws a StartError with the first error.
 */
export function runAsSuperuser(
  places: PostgresPaths,
  cluster: string,
  statements: readonly string[],
  { database = 'postgres', throwaway = false, settings = {} }: SuperuserOptions = {},
): Record<string, string> {
  const flags = [
    ...(throwaway ? ['-F'] : []),
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ]
  // With the flag -j, a semicolon followed by an empty line ends a statement.
  const input = statements.map((statement) => `${statement};\n\n`).join('')
  const output = run(places, 'postgres', ['--single', '-j', ...flags, '-D', cluster, database], input)
  const error = /^.*(?:ERROR|FATAL): +(.*)$/m.exec(output)?.[1]
  if (error) throw new StartError(`Attune couldn't set up the database in ${cluster}: ${error}.`)
  const columns = output.matchAll(/^\t ?\d+: (\w+) = "(.*)"\t\(typeid/gm)
  return Object.fromEntries([...columns].map(([, name = '', value = '']) => [name, value]))
}

function run(places: PostgresPaths, program: string, args: string[], input = ''): string {
  const { status, error, stdout, stderr } = spawnSync(join(places.bin, program), args, {
    ...places.systemUser,
    cwd: '/',
    encoding: 'utf8',
    // A record that is read from a backup can be longer than the default of 1 MB.
    maxBuffer: 1 << 28,
    env: { LC_ALL: 'C', PATH: '/usr/bin:/bin' },
    input,
  })
  if (status === 0) return stdout + stderr
  const reason = error?.message ?? (stderr.trim() || stdout.trim())
  throw new StartError(`The built-in Postgres failed in ${program}: ${reason}`)
}

function checkVersion(places: PostgresPaths): void {
  const stored = readFileSync(join(places.cluster, 'PG_VERSION'), 'utf8').trim()
  const ours = /\d+/.exec(run(places, 'postgres', ['--version']))?.[0]
  if (stored !== ours) {
    throw new StartError(
      `Postgres ${stored} created the database in ${places.cluster}, but this version of Attune includes Postgres ${ours}.`,
    )
  }
}

/** Deletes the temporary folders that killed processes left while they created a cluster. */
function removeAbandonedDrafts(cluster: string): void {
  const folder = dirname(cluster)
  if (!existsSync(folder)) return
  for (const name of readdirSync(folder)) {
    const pid = new RegExp(`^${basename(cluster)}\\.draft-(\\d+)-`).exec(name)?.[1]
    if (pid && !isProcessAlive(Number(pid))) rmSync(join(folder, name), { recursive: true, force: true })
  }
}
