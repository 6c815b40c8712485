// npm run codes -- icd10gm2027syst_kodes.txt: loads an official list of diagnosis codes, and replaces its earlier edition. Attune may be running.
// npm run codes: shows which lists are loaded.
import { parseArgs } from 'node:util'
import { requireNoUnfinishedRestore } from '../apps/server/src/platform/data-folder/restore-marker.ts'
import { loadSecrets } from '../apps/server/src/platform/secrets/secrets.ts'
import { readArguments, runOnData } from './backup/command.ts'
import { onDatabase } from './backup/on-database.ts'
import { readCodeFile } from './codes/code-file.ts'
import { listText, loadList, readLoadedLists } from './codes/load.ts'
import { readList } from './codes/read-list.ts'

const { values, positionals } = readArguments(() =>
  parseArgs({
    allowPositionals: true,
    options: { year: { type: 'string' }, language: { type: 'string' }, force: { type: 'boolean' } },
  }),
)

await runOnData(async (config) => {
  requireNoUnfinishedRestore(config.dataDir)
  const { secrets } = loadSecrets(config.secretsDir)
  const [path] = positionals
  const named = { year: values.year, language: values.language }
  // The file is checked before the database is opened.
  const read = path === undefined ? null : readList(path, await readCodeFile(path), named, new Date())
  await onDatabase(config, secrets, async (url) => {
    if (read === null) return printLoaded(await readLoadedLists(url, secrets))
    const replaced = await loadList(url, secrets, read, values.force ?? false)
    console.log(`${listText(read.list)}: ${read.codes.length} codes loaded. Therapists find them at once.`)
    if (replaced) console.log(`They replace the ${replaced.count} codes of ${listText(replaced)}.`)
  })
})

function printLoaded(lists: Awaited<ReturnType<typeof readLoadedLists>>): void {
  for (const list of lists) console.log(`${listText(list)}: ${list.count} codes`)
  if (lists.length === 0) console.log('No list of codes is loaded. To load one: npm run codes -- <file>')
}
