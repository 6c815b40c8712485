// npm run dev: starts the server and the web app. The server restarts when its files change. The browser updates
// without a reload, also when a language file changes.
import { setUp } from './setup.mjs'
import { runAsChild } from './setup/child.mjs'
import { node } from './setup/steps.mjs'

await setUp()
console.log(
  'Open http://localhost:5173 once both have started. It shows changes of the web app without a reload; the server behind it restarts when its files change.',
)
runAsChild(node, ['--watch', '--watch-preserve-output', 'apps/server/src/main.ts'])
runAsChild(node, ['node_modules/vite/bin/vite.js', 'apps/web', '--config', 'apps/web/vite.config.ts'])
