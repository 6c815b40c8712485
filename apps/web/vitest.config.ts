import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { testsIn } from '../../tools/tiers.mjs'

const setup = join(import.meta.dirname, 'src/testing/setup.ts')
const unexpectedOutput = join(import.meta.dirname, '../../tools/tests/unexpected-output.ts')

export default {
  root: import.meta.dirname,
  plugins: [react()],
  test: {
    name: 'web',
    environment: 'jsdom',
    // The files of a worker share their modules. The setup file resets the state of the modules for each file.
    isolate: false,
    // `maxWorkers` must be the same in both Vitest projects, because Vitest runs them in one group.
    maxWorkers: 3,
    ...testsIn(import.meta.dirname, 'src'),
    setupFiles: [unexpectedOutput, setup],
    // The limits are long, so that tests pass on slow machines.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
  },
}
