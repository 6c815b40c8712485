import { ORPCError } from '@orpc/client'
import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ConnectionError } from '../api/errors.ts'
import { resetSavedValues } from './use-saved-value.ts'
import { drafts } from '../draft/drafts.ts'
import { useSavedDraft } from './use-saved-draft.ts'

type View = { version: number; note: string }
type Values = { note: string }

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const advance = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds))
const changed = (data: View) => new ORPCError('CHANGED', { status: 409, data })

/** A server that stores one draft and trims the end of its note. */
function server(start: View = { version: 1, note: '' }) {
  let current = start
  const save = vi.fn(async ({ content, version }: { content: Values; version: number }) => {
    if (version !== current.version) throw changed(current)
    current = { version: version + 1, note: content.note.trim() }
    return current
  })
  return { save, current: () => current, put: (view: View) => (current = view) }
}

/** Opens the form of a draft. Its note cannot be parsed while it contains a question mark. */
function open(save: ReturnType<typeof server>['save'], view: View, name = `draft-${crypto.randomUUID()}`) {
  let isShown = true
  const form = renderHook(
    ({ shown }) =>
      useSavedDraft<View, Values, string>(name, {
        view: shown,
        contentOf: ({ note, version }) => ({ content: { note }, version }),
        unreadableIn: ({ note }) => (note.includes('?') ? ['note'] : []),
        isNewer: (version, other) => version !== other,
        save,
        sent: ({ note }) => note.trim(),
        keep: (answer) => void (isShown && setTimeout(() => form.rerender({ shown: answer }))),
      }),
    { initialProps: { shown: view } },
  )
  const now = () => form.result.current
  const type = (note: string) => act(() => now().change({ note }))
  const leave = () => {
    isShown = false
    form.unmount()
  }
  return { ...form, name, now, type, leave, note: () => now().content.note }
}

test('a draft is saved once, shortly after the last change, and then is not stored on this device', async () => {
  const { save, current } = server()
  const { name, now, type } = open(save, current())
  for (const note of ['O', 'On', 'One ']) {
    type(note)
    await advance(300)
  }
  expect(save).not.toHaveBeenCalled()
  expect(drafts.versions(name)[0]?.value).toEqual({ content: { note: 'One ' }, version: 1 })
  await advance(800)
  expect(save.mock.calls).toEqual([[{ content: { note: 'One ' }, version: 1 }]])
  expect(now()).toMatchObject({ content: { note: 'One ' }, draft: { dirty: false }, save: { isError: false } })
  expect(drafts.versions(name)).toEqual([])
})

test('what is typed during a save is saved after it, based on the new version', async () => {
  const { save, current } = server()
  let answer = () => {}
  save.mockImplementationOnce(async ({ version }) => {
    await new Promise<void>((resolve) => (answer = resolve))
    return { version: version + 1, note: 'One' }
  })
  const { name, now, type } = open(save, current())
  type('One')
  await advance(800)
  expect(now().save.isPending).toBe(true)
  type('One two')
  answer()
  await advance(0)
  expect(drafts.versions(name)[0]?.value).toEqual({ content: { note: 'One two' }, version: 2 })
  await advance(800)
  expect(save.mock.lastCall).toEqual([{ content: { note: 'One two' }, version: 2 }])
})

test('values that cannot be read stay on this device, and are saved when they can be read', async () => {
  const { save, current } = server()
  const { name, now, type } = open(save, current())
  type('One?')
  await advance(2_000)
  expect(save).not.toHaveBeenCalled()
  expect(now()).toMatchObject({ unreadable: ['note'], draft: { dirty: true }, save: { isError: false } })
  expect(drafts.versions(name)).toHaveLength(1)
  type('One')
  await advance(800)
  expect(current()).toEqual({ version: 2, note: 'One' })
})

test('a save without a connection is repeated by itself, a refused one only after a change', async () => {
  const { save, current } = server()
  save.mockRejectedValueOnce(new ConnectionError('NETWORK_ERROR'))
  const { now, type } = open(save, current())
  type('One')
  await advance(800)
  expect(now().save).toMatchObject({ isError: true, isPending: false })
  window.dispatchEvent(new Event('online'))
  await advance(0)
  expect(now()).toMatchObject({ draft: { dirty: false }, save: { isError: false } })
  save.mockRejectedValueOnce(new ORPCError('PAYMENTS_OFF', { status: 409 }))
  type('One two')
  await advance(120_000)
  expect(save).toHaveBeenCalledTimes(3)
  expect(now().save.error).toMatchObject({ code: 'PAYMENTS_OFF' })
  type('One two three')
  await advance(800)
  expect(current().note).toBe('One two three')
})

