import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: 'node',
          environment: 'node',
          include: ['packages/contract/src/**/*.test.ts', 'apps/server/src/**/*.test.ts', 'tools/**/*.test.ts'],
          globalSetup: ['./apps/server/src/testing/global.ts'],
          // What a file leaves behind is in its own house and database: the next one may have the same process.
          isolate: false,
          // A machine that is busy or slow takes its time; what hangs is found too.
          testTimeout: 300_000,
          hookTimeout: 300_000,
          expect: { poll: { timeout: 60_000 } },
        },
      },
      './apps/web/vitest.config.ts',
    ],
  },
})
