// npm run dev: starts the server and the web app. The server restarts when its files change. The browser updates
// without a reload.
import { setUp } from './setup.mjs'
import { runAsChild } from './setup/child.mjs'
import { node } from './setup/steps.mjs'

await setUp()
runAsChild(node, ['--watch', '--watch-preserve-output', 'apps/server/src/main.ts'])
runAsChild(node, ['node_modules/vite/bin/vite.js', 'apps/web', '--config', 'apps/web/vite.config.ts'])
