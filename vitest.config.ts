import { defineConfig } from 'vitest/config'
import { testsIn } from './tools/tiers.mjs'

export default defineConfig({
  test: {
    // Three workers use two cores fully, because many tests wait for jobs and timers.
    maxWorkers: 3,
    projects: [
      {
        test: {
          name: 'node',
          environment: 'node',
          ...testsIn(import.meta.dirname, '{packages/contract/src,apps/server/src,tools}'),
          setupFiles: ['./tools/tests/unexpected-output.ts'],
          globalSetup: ['./apps/server/src/testing/global.ts'],
          // Test files share a process, because each file has its own app and database.
          isolate: false,
          // The limits are long, so that tests pass on slow machines; a test that hangs still fails.
          testTimeout: 300_000,
          hookTimeout: 300_000,
          expect: { poll: { timeout: 60_000 } },
        },
      },
      './apps/web/vitest.config.ts',
    ],
  },
})
