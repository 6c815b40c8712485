import type { Me } from '@attune/contract/features/people/account/account'
import type { LoginView } from '@attune/contract/features/people/login/login.schemas'
import { ORPCError } from '@orpc/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { browserStorage } from '../safe-storage.ts'
import { readLoginBackup } from './login-backup.ts'
import { loginRefreshMilliseconds } from './constants.ts'
import { AuthStore } from './auth-store.ts'

const login = (over: Partial<LoginView> = {}): LoginView => ({
  loginId: 'l1',
  userId: 'ana',
  email: 'ana@example.org',
  role: 'client',
  locked: false,
  strength: 1,
  hasSecondFactor: false,
  hasApp: false,
  hasPasskey: false,
  hasPassword: true,
  need: null,
  expiresAt: '2026-12-20T10:00:00Z',
  ...over,
})
const ana = { id: 'ana', role: 'client', displayName: 'Ana Moreau' } as Me
const day = 24 * 60 * 60_000

function setUp() {
  const deps = {
    reportMilliseconds: () => 10 * 60_000,
    first: vi.fn(async (): Promise<LoginView | null> => null),
    session: vi.fn(async (): Promise<LoginView | null> => null),
    refresh: vi.fn(async (): Promise<LoginView | null> => login()),
    person: vi.fn(async () => ana),
    onOtherAccount: vi.fn(() => Promise.resolve(false)),
    onRecovered: vi.fn(),
  }
  let ahead = 0
  const clock = { steady: () => performance.now(), wall: () => Date.now() + ahead }
  const authStore = new AuthStore({ ...deps, storage: browserStorage, clock })
  return { ...deps, authStore, clock, setClock: (by: number) => (ahead = by) }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  localStorage.clear()
})

test('the state starts loading without a person, then has the login, role and profile [3.18]', async () => {
  const { authStore, first } = setUp()
  expect(authStore.state()).toEqual({
    user: null,
    session: null,
    loading: true,
    role: null,
    roleLoading: false,
    error: null,
  })
  first.mockResolvedValue(login())
  const started = authStore.start()
  await vi.advanceTimersByTimeAsync(0)
  await started
  expect(authStore.state()).toMatchObject({
    user: ana,
    session: { userId: 'ana' },
    loading: false,
    role: 'client',
    roleLoading: false,
    error: null,
  })
})

test('each failure has its own error [8.02]', async () => {
  const noSession = setUp()
  noSession.first.mockRejectedValue(new Error('down'))
  await noSession.authStore.start()
  expect(noSession.authStore.state()).toMatchObject({ loading: false, error: 'SESSION_LOAD_FAILED' })

  const noStart = setUp()
  noStart.authStore.startFailed()
  expect(noStart.authStore.state().error).toBe('AUTH_START_FAILED')

  const noRole = setUp()
  noRole.first.mockResolvedValue(login())
  noRole.person.mockRejectedValue(new ORPCError('FORBIDDEN', { status: 403 }))
  await noRole.authStore.start()
  expect(noRole.authStore.state().error).toBe('ROLE_UNKNOWN')

  const oddRole = setUp()
  oddRole.first.mockResolvedValue(login({ role: 'owner' as never }))
  await oddRole.authStore.start()
  expect(oddRole.authStore.state()).toMatchObject({ role: null, error: 'ROLE_UNKNOWN' })

  const noProfile = setUp()
  noProfile.first.mockResolvedValue(login())
  await noProfile.authStore.start()
  noProfile.person.mockRejectedValue(new Error('down'))
  noProfile.authStore.handleEvent('USER_UPDATED', login())
  await vi.advanceTimersByTimeAsync(60)
  expect(noProfile.authStore.state()).toMatchObject({ user: ana, error: 'PROFILE_REFRESH_FAILED' })
})

test('of several events within 50 ms only the last one applies, unless it is a sign-out [4.12, 9.07]', async () => {
  const { authStore, person } = setUp()
  authStore.handleEvent('SIGNED_IN', login())
  await vi.advanceTimersByTimeAsync(49)
  expect(authStore.state().session).toBeNull()
  authStore.handleEvent('USER_UPDATED', login({ email: 'new@example.org' }))
  await vi.advanceTimersByTimeAsync(49)
  expect(authStore.state().session).toBeNull()
  await vi.advanceTimersByTimeAsync(1)
  expect(authStore.state().session?.email).toBe('new@example.org')
  expect(person).toHaveBeenCalledTimes(1)
  expect(readLoginBackup(browserStorage, Date.now())).toMatchObject({ user_id: 'ana' })
  authStore.handleEvent('SIGNED_OUT', null)
  expect(authStore.state()).toEqual({
    user: null,
    session: null,
    loading: false,
    role: null,
    roleLoading: false,
    error: null,
  })
  expect(readLoginBackup(browserStorage, Date.now())).toBeNull()
})

