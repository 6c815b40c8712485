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
