import { ORPCError } from '@orpc/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ConnectionError } from '../../platform/faults.ts'
import { drafts } from '../../platform/drafts.ts'
import type { Saved } from './shapes.ts'
import { Writing } from './writing.ts'

let name = ''
beforeEach(() => {
  vi.useFakeTimers()
  // Drafts live as long as the page: each test writes under a name of its own.
  name = `note-${crypto.randomUUID()}`
})
afterEach(() => vi.useRealTimers())

const kept = () => drafts.versions(name)[0]?.value ?? null
const setAside = () => drafts.versions(`${name}-aside`).map(({ value }) => (value as { text: string }).text)
const empty: Saved = { text: '', version: 0, updatedAt: null }
const at = '2026-11-19T09:44:00.000Z'

/** A server that keeps one text and refuses a save that was written on another version. */
function server(start: Saved = empty) {
  let stands = start
  const send = vi.fn(async (text: string, version: number) => {
    if (version !== stands.version)
      throw new ORPCError('NOTE_CHANGED', { status: 409, data: { text: stands.text, version: stands.version } })
    stands = { text, version: version + 1, updatedAt: at }
    return { version: stands.version, updatedAt: at }
  })
  return { send, stands: () => stands, put: (saved: Saved) => (stands = saved) }
}

const open = (send: ReturnType<typeof server>['send'], saved = empty) =>
  new Writing({ name, maximum: 100, send }, saved)
const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds)

test('what is typed is saved a moment after the last key, once', async () => {
  const { send, stands } = server()
  const note = open(send)
  for (const text of ['S', 'Sl', 'Slept']) {
    note.type(text)
    await pass(300)
  }
  expect(send).not.toHaveBeenCalled()
  expect(note.look().phase).toBe('saving')
  await pass(1_200)
  expect(send.mock.calls).toEqual([['Slept', 0]])
  expect(stands().text).toBe('Slept')
  expect(note.look()).toMatchObject({ phase: 'saved', savedAt: at, restored: false })
  expect(kept()).toBeNull()
})

test('somebody who never pauses is saved all the same, every few seconds', async () => {
  const { send } = server()
  const note = open(send)
  for (let words = 1; words <= 20; words += 1) {
    note.type('word '.repeat(words))
    await pass(1_000)
  }
  expect(send.mock.calls.length).toBeGreaterThanOrEqual(2)
})

test('until the server has it every word lies on this device, and comes back from there', async () => {
  const { send, stands } = server()
  open(send).type('afraid of flying')
  expect(kept()).toEqual({ text: 'afraid of flying', version: 0 })
  const again = open(send)
  expect(again.look()).toMatchObject({ text: 'afraid of flying', restored: true })
  await pass(0)
  expect(stands().text).toBe('afraid of flying')
  expect(again.look()).toMatchObject({ phase: 'saved', restored: true })
})

test('what is typed while a save is under way is saved after it, on the version that it left', async () => {
  const { send, stands } = server()
  let answer = () => {}
  send.mockImplementationOnce(async () => {
    await new Promise<void>((resolve) => (answer = resolve))
    return { version: 1, updatedAt: at }
  })
  const note = open(send)
  note.type('one')
  await pass(1_200)
  note.type('one two')
  answer()
  await pass(0)
  expect(note.look().phase).toBe('saving')
  expect(kept()).toEqual({ text: 'one two', version: 1 })
  expect(stands().version).toBe(0)
  await pass(1_200)
  expect(send.mock.lastCall).toEqual(['one two', 1])
})

test('without a network it says so, tries again by itself, and at once when the network is back', async () => {
  const { send, stands } = server()
  const gone = () => Promise.reject(new ConnectionError('NETWORK_ERROR'))
  send.mockImplementationOnce(gone).mockImplementationOnce(gone)
  const note = open(send)
  note.type('kept')
  await pass(1_200)
  expect(note.look().phase).toBe('kept')
  expect(kept()).toMatchObject({ text: 'kept' })
  await pass(5_000)
  expect(send).toHaveBeenCalledTimes(2)
  window.dispatchEvent(new Event('online'))
  await pass(0)
  expect(stands().text).toBe('kept')
  expect(note.look().phase).toBe('saved')
})

test('a save that takes long is said to be on this device alone until it is through', async () => {
  const { send } = server()
  let answer = () => {}
  send.mockImplementationOnce(async () => {
    await new Promise<void>((resolve) => (answer = resolve))
    return { version: 1, updatedAt: at }
  })
  const note = open(send)
  note.type('slow')
  await pass(1_200 + 4_000)
  expect(note.look().phase).toBe('kept')
  answer()
  await pass(0)
  expect(note.look().phase).toBe('saved')
})

