import { cleanup, renderHook } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { usePhone } from './use-phone.ts'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

/** Returns the results of the hook in all renderings on a screen of this width. */
function renderingsAt(width: number): boolean[] {
  vi.stubGlobal('innerWidth', width)
  const seen: boolean[] = []
  renderHook(() => seen.push(usePhone()))
  return seen
}

test.each([
  [390, true],
  [767, true],
  [768, false],
  [1280, false],
])('on a screen of %s px, every rendering from the first one says whether it is a phone: %s', (width, isPhone) => {
  expect(new Set(renderingsAt(width))).toEqual(new Set([isPhone]))
})
