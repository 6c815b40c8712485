// npm run decisions: writes the page that lists all decisions.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { decisionsPage, pageOf, readRecords } from './checks/decisions.mjs'
import { root } from './setup/steps.mjs'

writeFileSync(join(root, decisionsPage), pageOf(readRecords()))
