// npm run rights: writes the database rights from the migrations to db/rights.txt, the change triggers and comments of the tables to
// db/tables.txt, and the callers of each procedure from the policies to policy/callers.txt. The diffs of the files show every changed right.
import { writeFileSync } from 'node:fs'
import { readRights } from '../apps/server/src/platform/database/rights.ts'
import { readTableRules } from '../apps/server/src/platform/database/table-rules.ts'
import { describeCallers } from '../apps/server/src/platform/policy/callers.ts'
import { policies } from '../apps/server/src/router.ts'
import { recordGenerated } from './database/generated.mjs'
import { withScratchDatabase } from './database/scratch.ts'

write('apps/server/src/platform/policy/callers.txt', describeCallers(policies))
await withScratchDatabase(async ({ installer }) => {
  write('db/rights.txt', await readRights(installer))
  write('db/tables.txt', await readTableRules(installer))
})
recordGenerated('npm run rights')

function write(path: string, text: string) {
  writeFileSync(new URL(`../${path}`, import.meta.url), text)
  console.log(`${path}: ${text.split('\n').length - 1} lines`)
}
