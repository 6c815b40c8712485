import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Config } from '../../apps/server/src/platform/config/config.ts'
import { clusterPath } from '../../apps/server/src/platform/database/embedded/paths.ts'
import { syncFolder, syncPath } from '../../apps/server/src/platform/process/durable.ts'
import { StartError } from '../../apps/server/src/platform/process/start-error.ts'
import { workFolderName } from '../../apps/server/src/platform/data-folder/work-folders.ts'
import { dataEntries, label, tar, writeLabel } from '../../apps/server/src/platform/backup/archive.ts'
import { type AfterStep, runSteps, type Step } from './steps.ts'

type Backup = {
  config: Pick<Config, 'dataDir' | 'secretsDir'>
  target: string
  at: Date
  requireStopped: () => void
  cluster: string
  /** The temporary folder, next to the target file. */
  folder: string
}

const steps: Step<Backup>[] = [
  { name: 'make a temporary folder', run: ({ folder }) => mkdirSync(folder, { mode: 0o700 }) },
  { name: 'write the label', run: writeLabelOf },
  { name: 'pack the data', run: packData },
  { name: 'check that Attune is still stopped', run: ({ requireStopped }) => requireStopped() },
  { name: 'write the archive to the disk', run: ({ folder }) => syncPath(join(folder, 'archive')) },
  { name: 'give the archive its name', run: publish },
  { name: 'remove the temporary folder', run: ({ folder }) => rmSync(folder, { recursive: true }) },
]

/**
 * Packs the data folder of a stopped server, without the secrets, into one file. Creates no file if packing fails or if `requireStopped`
 * throws.
 */
export function pack(
  config: Backup['config'],
  target: string,
  at: Date,
  requireStopped: () => void,
  afterStep?: AfterStep,
): void {
  const cluster = clusterPath(config.dataDir)
  if (!existsSync(join(cluster, 'PG_VERSION')))
    throw new StartError(`There's nothing to back up: ${config.dataDir} has no database yet.`)
  if (existsSync(target)) throw new StartError(`${target} already exists. Choose another file name.`)
  mkdirSync(dirname(target), { recursive: true, mode: 0o700 })
  const folder = join(dirname(target), workFolderName('backup'))
  try {
    runSteps(steps, { config, target, at, requireStopped, cluster, folder }, afterStep)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function writeLabelOf({ folder, at, cluster }: Backup): void {
  writeLabel(folder, at, readFileSync(join(cluster, 'PG_VERSION'), 'utf8').trim())
}

function packData({ config, folder, cluster, target }: Backup): void {
  writeFileSync(join(folder, 'archive'), '', { mode: 0o600 })
  const files = dataEntries(config).filter((name) => name !== basename(cluster))
  const parts = [
    '-C',
    folder,
    label,
    '-C',
    dirname(cluster),
    basename(cluster),
    ...(files.length > 0 ? ['-C', config.dataDir, ...files.map((name) => `./${name}`)] : []),
  ]
  tar(['-czf', join(folder, 'archive'), ...parts], `Attune couldn't pack the data into ${target}`)
}

function publish({ folder, target }: Backup): void {
  renameSync(join(folder, 'archive'), target)
  syncFolder(dirname(target))
}
