// npm run rights: writes the database rights from the migrations to db/rights.txt and the callers of each procedure from the policies to
// policy/callers.txt. The diffs of the two files show every changed right.
import { writeFileSync } from 'node:fs'
import { readRights } from '../apps/server/src/platform/database/rights.ts'
import { describeCallers } from '../apps/server/src/platform/policy/callers.ts'
import { policies } from '../apps/server/src/router.ts'
import { withScratchDatabase } from './database/scratch.ts'

const callers = describeCallers(policies)
writeFileSync(new URL('../apps/server/src/platform/policy/callers.txt', import.meta.url), callers)
console.log(`callers.txt: ${callers.split('\n').length - 1} lines`)

await withScratchDatabase(async ({ installer }) => {
  const rights = await readRights(installer)
  writeFileSync(new URL('../db/rights.txt', import.meta.url), rights)
  console.log(`db/rights.txt: ${rights.split('\n').length - 1} lines`)
})
