// npm run restore -- file [--replace]: restores a backup.
import { resolve } from 'node:path'
import { StartError } from '../apps/server/src/platform/start-error.ts'
import { unpack } from './backup/archive.ts'
import { runOnEmbeddedData } from './backup/command.ts'
import { requireStoppedDatabase } from './backup/stopped.ts'

const otherwise =
  'Use pg_restore --clean --if-exists --dbname="$DATABASE_URL" attune.dump as its superuser, and put back the folder ATTUNE_DATA.'

await runOnEmbeddedData(otherwise, async (config) => {
  const args = process.argv.slice(2)
  const source = args.find((arg) => !arg.startsWith('--'))
  if (!source) throw new StartError('Name the backup: npm run restore -- backups/attune-….tar.gz')
  await requireStoppedDatabase(config)
  const aside = unpack(config, resolve(source), args.includes('--replace'), new Date())
  console.log(`The data in ${config.dataDir} are those of ${source}. Start Attune with npm start.`)
  if (aside) console.log(`What stood there before is in ${aside}.`)
})
