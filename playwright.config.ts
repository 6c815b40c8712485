import { defineConfig } from '@playwright/test'

// Without these, Chromium talks to its maker's hosts at every start.
const quiet = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.journey.ts',
  globalSetup: './e2e/global.ts',
  fullyParallel: false,
  forbidOnly: true,
  workers: 2,
  timeout: 240_000,
  expect: { timeout: 30_000 },
  outputDir: 'test-results',
  use: {
    actionTimeout: 30_000,
    navigationTimeout: 60_000,
    browserName: 'chromium',
    // A trace films every page and costs a third of the run: asked for when one journey is looked into.
    trace: process.env.ATTUNE_TRACE ? 'retain-on-failure' : 'off',
    launchOptions: {
      ...(process.env.CHROMIUM_PATH ? { executablePath: process.env.CHROMIUM_PATH } : {}),
      args: [...quiet, ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
    },
  },
})
