import { act, renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { giveUp } from '../../platform/unsaved.ts'
import { useDraft } from './draft.ts'

const draw = () => renderHook(() => useDraft('client-add-me', () => ({ firstName: '' })))

test('what was being written is there again after a reload, until it was sent', () => {
  const first = draw()
  expect(first.result.current).toMatchObject({ restored: false, dirty: false })
  act(() => first.result.current.change({ firstName: 'Ana' }))
  first.unmount()
  const second = draw()
  expect(second.result.current).toMatchObject({ restored: true, dirty: true, value: { firstName: 'Ana' } })
  act(() => second.result.current.forget())
  expect(draw().result.current.value).toEqual({ firstName: '' })
})

test('signing out leaves no draft behind', () => {
  const first = draw()
  act(() => first.result.current.change({ firstName: 'Ana' }))
  sessionStorage.setItem('other', 'stays')
  first.unmount()
  giveUp()
  expect(draw().result.current.restored).toBe(false)
  expect(sessionStorage.getItem('other')).toBe('stays')
})
