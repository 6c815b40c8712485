import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startSharedApp } from '../../../../testing/app.ts'
import { repeatingBusyCalls } from '../../../../testing/browser.ts'
import { judgeNumbers, readNumbers } from '../../../../testing/faults/invoice-numbers.ts'
import { addPayingClient, issueOf, openPractice, returnBeforeVerifactu } from '../../../../testing/records/invoices.ts'
import type { Person } from '../../../../testing/people.ts'
import { reconcileHighestNumbers, storeHighestNumbers } from './highest-number.ts'

const app = await startSharedApp({ worker: false })
returnBeforeVerifactu(app)
const year = app.clock.now().getFullYear()

async function practice(n: number, country: string) {
  const therapist = await app.person('therapist', n)
  await openPractice(app, therapist, { country, first_number: 118, first_number_year: year })
  return { therapist, clientId: await addPayingClient(app, therapist) }
}
const credit = (therapist: Person, id: string) =>
  therapist.api.invoice.credit({ id, command: randomUUID(), creditNoteId: randomUUID(), positions: [1], reason: 'x' })
const marksOf = ({ accountId }: Person) =>
  JSON.parse(readFileSync(join(app.config.secretsDir, 'invoice-mark.json'), 'utf8'))[accountId]

test('in Spain, credit notes are numbered in a series of their own, without a gap in either, and both have their mark @slow', async () => {
  const { therapist, clientId } = await practice(1, 'ES')
  const numbers = []
  for (let n = 0; n < 2; n++) {
    const { id, sheet } = await issueOf(therapist, clientId)
    numbers.push(sheet.number, (await credit(therapist, id)).sheet.number)
  }
  expect(numbers).toEqual([`${year}-0118`, `R${year}-0001`, `${year}-0119`, `R${year}-0002`])
  expect(marksOf(therapist)).toEqual({
    [year]: { firstNumber: 118, last: 2 },
    [`${year}R`]: { firstNumber: 1, last: 2 },
  })
  const stored = await readNumbers(app.db, [therapist.accountId])
  expect(stored[0]?.series).toEqual([
    { year, series: '', last: 2 },
    { year, series: 'R', last: 2 },
  ])
  expect(judgeNumbers(stored, new Map())).toEqual({ gaps: 0, duplicates: 0, lost: 0, falling: 0, ends: 0 })
})

test('elsewhere, credit notes continue the series of the invoices', async () => {
  const { therapist, clientId } = await practice(2, 'DE')
  const { id } = await issueOf(therapist, clientId)
  expect((await credit(therapist, id)).sheet.number).toBe(`${year}-0119`)
})

test('the database refuses a corrective number without its credit note, and an invoice in the corrective series @slow', async () => {
  const { therapist, clientId } = await practice(3, 'ES')
  const { id } = await issueOf(therapist, clientId)
  await credit(therapist, id)
  const run = (statement: string) =>
    app.db
      .asActor({ role: 'therapist', id: therapist.accountId }, (tx) => tx.run(statement))
      .then(
        () => 'done',
        (error: { code: string }) => error.code,
      )
  expect(await run(`update app.invoice_series set last = last + 1 where series = 'R'`)).toBe('AT002')
  expect(await run(`update app.invoice_series set last = last + 2 where series = 'R'`)).toBe('AT002')
  expect(await run(`update app.invoice_series set series = '' where series = 'R'`)).toBe('42501')
  const draft = await therapist.api.invoice.correct({
    id: (await issueOf(therapist, clientId)).id,
    command: randomUUID(),
    creditNoteId: randomUUID(),
    draftId: randomUUID(),
  })
  expect(await run(`update app.invoice set series = 'R' where id = '${draft.id}'`)).toBe('23514')
})

test('after a restore, lost corrective numbers are recorded and the next credit note continues above them @slow', async () => {
  const { therapist, clientId } = await practice(4, 'ES')
  const [one, other] = [await issueOf(therapist, clientId), await issueOf(therapist, clientId)]
  await credit(therapist, one.id)
  const mark = { therapistId: therapist.accountId as never, year, series: 'R', firstNumber: 1, last: 4 } as const
  storeHighestNumbers(app.config.secretsDir, [mark])
  expect(await reconcileHighestNumbers(app)).toBe(3)
  expect((await credit(therapist, other.id)).sheet.number).toBe(`R${year}-0005`)
})

test('60 invoices and credit notes that are issued at once have no gap and no duplicate in either series @slow', async () => {
  const { therapist, clientId } = await practice(5, 'ES')
  const issued = []
  for (let n = 0; n < 30; n++) issued.push(await issueOf(therapist, clientId))
  const repeating = repeatingBusyCalls(therapist)
  await Promise.all(
    issued.flatMap(({ id }) => {
      const ids = { command: randomUUID(), creditNoteId: randomUUID() }
      return [repeating.api.invoice.credit({ id, ...ids, positions: [1], reason: '' }), issueOf(repeating, clientId)]
    }),
  )
  const stored = await readNumbers(app.db, [therapist.accountId])
  expect(stored[0]?.series.map(({ last }) => last)).toEqual([60, 30])
  expect(judgeNumbers(stored, new Map())).toEqual({ gaps: 0, duplicates: 0, lost: 0, falling: 0, ends: 0 })
})