test('a refresh changes the state only for another person [4.12]', async () => {
  const { authStore, first, person } = setUp()
  first.mockResolvedValue(login())
  await authStore.start()
  const before = authStore.state()
  authStore.handleEvent('TOKEN_REFRESHED', login({ expiresAt: '2027-01-20T10:00:00Z' }))
  await vi.advanceTimersByTimeAsync(100)
  expect(authStore.state()).toBe(before)
  person.mockResolvedValue({ ...ana, id: 'nora', role: 'therapist' })
  authStore.handleEvent('TOKEN_REFRESHED', login({ userId: 'nora', role: 'therapist' }))
  await vi.advanceTimersByTimeAsync(100)
  expect(authStore.state()).toMatchObject({ session: { userId: 'nora' }, role: 'therapist' })
  expect(person).toHaveBeenCalledTimes(2)
})

test('a login in use is extended unless it was extended recently [9.12]', async () => {
  const { authStore, first, refresh } = setUp()
  first.mockResolvedValue(login())
  await authStore.start()
  await vi.advanceTimersByTimeAsync(loginRefreshMilliseconds + 1)
  expect(await authStore.refreshIfUsed()).toBe(true)
  expect(refresh).not.toHaveBeenCalled()
  authStore.recordActivity()
  expect(await authStore.refreshIfUsed()).toBe(true)
  authStore.recordActivity()
  expect(await authStore.refreshIfUsed()).toBe(true)
  expect(refresh).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(loginRefreshMilliseconds + 1)
  refresh.mockResolvedValue(null)
  expect(await authStore.refreshIfUsed()).toBe(false)
})

test('three requests try to recover a lost login before the error is set [4.13]', async () => {
  const { authStore, first, session, refresh } = setUp()
  first.mockResolvedValue(login())
  await authStore.start()
  refresh.mockResolvedValue(null)
  const both = Promise.all([authStore.recover(), authStore.recover()])
  expect(await both).toEqual([false, false])
  expect(session).toHaveBeenCalledTimes(2)
  expect(refresh).toHaveBeenCalledTimes(1)
  expect(authStore.state()).toMatchObject({ user: ana, session: { userId: 'ana' }, error: 'NO_LOGIN' })
  authStore.handleEvent('SIGNED_IN', login({ loginId: 'l2' }))
  await vi.advanceTimersByTimeAsync(60)
  expect(authStore.state()).toMatchObject({ session: { loginId: 'l2' }, user: ana, error: null })
})

test('without a backup younger than one hour there are two attempts, even with a clock that is a day off [4.13, 9.07]', async () => {
  const { authStore, first, session, refresh, setClock } = setUp()
  setClock(-day)
  first.mockResolvedValue(login())
  await authStore.start()
  refresh.mockResolvedValue(null)
  await vi.advanceTimersByTimeAsync(59 * 60_000)
  await authStore.recover()
  expect(session).toHaveBeenCalledTimes(2)
  session.mockClear()
  await vi.advanceTimersByTimeAsync(60_000)
  await authStore.recover()
  expect(session).toHaveBeenCalledTimes(1)
  session.mockClear()
  setClock(-2 * day)
  await authStore.recover()
  expect(session).toHaveBeenCalledTimes(1)
})

test('a recovered login continues only for the same person', async () => {
  const { authStore, first, session, onRecovered, onOtherAccount } = setUp()
  first.mockResolvedValue(login())
  await authStore.start()
  session.mockRejectedValueOnce(new Error('no line'))
  expect(await authStore.recover()).toBe(true)
  expect(onRecovered).toHaveBeenCalledWith(expect.objectContaining({ userId: 'ana' }))
  session.mockResolvedValue(login({ userId: 'nora' }))
  expect(await authStore.recover()).toBe(false)
  expect(onOtherAccount).toHaveBeenCalledTimes(1)
})
