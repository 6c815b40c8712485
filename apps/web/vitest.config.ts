import { existsSync } from 'node:fs'
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { testsIn } from '../../tools/tiers.mjs'

const setup = join(import.meta.dirname, 'src/testing/setup.ts')

export default {
  root: import.meta.dirname,
  plugins: [react()],
  test: {
    name: 'web',
    environment: 'jsdom',
    // The set-up resets the state of modules for each file.
    isolate: false,
    // The same as for the other project: Vitest runs both in one group.
    maxWorkers: 2,
    ...testsIn('src'),
    setupFiles: existsSync(setup) ? [setup] : [],
    // Long enough for a busy machine.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
  },
}
