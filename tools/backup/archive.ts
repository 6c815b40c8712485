import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  lchownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import type { Config } from '../../apps/server/src/platform/config.ts'
import {
  clusterPath,
  findPostgresPaths,
  clusterPointerFile,
  type SystemUser,
} from '../../apps/server/src/platform/database/embedded/paths.ts'
import { StartError } from '../../apps/server/src/platform/start-error.ts'

/** The name of the first entry of every archive. `unpack` checks this entry before it replaces any data. */
const label = 'attune-backup.json'
type Label = { app: 'attune'; format: 1; at: string; postgres: string }

/**
 * Packs the data folder of a stopped server, without the secrets, into one file. Creates no file if packing fails or if `stillStopped`
 * throws.
 */
export function pack(config: Config, target: string, at: Date, stillStopped: () => void): void {
  const cluster = clusterPath(config.dataDir)
  if (!existsSync(join(cluster, 'PG_VERSION')))
    throw new StartError(`There is no database in ${config.dataDir} yet, so there is nothing to back up.`)
  if (existsSync(target)) throw new StartError(`${target} exists already; name another file.`)
  mkdirSync(dirname(target), { recursive: true, mode: 0o700 })
  const draft = mkdtempSync(join(dirname(target), '.attune-backup-'))
  try {
    const postgres = readFileSync(join(cluster, 'PG_VERSION'), 'utf8').trim()
    const words: Label = { app: 'attune', format: 1, at: at.toISOString(), postgres }
    writeFileSync(join(draft, label), JSON.stringify(words))
    writeFileSync(join(draft, 'archive'), '', { mode: 0o600 })
    const files = dataEntries(config).filter((name) => name !== basename(cluster))
    const parts = [
      '-C',
      draft,
      label,
      '-C',
      dirname(cluster),
      basename(cluster),
      ...(files.length > 0 ? ['-C', config.dataDir, ...files.map((name) => `./${name}`)] : []),
    ]
    tar(['-czf', join(draft, 'archive'), ...parts], `The data could not be packed into ${target}`)
    stillStopped()
    renameSync(join(draft, 'archive'), target)
  } finally {
    rmSync(draft, { recursive: true })
  }
}

/**
 * Unpacks an archive into the data folder. Unpacks it into a temporary folder first, so that a damaged archive changes nothing. Keeps the
 * secrets of the data folder. If the data folder has data already, moves that data to another folder if `replace` is set, otherwise throws
 * a StartError. Returns the folder of the previous data, or null if there was none.
 */
export function unpack(config: Config, source: string, replace: boolean, at: Date): string | null {
  if (!existsSync(source)) throw new StartError(`There is no backup ${source}.`)
  const places = findPostgresPaths(config.dataDir)
  const existing = [...dataEntries(config), ...(existsSync(places.cluster) ? [basename(places.cluster)] : [])]
  if (existing.length > 0 && !replace) {
    throw new StartError(
      `${config.dataDir} holds data already. Add --replace to keep them aside and put the backup in their place.`,
    )
  }
  const draft = mkdtempSync(join(config.dataDir, '..', '.attune-restore-'))
  try {
    tar(['-xzf', source, '-C', draft], `${source} is no complete backup, so nothing was changed`)
    needLabel(draft, source)
    rmSync(join(draft, label))
    const aside = existing.length > 0 ? moveAside(config, places.cluster, at) : null
    if (places.systemUser) setOwner(join(draft, 'postgres'), places.systemUser)
    renameSync(join(draft, 'postgres'), places.cluster)
    for (const name of readdirSync(draft)) renameSync(join(draft, name), join(config.dataDir, name))
    return aside
  } finally {
    rmSync(draft, { recursive: true })
  }
}

/**
 * Returns the entries of the data folder that belong in a backup: all except the secrets, the drafts (`.draft-`) and the file with the path
 * of the cluster on this machine.
 */
function dataEntries({ dataDir, secretsDir }: Config): string[] {
  const [secrets = '', ...deeper] = relative(dataDir, secretsDir).split(/[\\/]/)
  if (secrets !== '..' && deeper.length > 0)
    throw new StartError(
      'ATTUNE_SECRETS must lie directly in ATTUNE_DATA or outside of it, or a backup would hold the secrets.',
    )
  return existsSync(dataDir)
    ? readdirSync(dataDir).filter(
        (name) => name !== secrets && name !== clusterPointerFile && !name.includes('.draft-'),
      )
    : []
}

function moveAside(config: Config, cluster: string, at: Date): string {
  const aside = `${config.dataDir}.replaced-${at.toISOString().replace(/[:.]/g, '-')}`
  mkdirSync(aside, { mode: 0o700 })
  for (const name of dataEntries(config))
    if (join(config.dataDir, name) !== cluster) renameSync(join(config.dataDir, name), join(aside, name))
  if (existsSync(cluster))
    renameSync(
      cluster,
      dirname(cluster) === config.dataDir ? join(aside, basename(cluster)) : `${cluster}.${basename(aside)}`,
    )
  return aside
}

function needLabel(folder: string, source: string): void {
  const path = join(folder, label)
  const words = existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Partial<Label>) : {}
  if (words.app !== 'attune' || words.format !== 1)
    throw new StartError(`${source} is no backup that this version of Attune can read.`)
}

function setOwner(folder: string, { uid, gid }: SystemUser): void {
  for (const entry of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
    lchownSync(join(folder, entry), uid, gid)
  lchownSync(folder, uid, gid)
  chmodSync(folder, 0o700)
}

function tar(args: string[], failure: string): void {
  const { status, error, stderr } = spawnSync('tar', args, { encoding: 'utf8', env: { ...process.env, LC_ALL: 'C' } })
  if (status !== 0)
    throw new StartError(`${failure}: ${(error?.message ?? stderr).trim().split('\n')[0]}.`, { cause: error })
}
