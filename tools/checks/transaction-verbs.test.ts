import { expect, test } from 'vitest'
import { takersIn, transactionVerbs, verbless } from './transaction-verbs.mjs'

test('an exported function is found if any of its parameters is a transaction, however it is declared', () => {
  const found = takersIn(
    [
      'export async function zoneOf(tx: Tx) {}',
      'export const businessOf = async (now: Date, tx: Tx<AnyActor>) => null',
      'export const ownFeed = (tx: Tx) => tx',
      'export const overdueSql = function (tx: Tx) {}',
    ].join('\n'),
  )
  expect(found).toEqual(['zoneOf', 'businessOf', 'ownFeed', 'overdueSql'])
})

test('a function without a transaction, a local function and one that takes a function are not found', () => {
  const found = takersIn(
    [
      'export const dayOf = (at: Date) => at',
      'const zoneOf = (tx: Tx) => tx',
      'export function inTransaction(work: (tx: Tx) => void) {}',
      'export const limit = 3',
      'export type Load = (tx: Tx) => void',
    ].join('\n'),
  )
  expect(found).toEqual([])
})

test('a name that begins with a verb is accepted, and a noun and a longer word are not', () => {
  expect(verbless(['readZone', 'remind', 'listServices'])).toEqual([])
  expect(verbless(['zoneOf', 'services', 'readerOf', 'listingOf'])).toEqual(
    ['zoneOf', 'services', 'readerOf', 'listingOf'].map(
      (name) => `${name} takes a transaction; begin its name with a verb, such as read, list, find or save`,
    ),
  )
})

test('each exported function of the server that takes a transaction begins with a verb @slow', () => {
  const { findings, remark } = transactionVerbs()
  expect(findings).toEqual([])
  expect(Number.parseInt(remark, 10)).toBeGreaterThan(800)
})
