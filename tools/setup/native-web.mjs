import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { node, root, run, step } from './steps.mjs'
import { stampOf, web } from './web.mjs'

const page = join(root, 'apps', 'native', 'www', 'index.html')
const stampFile = join(root, '.attune', 'native-web.stamp')
const inputs = [web, join(root, 'packages', 'contract'), join(root, 'package-lock.json')]

/** Builds the web app that the native app contains, if any of its inputs has changed since the last build. */
export function ensureNativeWeb() {
  const stamp = stampOf(inputs)
  if (existsSync(page) && existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return
  step('Building the web app for the native app', () => {
    run(node, [join(root, 'node_modules', 'vite', 'bin', 'vite.js'), 'build', '--mode', 'native'], {
      cwd: web,
      env: { ...process.env, NODE_ENV: 'production', NO_COLOR: '1', FORCE_COLOR: '0' },
    })
    // The build changes the generated route tree, which is one of the inputs, so the stamp is computed again.
    writeFileSync(stampFile, stampOf(inputs))
  })
}
