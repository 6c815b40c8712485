import { expect, test } from 'vitest'
import { createDatedId } from './dated-id.ts'
import { Id } from './ids.ts'

const evening = Date.parse('2026-11-23T23:59:59.999Z')

test('the id is a UUID of version 7 that the contract accepts, and its time is the start of the day', () => {
  const id = createDatedId(evening)
  expect(Id.parse(id)).toBe(id)
  expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)).toBe(Date.parse('2026-11-23T00:00:00Z'))
})

test('ids of one day differ in their random part alone, and ids of a later day come after them', () => {
  const ids = Array.from({ length: 1_000 }, () => createDatedId(evening))
  expect(new Set(ids).size).toBe(1_000)
  expect(new Set(ids.map((id) => id.slice(0, 15))).size).toBe(1)
  expect(new Set(ids.map((id) => id.slice(15, 18))).size).toBeGreaterThan(800)
  expect(ids.every((id) => id < createDatedId(evening + 1))).toBe(true)
})

test('a clock before 1970 gives a valid id', () => {
  expect(createDatedId(-5)).toMatch(/^00000000-0000-7/)
})
