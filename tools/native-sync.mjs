// npm run native:sync: builds the web app for the native app and copies it, with the plugins, into the projects for Android and iOS.
// With --web, only builds.
import { join } from 'node:path'
import { setUp } from './setup.mjs'
import { ensureNativeWeb } from './setup/native-web.mjs'
import { alone, node, orExplain, root, run, step } from './setup/steps.mjs'

await setUp()
await orExplain(() =>
  alone(() => {
    ensureNativeWeb()
    if (process.argv.includes('--web')) return
    step('Updating the projects for Android and iOS', () =>
      run(node, [join(root, 'node_modules', '@capacitor', 'cli', 'bin', 'capacitor'), 'sync'], {
        cwd: join(root, 'apps', 'native'),
        env: { ...process.env, CI: '1', NO_COLOR: '1' },
      }),
    )
  }),
)
