// npm run backup [-- file]: backs up the data of a stopped server to a file, without the secrets.
import { join, resolve } from 'node:path'
import { pack } from './backup/archive.ts'
import { runOnEmbeddedData, repositoryRoot } from './backup/command.ts'
import { requireStoppedDatabase } from './backup/stopped.ts'

const otherwise =
  'Use pg_dump --format=custom --file=attune.dump "$DATABASE_URL" as its superuser, and copy the folder ATTUNE_DATA.'

await runOnEmbeddedData(otherwise, async (config) => {
  const now = new Date()
  const name = `attune-${now.toISOString().slice(0, 19).replace(/[:]/g, '-')}Z.tar.gz`
  const target = resolve(repositoryRoot, process.argv[2] ?? join('backups', name))
  pack(config, target, now, await requireStoppedDatabase(config))
  console.log(
    `The backup is ${target}. It holds everything but the secrets in ${config.secretsDir}; keep a copy of those apart from it.`,
  )
})
