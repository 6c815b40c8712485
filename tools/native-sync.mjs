// npm run native:sync: builds the web app for the native app and copies it, with the plugins, into the projects for Android and iOS.
import { join } from 'node:path'
import { setUp } from './setup.mjs'
import { node, orExplain, root, run, step } from './setup/steps.mjs'

const native = join(root, 'apps', 'native')

await setUp()
await orExplain(() => {
  step('Building the web app for the native app', () =>
    run(node, [join(root, 'node_modules', 'vite', 'bin', 'vite.js'), 'build', '--mode', 'native'], {
      cwd: join(root, 'apps', 'web'),
      env: { ...process.env, NODE_ENV: 'production', NO_COLOR: '1', FORCE_COLOR: '0' },
    }),
  )
  step('Updating the projects for Android and iOS', () =>
    run(node, [join(root, 'node_modules', '@capacitor', 'cli', 'bin', 'capacitor'), 'sync'], {
      cwd: native,
      env: { ...process.env, CI: '1', NO_COLOR: '1' },
    }),
  )
})
