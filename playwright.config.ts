import { defineConfig } from '@playwright/test'
import { journeys } from './tools/tiers.mjs'

// These flags stop Chromium from connecting to Google's hosts at every start.
const offlineFlags = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

export default defineConfig({
  testDir: 'e2e',
  ...journeys,
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
    // Traces are off by default, because recording them takes a third of the run's time. Set ATTUNE_TRACE to record traces of failed
    // journeys.
    trace: process.env.ATTUNE_TRACE ? 'retain-on-failure' : 'off',
    launchOptions: {
      ...(process.env.CHROMIUM_PATH ? { executablePath: process.env.CHROMIUM_PATH } : {}),
      args: [...offlineFlags, ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
    },
  },
})
