// Installs missing dependencies, then runs a TypeScript file with Node 24: node tools/run.mjs tools/demo.ts [--web] [arguments]. With --web, also
// builds the web app.
import { setUp } from './setup.mjs'
import { runAsChild } from './setup/child.mjs'
import { node } from './setup/steps.mjs'

const [file, ...args] = process.argv.slice(2)
const web = args[0] === '--web'
await setUp({ web })
runAsChild(node, [file, ...(web ? args.slice(1) : args)])
