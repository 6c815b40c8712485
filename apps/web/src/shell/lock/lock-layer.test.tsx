import { afterEach, expect, test, vi } from 'vitest'
import { backend } from '../../platform/backend/backend.ts'
import { realtimeClient } from '../../platform/realtime/realtime-client.ts'
import { mockServer, renderPage } from '../../testing/render-page.tsx'
import { resetPage } from '../../testing/reset-page.ts'
import LockLayer from './LockLayer.tsx'

afterEach(resetPage)

test('a call after the screen lock is not answered from what was read before it [9.08]', async () => {
  vi.spyOn(realtimeClient, 'live', 'get').mockReturnValue(true)
  const { inputsOf } = mockServer({ 'task/dueDates': () => ({ items: [] }) })
  await backend.table.tasks.select()
  await backend.table.tasks.select()
  expect(inputsOf('task/dueDates')).toHaveLength(1)
  await renderPage(<LockLayer>locked</LockLayer>)
  await backend.table.tasks.select()
  expect(inputsOf('task/dueDates')).toHaveLength(2)
})
