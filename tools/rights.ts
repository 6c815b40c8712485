// npm run rights: writes db/rights.txt anew from the migrations; its diff shows every changed right.
import { writeFileSync } from 'node:fs'
import { readRights } from '../apps/server/src/platform/database/rights.ts'
import { withScratchDatabase } from './database/scratch.ts'

await withScratchDatabase(async ({ installer }) => {
  const rights = await readRights(installer)
  writeFileSync(new URL('../db/rights.txt', import.meta.url), rights)
  console.log(`db/rights.txt: ${rights.split('\n').length - 1} lines`)
})
