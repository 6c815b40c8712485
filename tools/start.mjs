import { setUp } from './setup.mjs'
import { runAsChild } from './setup/child.mjs'
import { node, orExplain, root, SetupError } from './setup/steps.mjs'
import { readUpgradeState } from './upgrade/state.mjs'

// Installs nothing while an upgrade is unfinished, because the checkout may be half replaced.
await orExplain(() => {
  const unfinished = readUpgradeState(root)
  if (unfinished) throw new SetupError(unfinished.message)
})
await setUp({ web: true })
runAsChild(node, ['apps/server/src/main.ts', ...process.argv.slice(2)])
