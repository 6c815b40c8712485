// npm run readers: writes db/readers.txt, which lists the tables of other features that each feature reads.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { currentReaders, readersFile } from './checks/table-walls.mjs'
import { root } from './setup/steps.mjs'

writeFileSync(join(root, readersFile), currentReaders())
