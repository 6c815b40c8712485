import { expect, test, vi } from 'vitest'
import { createTestApp } from './app.ts'

test('an error in the log that the test does not expect is printed and fails the test', async () => {
  const app = await createTestApp({ worker: false, expectedErrors: ['an upload failed'] })
  const printed = vi.spyOn(console, 'error').mockImplementation(() => {})
  app.log.warn('an export was not finished')
  app.log.error('an upload failed')
  expect(printed).not.toHaveBeenCalled()
  app.log.error('a request failed')
  expect(printed.mock.calls).toEqual([[expect.stringContaining('"msg":"a request failed"')]])
  printed.mockRestore()
  await app.close()
})
