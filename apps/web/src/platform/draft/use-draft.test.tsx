import 'fake-indexeddb/auto'
import { act, renderHook } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { drafts } from './drafts.ts'
import { discardUnsaved, hasUnsavedChanges, hasUnsentText } from './unsaved.ts'
import { useDraft } from './use-draft.ts'

const draw = (name: string) => renderHook(() => useDraft(name, () => ({ text: '' })))
const now = (form: ReturnType<typeof draw>) => form.result.current

test('a draft is restored when the form is opened again, until it is sent', async () => {
  const first = draw('sent')
  expect(now(first)).toMatchObject({ restored: false, dirty: false })
  act(() => now(first).change({ text: 'Ana' }))
  expect(now(first)).toMatchObject({ restored: false, dirty: true })
  first.unmount()
  expect(hasUnsavedChanges()).toBe(false)
  expect(await hasUnsentText()).toBe(true)
  const second = draw('sent')
  expect(now(second)).toMatchObject({ restored: true, dirty: true, value: { text: 'Ana' } })
  act(() => now(second).forget())
  expect(now(second)).toMatchObject({ restored: false, dirty: false, value: { text: 'Ana' } })
  expect(await hasUnsentText()).toBe(false)
  expect(now(draw('sent')).value).toEqual({ text: '' })
})

test('a form that is changed back to its initial value has no draft', async () => {
  const form = draw('back')
  act(() => now(form).change({ text: 'A' }))
  expect(hasUnsavedChanges()).toBe(true)
  act(() => now(form).change({ text: '' }))
  expect(await hasUnsentText()).toBe(false)
})

test('leaving the page without saving discards its drafts, restored or new', () => {
  const first = draw('left')
  act(() => now(first).change({ text: 'A' }))
  first.unmount()
  const second = draw('left')
  act(() => discardUnsaved())
  second.unmount()
  expect(now(draw('left')).restored).toBe(false)
})

test('of two versions the newest is shown, and one press shows the other', () => {
  const clock = vi.spyOn(Date, 'now').mockReturnValue(1000)
  drafts.save('two', 'one tab', { text: 'older' })
  clock.mockReturnValue(2000)
  drafts.save('two', 'other tab', { text: 'newer' })
  clock.mockRestore()
  const form = draw('two')
  expect(now(form)).toMatchObject({ restored: true, value: { text: 'newer' } })
  act(() => now(form).other?.show())
  expect(now(form).value).toEqual({ text: 'older' })
  act(() => now(form).other?.show())
  expect(now(form).value).toEqual({ text: 'newer' })
  act(() => now(form).startOver())
  expect(now(form)).toMatchObject({ restored: false, value: { text: '' } })
  expect(now(draw('two')).value).toEqual({ text: 'older' })
})
