import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { SafeStorage } from '../safe-storage.ts'
import { browserStorage } from '../safe-storage.ts'
import { IdleLock } from './idle-lock.ts'

const ana = { userId: 'ana', role: 'client' } as const
const nora = { userId: 'nora', role: 'therapist' } as const
const minute = 60_000

/** Returns a tab with its own idle lock, a clock that the test can stop or set, and a connection to the other tabs. */
function tab(storage: SafeStorage = browserStorage) {
  let asleep = 0
  let wrong = 0
  let mediaPlaying = false
  const minutes = { therapist: 15, admin: 15, client: 30 }
  const others: IdleLock[] = []
  const lock = new IdleLock({
    storage,
    clock: { steady: () => performance.now() - asleep, wall: () => Date.now() + wrong },
    send: (kind, userId) => others.forEach((other) => other.receive(kind, userId)),
    playing: () => mediaPlaying,
    limit: (role) => minutes[role] * minute,
  })
  return {
    lock,
    others,
    minutes,
    sleep: (milliseconds: number) => {
      asleep += milliseconds
      vi.advanceTimersByTime(milliseconds)
    },
    setClock: (by: number) => (wrong = by),
    play: (on: boolean) => (mediaPlaying = on),
  }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  localStorage.clear()
})

test('a therapist’s page locks after 15 idle minutes, a client’s after 30', () => {
  const here = tab()
  here.lock.watch(nora, true)
  vi.advanceTimersByTime(15 * minute - 1)
  here.lock.check()
  expect(here.lock.locked).toBe(false)
  vi.advanceTimersByTime(1)
  here.lock.check()
  expect(here.lock.locked).toBe(true)
})

test('a shorter limit locks a page that is already idle for that long at the next check, a longer one keeps it open [2.04]', () => {
  const here = tab()
  here.lock.watch(ana, true)
  vi.advanceTimersByTime(10 * minute)
  here.lock.check()
  expect(here.lock.locked).toBe(false)
  here.minutes.client = 5
  here.lock.check()
  expect(here.lock.locked).toBe(true)
  here.lock.unlock()
  here.minutes.client = 60
  vi.advanceTimersByTime(59 * minute)
  here.lock.check()
  expect(here.lock.locked).toBe(false)
})

test('input and playing media count as activity, but not while the page is locked', () => {
  const here = tab()
  here.lock.watch(nora, true)
  vi.advanceTimersByTime(14 * minute)
  here.lock.recordInput()
  vi.advanceTimersByTime(14 * minute)
  here.play(true)
  here.lock.check()
  vi.advanceTimersByTime(14 * minute)
  here.play(false)
  here.lock.check()
  expect(here.lock.locked).toBe(false)
  vi.advanceTimersByTime(minute)
  here.lock.check()
  here.lock.recordInput()
  expect(here.lock.locked).toBe(true)
})

test('a device that slept is locked when it wakes up, and the first input does not unlock it', () => {
  const here = tab()
  here.lock.watch(nora, true)
  here.sleep(60 * minute)
  here.lock.recordInput()
  expect(here.lock.locked).toBe(true)
})

test('a device clock that is wrong from the start does not lock early, and setting it back does not lock late', () => {
  const here = tab()
  here.setClock(-24 * 60 * minute)
  here.lock.watch(nora, true)
  vi.advanceTimersByTime(minute)
  here.lock.check()
  expect(here.lock.locked).toBe(false)
  here.setClock(-48 * 60 * minute)
  vi.advanceTimersByTime(14 * minute)
  here.lock.check()
  expect(here.lock.locked).toBe(true)
})

test('all tabs lock and unlock together, and activity in one keeps the others unlocked', () => {
  const one = tab()
  const two = tab()
  one.others.push(two.lock)
  two.others.push(one.lock)
  one.lock.watch(nora, true)
  two.lock.watch(nora, false)
  vi.advanceTimersByTime(14 * minute)
  one.lock.recordInput()
  vi.advanceTimersByTime(2 * minute)
  two.lock.check()
  expect(two.lock.locked).toBe(false)
  one.lock.lock()
  expect(two.lock.locked).toBe(true)
  two.lock.unlock()
  expect(one.lock.locked).toBe(false)
  two.lock.receive('locked', 'somebody else')
  expect(two.lock.locked).toBe(false)
})

test('the lock survives a reload, a visit after a long pause starts locked, and signing in unlocks', () => {
  const before = tab()
  before.lock.watch(ana, true)
  before.lock.lock()
  const after = tab()
  after.lock.watch(ana, false)
  expect(after.lock.locked).toBe(true)
  after.lock.watch(ana, true)
  expect(after.lock.locked).toBe(false)
  vi.advanceTimersByTime(29 * minute)
  const soon = tab()
  soon.lock.watch(ana, false)
  expect(soon.lock.locked).toBe(false)
  vi.advanceTimersByTime(minute)
  const late = tab()
  late.lock.watch(ana, false)
  expect(late.lock.locked).toBe(true)
  const other = tab()
  other.lock.watch(nora, false)
  expect(other.lock.locked).toBe(false)
})

test('two accounts of a browser are locked apart, and a proved password unlocks the one that is opened next', () => {
  const here = tab()
  here.lock.watch(ana, true)
  here.lock.lock()
  const other = tab()
  other.lock.watch(nora, true)
  vi.advanceTimersByTime(16 * minute)
  const again = tab()
  again.lock.watch(ana, false)
  expect(again.lock.locked).toBe(true)
  const late = tab()
  late.lock.watch(nora, false)
  expect(late.lock.locked).toBe(true)
  late.lock.unlockAccount('ana')
  const unlocked = tab()
  unlocked.lock.watch(ana, false)
  expect(unlocked.lock.locked).toBe(false)
})

test('signing out removes the lock', () => {
  const here = tab()
  here.lock.watch(ana, true)
  here.lock.lock()
  here.lock.clear()
  expect(here.lock.locked).toBe(false)
  expect(localStorage.length).toBe(0)
})

test('a page that the browser shows again as it was is locked if another page has locked the login meanwhile', () => {
  const [shownAgain, other] = [tab(), tab()]
  shownAgain.lock.watch(nora, true)
  shownAgain.lock.checkStored()
  expect(shownAgain.lock.locked).toBe(false)
  other.lock.watch(nora, false)
  other.lock.lock()
  expect(shownAgain.lock.locked, 'the page was not running').toBe(false)
  shownAgain.lock.checkStored()
  expect(shownAgain.lock.locked).toBe(true)
})

test('a page that the server has locked still locks the other tabs, and documents that open later', () => {
  const [here, other] = [tab(), tab()]
  here.others.push(other.lock)
  here.lock.watch(nora, true)
  other.lock.watch(nora, false)
  here.lock.lockHere()
  here.lock.lock()
  expect(other.lock.locked).toBe(true)
  const later = tab()
  later.lock.watch(nora, false)
  expect(later.lock.locked).toBe(true)
})
