// npm run rights: writes four files, in which a diff shows every changed right. db/rights.txt has the database rights of the migrations.
// db/tables.txt has the change triggers and comments of the tables, db/functions.txt the features of the functions and the tables that they write.
// policy/callers.txt has the callers of each procedure from the policies, and whether the procedure counts as a read or a write.
import { writeFileSync } from 'node:fs'
import { readRights } from '../apps/server/src/platform/database/rights.ts'
import { readTableRules } from '../apps/server/src/platform/database/table-rules.ts'
import { describeCallers } from '../apps/server/src/platform/policy/callers.ts'
import { isRead } from '../apps/server/src/request-groups.ts'
import { policies } from '../apps/server/src/router.ts'
import { readFunctionRules } from './database/functions.ts'
import { recordGenerated } from './database/generated.mjs'
import { withScratchDatabase } from './database/scratch.ts'

write('apps/server/src/platform/policy/callers.txt', describeCallers(policies, isRead))
await withScratchDatabase(async ({ installer }) => {
  write('db/rights.txt', await readRights(installer))
  write('db/tables.txt', await readTableRules(installer))
  write('db/functions.txt', await readFunctionRules(installer))
})
recordGenerated('npm run rights')

function write(path: string, text: string) {
  writeFileSync(new URL(`../${path}`, import.meta.url), text)
  console.log(`${path}: ${text.split('\n').length - 1} lines`)
}
