import { expect, test } from 'vitest'
import { startSharedApp } from '../../../testing/app.ts'

test('the index is built when the server starts, without waiting for a cleanup', async () => {
  const app = await startSharedApp()
  const therapist = await app.person('therapist')
  await expect.poll(async () => (await therapist.api.search.texts({ query: 'quokka' })).isBuilding).toBe(false)
})
