// npm run migrate:new -- a few words: creates an empty migration with the next number.
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './setup/steps.mjs'

const folder = join(root, 'db', 'migrations')
const name = process.argv
  .slice(2)
  .join('-')
  .toLowerCase()
  .replace(/[^a-z0-9]+/g, '-')
  .replace(/^-|-$/g, '')
if (!name) {
  console.error('Describe the migration: npm run migrate:new -- waiting list')
  process.exit(1)
}
const numbers = readdirSync(folder).flatMap((file) => /^(\d{4})-.+\.sql$/.exec(file)?.[1] ?? [])
const next = String(Math.max(0, ...numbers.map(Number)) + 1).padStart(4, '0')
const path = join(folder, `${next}-${name}.sql`)
writeFileSync(path, `-- ${name.replaceAll('-', ' ')}\n`, { flag: 'wx' })
console.log(`${path}\nPut a table and its row policies in the same file. See CONTRIBUTING.md.`)
