import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../testing/app.ts'
import { addPayingClient, draftLine, issueOf, openPractice } from '../../testing/invoices.ts'
import type { Person } from '../../testing/people.ts'

let app: TestApp
let therapist: Person
let clientId: string
beforeAll(async () => {
  app = await createTestApp({ worker: false })
  therapist = await app.person('therapist')
  await openPractice(app, therapist)
  clientId = await addPayingClient(app, therapist)
})
afterAll(() => app.close())

const credit = (id: string, positions: number[]) =>
  therapist.api.invoice.credit({ id, command: randomUUID(), creditNoteId: randomUUID(), positions, reason: '' })
const codeOf = (call: Promise<unknown>) =>
  call.then(
    () => null,
    (error: { code: string }) => error.code,
  )

test('lines with tax that are credited one by one add up to the invoice', async () => {
  const lines = ['3', '3', '3'].map((priceMinor) => draftLine({ priceMinor, taxRateBp: 1900 }))
  const { id, sheet } = await issueOf(therapist, clientId, lines)
  expect(sheet).toMatchObject({ netMinor: '9', taxMinor: '2', grossMinor: '11' })
  const notes = []
  for (const position of [2, 1, 3]) notes.push((await credit(id, [position])).sheet)
  expect(notes.map(({ taxMinor }) => taxMinor)).toEqual(['1', '0', '1'])
  expect(notes.flatMap(({ taxes }) => taxes.map(({ netMinor, rateBp }) => [netMinor, rateBp]))).toEqual(
    Array.from({ length: 3 }, () => ['3', 1900]),
  )
  expect(await therapist.api.invoice.get({ id })).toMatchObject({
    status: 'credited',
    creditedMinor: '11',
    openMinor: '0',
  })
})

test('a discount is credited together with what it discounts, and a credit note that would be negative is refused', async () => {
  const discount = draftLine({ text: 'Rabatt', quantityMilli: -1000, priceMinor: '2000', serviceOn: null })
  const { id } = await issueOf(therapist, clientId, [draftLine(), discount])
  for (const alone of [[2], [1]]) expect(await codeOf(credit(id, alone)), String(alone)).toBe('CREDIT_BELOW_ZERO')
  const note = await credit(id, [1, 2])
  expect(note.sheet).toMatchObject({ grossMinor: '7500', lines: [{ creditsPosition: 1 }, { creditsPosition: 2 }] })
  const twice = await issueOf(therapist, clientId, [draftLine(), draftLine(), discount])
  expect((await credit(twice.id, [1])).sheet.grossMinor).toBe('9500')
  expect(await codeOf(credit(twice.id, [2]))).toBe('CREDIT_BELOW_ZERO')
  expect((await credit(twice.id, [2, 3])).sheet.grossMinor).toBe('7500')
  expect(await therapist.api.invoice.get({ id: twice.id })).toMatchObject({ status: 'credited', openMinor: '0' })
})

test('an invoice whose net sum is negative is not issued, even if its tax makes the total positive', async () => {
  const odd = [
    draftLine({ quantityMilli: -1000, priceMinor: '1000', serviceOn: null }),
    draftLine({ priceMinor: '900', taxRateBp: 5000 }),
  ]
  expect(await codeOf(issueOf(therapist, clientId, odd))).toBe('INCOMPLETE')
})