test('there is no conflict if the answer to a save was lost and the server has changed its form', async () => {
  const { save, current, put } = server()
  save.mockImplementationOnce(async () => {
    put({ version: 2, note: 'One' })
    throw new ConnectionError('TIMEOUT')
  })
  const { now, type } = open(save, current())
  type('One ')
  await advance(6_000)
  expect(now()).toMatchObject({ content: { note: 'One ' }, theirs: null, draft: { dirty: false } })
  type('One two')
  await advance(800)
  expect(current()).toEqual({ version: 3, note: 'One two' })
})

test('a draft that is changed after a save whose answer was lost is not a conflict, on the next page either', async () => {
  const { save, current, put } = server()
  save.mockImplementationOnce(async () => {
    put({ version: 2, note: 'One' })
    throw new ConnectionError('TIMEOUT')
  })
  const first = open(save, current())
  first.type('One ')
  await advance(800)
  first.type('Two?')
  first.leave()
  resetSavedValues()
  const second = open(save, current(), first.name)
  expect(second.now()).toMatchObject({ content: { note: 'Two?' }, theirs: null, draft: { restored: true } })
  second.type('Two')
  await advance(800)
  expect(current()).toEqual({ version: 3, note: 'Two' })
})

test('a save that fails after its form was forgotten is not repeated', async () => {
  const { save, current } = server()
  let fail = () => {}
  save.mockImplementationOnce(
    () => new Promise((_, reject) => (fail = () => reject(new ConnectionError('NETWORK_ERROR')))),
  )
  const { type } = open(save, current())
  type('One')
  await advance(800)
  resetSavedValues()
  fail()
  await advance(60_000)
  expect(save).toHaveBeenCalledTimes(1)
})

test('in a conflict nothing is saved until one of both versions is chosen', async () => {
  const { save, current, put } = server()
  const begin = async () => {
    const form = open(save, current())
    put({ version: current().version + 1, note: 'Theirs' })
    form.type('Mine')
    await advance(800)
    form.type('Mine too')
    await advance(10_000)
    expect(form.now()).toMatchObject({ theirs: { value: { note: 'Theirs' } }, save: { error: { code: 'CHANGED' } } })
    expect(drafts.versions(form.name)).toHaveLength(1)
    return form
  }
  const mine = await begin()
  act(() => mine.now().keepMine())
  await advance(0)
  expect(current().note).toBe('Mine too')
  const theirs = await begin()
  act(() => theirs.now().takeTheirs())
  await advance(10_000)
  expect(theirs.note()).toBe('Theirs')
  expect(current().note).toBe('Theirs')
  expect(drafts.versions(theirs.name)).toEqual([])
})

test('a restored draft can be discarded; another version of it can be shown', async () => {
  const name = `draft-${crypto.randomUUID()}`
  drafts.save(name, 'one tab', { content: { note: 'older?' }, version: 1 })
  await advance(10)
  drafts.save(name, 'other tab', { content: { note: 'newer?' }, version: 1 })
  const { save, current } = server()
  const { now, note } = open(save, current(), name)
  expect([note(), now().draft.restored]).toEqual(['newer?', true])
  act(() => now().draft.other?.show())
  expect(note()).toBe('older?')
  act(() => now().draft.other?.show())
  expect(note()).toBe('newer?')
  act(() => now().draft.startOver())
  expect([note(), now().draft.restored, now().draft.dirty]).toEqual(['', false, false])
  expect(drafts.versions(name).map(({ value }) => value)).toEqual([{ content: { note: 'older?' }, version: 1 }])
  await advance(10_000)
  expect(save).not.toHaveBeenCalled()
})

test('a page that is left saves the draft, and one that is opened again offers to discard what is unsaved', async () => {
  const { save, current } = server()
  const first = open(save, current())
  first.type('One')
  first.leave()
  await advance(0)
  expect(current().note).toBe('One')
  const second = open(save, current(), first.name)
  second.type('One?')
  await advance(800)
  second.leave()
  const third = open(save, current(), first.name)
  expect(third.now()).toMatchObject({ content: { note: 'One?' }, draft: { restored: true } })
})

test('a form shows the draft of the server after its own was deleted, and when it has no unsaved changes', async () => {
  const { save, current } = server({ version: 4, note: 'Four' })
  const { rerender, now, note, type } = open(save, current())
  type('Five?')
  rerender({ shown: { version: 0, note: '' } })
  expect(note()).toBe('Five?')
  act(() => now().draft.forget())
  expect([note(), now().draft.dirty]).toEqual(['', false])
  rerender({ shown: { version: 1, note: 'From the phone' } })
  expect(note()).toBe('From the phone')
})
