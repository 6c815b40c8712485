import { expect, test } from 'vitest'
import { keepUnchangedItems } from './keep-unchanged.ts'
import { sampleMessage, sampleMessagePage } from './message.testing.ts'

const createdAt = new Date().toISOString()
const page = (first: number, last: number) =>
  sampleMessagePage(
    Array.from({ length: last - first + 1 }, (_, place) =>
      sampleMessage(first + place, { createdAt, updatedAt: createdAt }),
    ),
    { latestAt: createdAt },
  )
const loaded = (...pages: ReturnType<typeof page>[]) => ({ pages, pageParams: pages.map(() => ({})) })
const messagesOf = (data: ReturnType<typeof loaded>) => data.pages.flatMap(({ items }) => items)

test('an answer that changes nothing is the same object', () => {
  const before = loaded(page(1, 3), page(4, 6))
  expect(keepUnchangedItems(before, loaded(page(1, 3), page(4, 6)))).toBe(before)
})

test('messages keep their objects when older ones are added before several pages', () => {
  const before = loaded(page(4, 6), page(7, 9))
  const after = keepUnchangedItems(before, loaded(page(1, 3), ...before.pages))
  expect(messagesOf(after).map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9])
  expect(after.pages.slice(1)).toEqual(before.pages)
  for (const [place, message] of messagesOf(before).entries()) expect(messagesOf(after)[place + 3]).toBe(message)
})

test('one changed message is a new object, the others are not', () => {
  const before = loaded(page(1, 3))
  const next = loaded(page(1, 4))
  const [, second] = next.pages[0]?.items ?? []
  if (second) second.readAt = createdAt
  const kept = messagesOf(keepUnchangedItems(before, next))
  const old = messagesOf(before)
  expect(kept.map((message, place) => message === old[place])).toEqual([true, false, true, false])
  expect(kept[1]?.readAt).toBe(createdAt)
  expect(kept).toHaveLength(4)
})
