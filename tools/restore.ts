// npm run restore -- file [--replace]: restores a backup.
// npm run restore -- file --ledger copy: first adds a copy of the list of erasures to the one in the secrets folder.
// npm run restore -- file --without-ledger: restores although no list covers the time since the backup.
// npm run restore -- --finish: finishes a restore that was interrupted.
// npm run restore -- --undo: undoes the changes of a restore that was interrupted.
import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Config } from '../apps/server/src/platform/config/config.ts'
import { addRestoreLedger } from '../apps/server/src/features/practice/administration/backup/restore-ledger.ts'
import { StartError } from '../apps/server/src/platform/process/start-error.ts'
import { runOnEmbeddedData } from './backup/command.ts'
import { requireStoppedDatabase } from './backup/stopped.ts'
import { finishRestore, undoRestore, unpack } from './backup/unpack.ts'

const otherwise =
  'As its superuser, run pg_restore --clean --if-exists --dbname="$DATABASE_URL" attune.dump, then put the folder ATTUNE_DATA back.'

await runOnEmbeddedData(otherwise, async (config) => {
  const args = process.argv.slice(2)
  const ledger = valueAfter(args, '--ledger')
  const source = args.find((arg) => !arg.startsWith('--') && arg !== ledger)
  const [finish, undo] = [args.includes('--finish'), args.includes('--undo')]
  if ((finish || undo) && (source || finish === undo))
    throw new StartError('Use --finish or --undo on its own, without a backup file.')
  if (!source && !finish && !undo) throw new StartError('Which backup? npm run restore -- backups/attune-….tar.gz')
  const requireStopped = await requireStoppedDatabase(config)
  if (undo) {
    const { source: interrupted } = undoRestore(config, requireStopped)
    console.log(`Restore of ${interrupted} undone. The data in ${config.dataDir} is as it was before.`)
  } else if (source) {
    if (ledger) addRestoreLedger(config.secretsDir, readCopy(ledger))
    const withoutLedger = args.includes('--without-ledger')
    const options = { replace: args.includes('--replace'), at: new Date(), withoutLedger }
    report(config, source, unpack(config, resolve(source), options, requireStopped))
  } else {
    const finished = finishRestore(config, requireStopped)
    report(config, finished.source, finished.previous)
  }
})

function valueAfter(args: string[], name: string): string | null {
  if (!args.includes(name)) return null
  const value = args[args.indexOf(name) + 1]
  if (!value || value.startsWith('--')) throw new StartError(`Which file? ${name} FILE`)
  return value
}

function readCopy(path: string): Buffer {
  if (!existsSync(path)) throw new StartError(`There's no file at ${path}.`)
  return readFileSync(path)
}

function report({ dataDir }: Config, source: string, previous: string | null): void {
  console.log(`Restored ${source} to ${dataDir}. Start Attune with npm start.`)
  if (previous !== null) console.log(`The previous data is in ${previous}.`)
}
