// npm run architecture: writes the lists of features and of checks into ARCHITECTURE.md.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { architecturePage, checkNames, withLists } from './checks/architecture.mjs'
import { serverFeatures } from './checks/features.mjs'
import { root } from './setup/steps.mjs'

const path = join(root, architecturePage)
writeFileSync(path, withLists(readFileSync(path, 'utf8'), { server: serverFeatures(), checks: checkNames() }))
