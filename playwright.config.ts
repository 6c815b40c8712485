import { defineConfig } from '@playwright/test'
import { launchOptionsOf } from './e2e/launch.ts'
import { journeys } from './tools/tiers.mjs'

export default defineConfig({
  testDir: 'e2e',
  ...journeys,
  globalSetup: './e2e/global.ts',
  fullyParallel: false,
  forbidOnly: true,
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
    launchOptions: launchOptionsOf(process.env.CHROMIUM_PATH),
  },
})
