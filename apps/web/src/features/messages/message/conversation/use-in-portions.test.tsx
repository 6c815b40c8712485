import { renderHook, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { sampleMessage } from '../message.testing.ts'
import { useInPortions } from './use-in-portions.ts'

const range = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, place) => sampleMessage(first + place))

test('older messages are added in portions, newer ones and another part at once', async () => {
  const shown: string[] = []
  const { rerender } = renderHook(
    ({ messages }) => {
      const part = useInPortions(messages)
      const text = `${part[0]?.seq}–${part.at(-1)?.seq}`
      if (shown.at(-1) !== text) shown.push(text)
    },
    { initialProps: { messages: range(101, 150) } },
  )
  rerender({ messages: range(101, 152) })
  rerender({ messages: range(51, 152) })
  await waitFor(() => expect(shown.at(-1)).toBe('51–152'))
  expect(shown).toEqual(['101–150', '101–152', '84–152', '67–152', '51–152'])
  rerender({ messages: range(1, 30) })
  expect(shown.at(-1)).toBe('1–30')
})