test('the answer to a save was lost on the way: what stands there is the own text, and nobody is asked', async () => {
  const { send, stands, put } = server()
  send.mockImplementationOnce(async (text) => {
    put({ text, version: 1, updatedAt: at })
    throw new ConnectionError('TIMEOUT')
  })
  const note = open(send)
  note.type('once')
  await pass(1_200)
  note.type('once and more')
  await pass(1_200)
  await pass(1_200)
  expect(note.look().phase).toBe('saved')
  expect(stands()).toMatchObject({ text: 'once and more', version: 2 })
})

test('of two texts each can stand, and the other is set aside on this device until it is thrown away', async () => {
  const { send, stands, put } = server({ text: 'Sleep', version: 1, updatedAt: at })
  const begin = async () => {
    const note = open(send, { text: 'Sleep', version: 1, updatedAt: at })
    put({ text: 'Sleep. From the phone', version: 2, updatedAt: at })
    note.type('Sleep. From here')
    await pass(1_200)
    expect(note.look()).toMatchObject({ phase: 'conflict', theirs: 'Sleep. From the phone', text: 'Sleep. From here' })
    return note
  }
  const mine = await begin()
  mine.keepMine()
  await pass(0)
  expect(stands().text).toBe('Sleep. From here')
  expect(mine.look()).toMatchObject({ phase: 'saved', aside: ['Sleep. From the phone'] })
  mine.dropAside()
  expect(setAside()).toEqual([])

  const theirs = await begin()
  theirs.takeTheirs()
  expect(theirs.look()).toMatchObject({ phase: 'saved', text: 'Sleep. From the phone', aside: ['Sleep. From here'] })
  expect(setAside()).toEqual(['Sleep. From here'])
  expect(open(send, stands()).look().aside).toEqual(['Sleep. From here'])
})

test('put together both are saved as one text', async () => {
  const { send, stands, put } = server()
  const note = open(send)
  put({ text: 'From the phone', version: 1, updatedAt: at })
  note.type('From here')
  await pass(1_200)
  note.putTogether()
  await pass(0)
  expect(stands().text).toBe('From the phone\nFrom here')
  expect(note.look()).toMatchObject({ phase: 'saved', aside: [] })
})

test('a draft that was written on an older version is shown beside what stands now', () => {
  drafts.keep(name, 'closed tab', { text: 'from the train', version: 1 })
  const { send } = server()
  const note = open(send, { text: 'from the office', version: 2, updatedAt: at })
  expect(note.look()).toMatchObject({ phase: 'conflict', text: 'from the train', theirs: 'from the office' })
})

test('a newer text of another device is shown where nothing is being written here', () => {
  const note = open(server().send, { text: 'old', version: 1, updatedAt: at })
  note.hear({ text: 'new', version: 2, updatedAt: at })
  expect(note.look()).toMatchObject({ text: 'new', phase: 'saved' })
  note.hear({ text: 'old', version: 1, updatedAt: at })
  expect(note.look().text).toBe('new')
})

test('signed elsewhere meanwhile: what was written stays in this browser for whoever takes it over', async () => {
  const { send } = server()
  send.mockRejectedValueOnce(new ORPCError('NOTE_SIGNED', { status: 409 }))
  const note = open(send)
  note.type('one word too late')
  await pass(1_200)
  expect(note.look().phase).toBe('locked')
  note.end()
  expect(kept()).toEqual({ text: 'one word too late', version: 0 })
})

test('a text that is too long is not cut: it stays here and says by how much', async () => {
  const { send } = server()
  const note = open(send)
  note.type('x'.repeat(101))
  await pass(1_200)
  expect(send).not.toHaveBeenCalled()
  expect(note.look().phase).toBe('refused')
  expect(kept()).toEqual({ text: 'x'.repeat(101), version: 0 })
  note.type('x'.repeat(100))
  await pass(1_200)
  expect(note.look().phase).toBe('saved')
})

test('what another tab had left unsaved too is kept beside it', () => {
  drafts.keep(name, 'one tab', { text: 'older', version: 0 })
  vi.advanceTimersByTime(10)
  drafts.keep(name, 'other tab', { text: 'newer', version: 0 })
  const note = open(server().send)
  expect(note.look()).toMatchObject({ text: 'newer', restored: true, aside: ['older'] })
  note.dropAside()
  expect(note.look().aside).toEqual([])
  expect(drafts.versions(name).map(({ writer }) => writer)).toEqual(['other tab'])
})

test('leaving the page sends what waits', async () => {
  const { send, stands } = server()
  const note = open(send)
  note.type('on the way out')
  note.leave()
  await pass(0)
  expect(stands().text).toBe('on the way out')
})
