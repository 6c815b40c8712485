// npm run files:move -- --to bucket: moves users' files from the data folder to the bucket of the settings FILES_S3_…, while Attune is stopped.
// npm run files:move -- --to folder: moves them back. An interrupted move continues when the command runs again.
import { parseArgs } from 'node:util'
import { withConnection } from '../apps/server/src/platform/database/connection.ts'
import { findUse } from '../apps/server/src/platform/database/nodes.ts'
import { requireNoUnfinishedRestore } from '../apps/server/src/platform/data-folder/restore-marker.ts'
import { moveFiles } from '../apps/server/src/platform/files/move-files.ts'
import { StartError } from '../apps/server/src/platform/process/start-error.ts'
import { loadSecrets } from '../apps/server/src/platform/secrets/secrets.ts'
import { readArguments, runOnData } from './backup/command.ts'
import { requireStoppedDatabase } from './backup/stopped.ts'

const { values } = readArguments(() => parseArgs({ options: { to: { type: 'string' } } }))

await runOnData(async (config) => {
  const { to } = values
  if (to !== 'bucket' && to !== 'folder')
    throw new StartError('Where to? npm run files:move -- --to bucket, or npm run files:move -- --to folder')
  requireNoUnfinishedRestore(config.dataDir)
  if (config.databaseUrl === null) await requireStoppedDatabase(config)
  else await requireNoServer(config.databaseUrl)
  const { secrets } = loadSecrets(config.secretsDir)
  const count = await moveFiles(config, secrets, to, printEveryHundredth)
  console.log(`Moved ${count} ${count === 1 ? 'file' : 'files'}. Each copy was compared by its hash.`)
  if (to === 'folder') console.log('Remove the settings FILES_S3_… before the next start.')
})

/** Throws a StartError if a server or a backup, on this machine or another one, uses the database. */
async function requireNoServer(url: string): Promise<void> {
  const uses = await withConnection(url, (db) => findUse(db, 'server or backup'))
  if (uses.length > 0) throw new StartError('Attune is using the database. Stop it on every machine, then try again.')
}

function printEveryHundredth(done: number, total: number): void {
  if (done % 100 === 0 || done === total) console.log(`${done} of ${total} files copied.`)
}
