import { act, screen } from '@testing-library/react'
import 'fake-indexeddb/auto'
import { afterEach, expect, test, vi } from 'vitest'
import { drafts } from '../platform/draft/drafts.ts'
import { mockServer, renderPage } from '../testing/render-page.tsx'
import { resetPage } from '../testing/reset-page.ts'
import { uiText } from '../testing/ui-text.ts'
import { OfflineBanner } from './OfflineBanner.tsx'

afterEach(resetPage)

async function openOffline() {
  mockServer({ 'account/draftKey': () => ({ key: btoa('k'.repeat(32)) }) })
  await drafts.open(crypto.randomUUID())
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  await renderPage(<OfflineBanner />)
}
const save = (text: string) => act(async () => drafts.save('note', 'page', { text }))

test('without a connection, the banner says that this device keeps what is typed', async () => {
  await openOffline()
  await screen.findByText(uiText('common:offline.strip'))
})

test('without a connection on a full device, the banner asks to keep the page open, until there is room again', async () => {
  await openOffline()
  const full = () => {
    throw new DOMException('full', 'QuotaExceededError')
  }
  const blocked = [
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(full),
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(full),
  ]
  await save('first')
  await screen.findByText(uiText('common:offline.stripPageOnly'))
  expect(screen.queryByText(uiText('common:offline.strip'))).toBeNull()
  for (const one of blocked) one.mockRestore()
  await save('second')
  await screen.findByText(uiText('common:offline.strip'))
})
