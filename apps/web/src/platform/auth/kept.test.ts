import type { LoginView } from '@attune/contract/features/login.shapes'
import { afterEach, expect, test, vi } from 'vitest'
import { forBrowser } from '../keep.ts'
import { readBackup, writeBackup } from './backup.ts'
import { openTabs, type TabNews } from './tabs.ts'

const login = { loginId: 'l1', userId: 'ana', email: 'ana@example.org', role: 'client' } as LoginView
const hour = 60 * 60_000

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  localStorage.clear()
})

test('the backup says who was signed in and when, and contains no secret [3.14]', () => {
  writeBackup(forBrowser, login, 1000)
  const kept = Object.values({ ...localStorage }).join()
  expect(JSON.parse(kept)).toEqual({ session: { loginId: 'l1', role: 'client' }, timestamp: 1000, user_id: 'ana' })
})

test('a backup is valid for one hour, and one dated in the future is ignored [9.07]', () => {
  writeBackup(forBrowser, login, hour)
  expect(readBackup(forBrowser, 2 * hour - 1)?.user_id).toBe('ana')
  expect(readBackup(forBrowser, 2 * hour)).toBeNull()
  expect(readBackup(forBrowser, hour - 1)).toBeNull()
})

test.each(['', '{', '[]', 'null', '{"user_id":7}', '{"timestamp":"now","user_id":"ana"}'])(
  'an invalid backup is ignored: %s',
  (text) => {
    localStorage.setItem('attune-session-backup', text)
    expect(readBackup(forBrowser, hour)).toBeNull()
  },
)

test('where storage is full or forbidden, values stay in memory while the page is open', () => {
  forBrowser.set('a', 'old')
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  forBrowser.set('a', 'new')
  expect(forBrowser.get('a')).toBe('new')
  vi.stubGlobal('localStorage', undefined)
  expect(forBrowser.get('a')).toBe('new')
  forBrowser.set('b', 'kept')
  expect(forBrowser.keys()).toEqual(['a', 'b'])
  forBrowser.drop('a')
  forBrowser.drop('b')
  expect(forBrowser.get('a')).toBeNull()
})

const out: TabNews = { kind: 'signed-out' }

test('tabs receive each message once, through the channel and through storage', async () => {
  const received = vi.fn()
  const here = openTabs(() => {})
  const there = openTabs(received)
  here.tell(out)
  await expect.poll(() => received.mock.calls).toEqual([[out]])
  here.close()
  there.close()
})

test('without a broadcast channel, messages travel through storage', () => {
  vi.stubGlobal('BroadcastChannel', undefined)
  const received = vi.fn()
  const there = openTabs(received)
  const message = JSON.stringify({ id: '1', news: out })
  for (const newValue of [message, message, 'nonsense', null]) {
    dispatchEvent(new StorageEvent('storage', { key: 'attune-tabs', newValue }))
  }
  expect(received.mock.calls).toEqual([[out]])
  there.close()
})
