// npm run backup [-- file]: writes an offline copy of the data, without the secrets.
import { join, resolve } from 'node:path'
import { pack } from './backup/archive.ts'
import { onEmbeddedData, root } from './backup/command.ts'
import { needStopped } from './backup/stopped.ts'

const otherwise =
  'Use pg_dump --format=custom --file=attune.dump "$DATABASE_URL" as its superuser, and copy the folder ATTUNE_DATA.'

await onEmbeddedData(otherwise, async (config) => {
  const now = new Date()
  const name = `attune-${now.toISOString().slice(0, 19).replace(/[:]/g, '-')}Z.tar.gz`
  const target = resolve(root, process.argv[2] ?? join('backups', name))
  pack(config, target, now, await needStopped(config))
  console.log(
    `The backup is ${target}. It holds everything but the secrets in ${config.secretsDir}; keep a copy of those apart from it.`,
  )
})
