// npm run types:db: generates apps/server/src/platform/database/types.ts from the migrations, and notes the hashes of
// new migrations in db/migrations.sha256.
import { writeFileSync } from 'node:fs'
import { recordGenerated } from './database/generated.mjs'
import { addMigrationHashes } from './database/migration-hashes.mjs'
import { withScratchDatabase } from './database/scratch.ts'
import { typesOf } from './database/types.ts'

const file = 'apps/server/src/platform/database/types.ts'
await withScratchDatabase(async ({ url }) => writeFileSync(new URL(`../${file}`, import.meta.url), typesOf(url)))
addMigrationHashes()
recordGenerated('npm run types:db')
console.log(`Wrote ${file}`)
