import { test as base } from '@playwright/test'

/** The `test` function for a browser whose microphone records beeps and needs no permission. */
export const testWithMicrophone = base.extend<object, object>({
  launchOptions: [
    async ({ launchOptions }, use) => {
      const fakes = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream']
      await use({ ...launchOptions, args: [...(launchOptions.args ?? []), ...fakes] })
    },
    { scope: 'worker' },
  ],
})
