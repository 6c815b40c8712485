import { setUp } from './setup.mjs'
import { runAsChild } from './setup/child.mjs'
import { node } from './setup/steps.mjs'

await setUp({ web: true })
runAsChild(node, ['apps/server/src/main.ts', ...process.argv.slice(2)])
