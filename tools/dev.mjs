// npm run dev: restarts the server when its files change; the browser updates in place (HMR).
import { setUp } from './setup.mjs'
import { runAsChild } from './setup/child.mjs'
import { node } from './setup/steps.mjs'

await setUp()
runAsChild(node, ['--watch', '--watch-preserve-output', 'apps/server/src/main.ts'])
runAsChild(node, ['node_modules/vite/bin/vite.js', 'apps/web', '--config', 'apps/web/vite.config.ts'])
