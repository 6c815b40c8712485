import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

/** A call of a backup or restore function that `runUntil` runs. */
export type Action = {
  name: 'back up' | 'send' | 'unpack' | 'finish' | 'undo'
  dataDir: string
  secretsDir: string
  /** The prepared folder, for `send`, and the archive in it, for `unpack`. */
  archive?: string
  /** The words of the key that opens the archive. */
  words?: string
}

const importUrl = (file: string) => JSON.stringify(join(import.meta.dirname, file))

/** The program of the child process. It runs an action and kills itself with SIGKILL when the given step is done. */
const program = `
import { backUpStandIn } from ${importUrl('archives.testing.ts')}
import { openBackup } from ${importUrl('../../apps/server/src/platform/backup/restore/open-backup.ts')}
import { backUp } from ${importUrl('../../apps/server/src/features/practice/administration/backup/back-up.ts')}
import { withRunningDatabase } from ${importUrl('running.ts')}
import { FolderStore } from ${importUrl('../../apps/server/src/platform/object-store/folder-store.ts')}
import { unpack, finishRestore, undoRestore } from ${importUrl('unpack.ts')}
const { action, last } = JSON.parse(process.argv[1])
const { name, dataDir, secretsDir, archive, words } = action
const config = { dataDir, secretsDir }
const at = new Date()
const done = []
const afterStep = (step) => {
  done.push(step)
  if (step === last) process.kill(process.pid, 'SIGKILL')
}
const isStopped = () => {}
const open = (from) => openBackup(from, { secretsDir, askWords: async () => words })
class StoreWithSteps extends FolderStore {
  async put(key, body) {
    await super.put(key, body)
    afterStep('put ' + key.replace(/\\d{4}-.*Z/, 'TIME').replace(/[^/]*\\.[0-9a-f]{8}\\.age/, 'FILE'))
  }
}
const places = { ...config, backupFolders: [], backupLocalHosts: [], backupKilobytesPerSecond: 1_048_576 }
const options = { at, isProved: false, zone: 'UTC', onChange: ({ phase }) => done.at(-1) !== phase && afterStep(phase) }
if (name === 'back up') await withRunningDatabase(places, (database) => backUp(places, { ...options, database }))
if (name === 'send') await backUpStandIn(config, archive, { store: new StoreWithSteps(archive), withSecrets: true })
if (name === 'unpack') await unpack(config, await open(archive), { replace: true, at }, isStopped, afterStep)
if (name === 'finish') await finishRestore(config, open, isStopped, { afterStep })
if (name === 'undo') await undoRestore(config, isStopped, afterStep)
console.log(JSON.stringify(done))
`

/**
 * Runs an action in a child process, which is killed with SIGKILL right after the step `last`. If `last` is null, the
 * action runs to its end. Returns the names of the completed steps, or null if the process was killed.
 */
export async function runUntil(action: Action, last: string | null): Promise<string[] | null> {
  const child = spawn(
    process.execPath,
    ['--input-type=module', '-e', program, '--', JSON.stringify({ action, last })],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  const output = { out: '', err: '' }
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output.out += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output.err += text))
  const [code, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null]
  if (signal === 'SIGKILL') return null
  if (code !== 0) throw new Error(output.err)
  return JSON.parse(output.out) as string[]
}

/** The steps of a restore over data with the files `files` and `mail`, from a backup with the files `avatars` and `files`. */
export const replaceSteps = [
  'mark the data folder',
  'unpack the backup: packed data',
  'unpack the backup',
  'write the unpacked data to the disk',
  'check that Attune is still stopped',
  'write the moves into the marker',
  'load the own database',
  'move the previous files aside: files',
  'move the previous files aside: mail',
  'move the previous files aside',
  'put the files in place: avatars',
  'put the files in place: files',
  'put the files in place: restored.json',
  'put the files in place',
  'move the previous database aside: postgres',
  'move the previous database aside',
  'put the database in place: postgres',
  'put the database in place',
  'remove the marker',
  'release the own database',
  'remove the temporary folder',
]

/** The steps of a restore of the same backup into an empty folder. */
export const emptyFolderSteps = replaceSteps.filter((name) => !/previous.*:/.test(name))

/** The steps that undo a restore over data, if the restore was interrupted after all moves. */
export const undoSteps = [
  'mark the data folder',
  'check that Attune is still stopped',
  'empty the own database',
  'take the database out: postgres',
  'take the database out',
  'take the previous database back: postgres',
  'take the previous database back',
  'take the files out: avatars',
  'take the files out: files',
  'take the files out: restored.json',
  'take the files out',
  'take the previous files back: files',
  'take the previous files back: mail',
  'take the previous files back',
  'remove the marker',
  'remove the temporary folder',
]

/** The steps that finish a restore over data, if the restore was interrupted before any move. */
export const finishSteps = replaceSteps.filter((name) => name !== 'unpack the backup: packed data')

/** The objects that a backup stores, in the order in which it stores them. The backup is complete only with the last one. */
export const backupSteps = [
  'put attune-backups.json',
  'put files/a1/FILE',
  'put secrets/TIME.tar.gz.age',
  'put database/TIME.tar.gz.age',
  'put database/TIME.files',
  'put database/TIME.json',
]
