import type { LoginView } from '@attune/contract/features/people/login/login.schemas'
import { afterEach, expect, test, vi } from 'vitest'
import { browserStorage } from '../safe-storage.ts'
import { readLoginBackup, writeLoginBackup } from './login-backup.ts'
import { openTabChannel, type TabMessage } from './tab-channel.ts'

const login = { loginId: 'l1', userId: 'ana', email: 'ana@example.org', role: 'client' } as LoginView
const hour = 60 * 60_000

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  localStorage.clear()
})

test('the backup says who was signed in and when, and contains no secret [3.14]', () => {
  writeLoginBackup(browserStorage, login, 1000)
  const kept = Object.values({ ...localStorage }).join()
  expect(JSON.parse(kept)).toEqual({ session: { loginId: 'l1', role: 'client' }, timestamp: 1000, user_id: 'ana' })
})

test('a backup is valid for one hour, and one dated in the future is ignored [9.07]', () => {
  writeLoginBackup(browserStorage, login, hour)
  expect(readLoginBackup(browserStorage, 2 * hour - 1)?.user_id).toBe('ana')
  expect(readLoginBackup(browserStorage, 2 * hour)).toBeNull()
  expect(readLoginBackup(browserStorage, hour - 1)).toBeNull()
})

test.each(['', '{', '[]', 'null', '{"user_id":7}', '{"timestamp":"now","user_id":"ana"}'])(
  'an invalid backup is ignored: %s',
  (text) => {
    localStorage.setItem('attune-session-backup', text)
    expect(readLoginBackup(browserStorage, hour)).toBeNull()
  },
)

test('where storage is full or forbidden, values stay in memory while the page is open', () => {
  browserStorage.set('a', 'old')
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  browserStorage.set('a', 'new')
  expect(browserStorage.get('a')).toBe('new')
  vi.stubGlobal('localStorage', undefined)
  expect(browserStorage.get('a')).toBe('new')
  browserStorage.set('b', 'kept')
  expect(browserStorage.keys()).toEqual(['a', 'b'])
  browserStorage.remove('a')
  browserStorage.remove('b')
  expect(browserStorage.get('a')).toBeNull()
})

const out: TabMessage = { kind: 'signed-out' }

test('tabs receive each message once, through the channel and through storage', async () => {
  const received = vi.fn()
  const here = openTabChannel(() => {})
  const there = openTabChannel(received)
  here.send(out)
  await expect.poll(() => received.mock.calls).toEqual([[out]])
  here.close()
  there.close()
})

test('without a broadcast channel, messages are sent through storage', () => {
  vi.stubGlobal('BroadcastChannel', undefined)
  const received = vi.fn()
  const there = openTabChannel(received)
  const message = JSON.stringify({ id: '1', news: out })
  for (const newValue of [message, message, 'nonsense', null]) {
    dispatchEvent(new StorageEvent('storage', { key: 'attune-tabs', newValue }))
  }
  expect(received.mock.calls).toEqual([[out]])
  there.close()
})
