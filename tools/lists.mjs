// npm run lists: writes the lists of features, language files and checks, which are derived from folder and file names.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { architecturePage, checkNames, withLists } from './checks/architecture.mjs'
import { serverFeatures } from './checks/features.mjs'
import { expectedFiles } from './checks/lists.mjs'
import { root } from './setup/steps.mjs'

const path = join(root, architecturePage)
writeFileSync(path, withLists(readFileSync(path, 'utf8'), { server: serverFeatures(), checks: checkNames() }))
for (const { file, text } of expectedFiles()) writeFileSync(join(root, file), text)
