import { defineConfig } from 'vitest/config'
import { testsIn } from './tools/tiers.mjs'

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: 'node',
          environment: 'node',
          ...testsIn('{packages/contract/src,apps/server/src,tools}'),
          globalSetup: ['./apps/server/src/testing/global.ts'],
          // Each file has its own app and database, so the next file may run in the same process.
          isolate: false,
          // Generous limits for slow machines; a hanging test still fails.
          testTimeout: 300_000,
          hookTimeout: 300_000,
          expect: { poll: { timeout: 60_000 } },
        },
      },
      './apps/web/vitest.config.ts',
    ],
  },
})
