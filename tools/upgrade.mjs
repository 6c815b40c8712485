// npm run upgrade: prints the newest version. If an upgrade was interrupted, continues it.
// npm run upgrade -- TAG: backs up the data, gets the version TAG, installs it, migrates the data and starts the version. If it doesn't become ready
// in 5 minutes, restores the backup and starts the previous version.
// npm run upgrade -- --back: goes back to the previous version, if an upgrade was interrupted.
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const copy = join(root, '.attune', 'upgrade', 'program', 'command.mjs')
const state = join(root, '.attune', 'upgrade', 'state.json')

// The checkout may be half replaced, so the copy of the program that began the upgrade continues it.
const program = existsSync(state) && existsSync(copy) ? copy : join(root, 'tools', 'upgrade', 'command.mjs')
const { upgrade } = await import(pathToFileURL(program).href)
process.exitCode = await upgrade(root, process.argv.slice(2))
