// npm run migrate:new -- a few words: creates an empty migration with the next number. With `--table referral_source` the migration creates a
// table of a therapist with its rights, policies, comment and change triggers, from tools/database/new-table.sql.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './setup/steps.mjs'

const folder = join(root, 'db', 'migrations')
const [first = '', table = '', ...rest] = process.argv.slice(2)
const isTable = first === '--table'
if (isTable && (!/^[a-z]+(_[a-z]+)*$/.test(table) || rest.length > 0)) {
  console.error('Name the table: npm run migrate:new -- --table referral_source')
  process.exit(1)
}
const name = (isTable ? [table] : process.argv.slice(2))
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
const template = () => readFileSync(join(root, 'tools', 'database', 'new-table.sql'), 'utf8')
const text = isTable
  ? template().replaceAll('new_table', table).replaceAll('new-table', name)
  : `-- ${name.replaceAll('-', ' ')}\n`
writeFileSync(path, text, { flag: 'wx' })
console.log(`${path}\nPut a table and its row policies in the same file. See CONTRIBUTING.md.`)
