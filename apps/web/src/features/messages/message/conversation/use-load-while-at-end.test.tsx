import { renderHook } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { useLoadWhileAtEnd } from './use-load-while-at-end.ts'

const fetchNextPage = vi.fn(() => Promise.resolve())
const idle = { hasNextPage: true, isFetching: false, isFetchNextPageError: false, fetchNextPage }

test('after a page that arrived before its loading was rendered, the next one is loaded', () => {
  const { rerender } = renderHook((dataUpdatedAt: number) => useLoadWhileAtEnd({ ...idle, dataUpdatedAt }, true), {
    initialProps: 1,
  })
  expect(fetchNextPage).toHaveBeenCalledTimes(1)
  rerender(2)
  expect(fetchNextPage).toHaveBeenCalledTimes(2)
})
