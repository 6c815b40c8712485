import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createTestApp, startSharedApp, type TestApp } from '../../../../testing/app.ts'
import { addPayingClient, draftInvoice, issueOf, openPractice } from '../../../../testing/records/invoices.ts'
import type { Person } from '../../../../testing/people.ts'
import { invoiceJobs } from '../invoice.jobs.ts'
import { copyHighestNumbers, storeHighestNumbers, reconcileHighestNumbers } from './highest-number.ts'

const app = await startSharedApp({ worker: false })

const year = new Date().getFullYear()
const pathOf = ({ config }: Pick<TestApp, 'config'>) => join(config.secretsDir, 'invoice-mark.json')
const marksOf = (node: Pick<TestApp, 'config'>, therapist: Person) =>
  existsSync(pathOf(node)) ? JSON.parse(readFileSync(pathOf(node), 'utf8'))[therapist.accountId] : undefined
/** Removes the file of the highest numbers, as if the server had been killed after the commit and before writing it. */
const forget = () => rmSync(pathOf(app), { force: true })

async function practice(n: number): Promise<{ therapist: Person; clientId: string }> {
  const therapist = await app.person('therapist', n)
  await openPractice(app, therapist, { first_number: 118, first_number_year: year })
  return { therapist, clientId: await addPayingClient(app, therapist) }
}

test('a repeated command writes the mark that a killed server did not write @slow', async () => {
  const { therapist, clientId } = await practice(1)
  const { api } = therapist
  const draft = await draftInvoice(therapist, clientId)
  const issue = { id: draft.id, command: randomUUID() }
  const ids = () => ({ command: randomUUID(), creditNoteId: randomUUID() })
  const { id: other } = await issueOf(therapist, clientId)
  const credit = { id: draft.id, ...ids(), positions: [1], reason: '' }
  const correct = { id: other, ...ids(), draftId: randomUUID() }
  const commands = [
    () => api.invoice.issue(issue),
    () => api.invoice.credit(credit),
    () => api.invoice.correct(correct),
  ]
  for (const [index, run] of commands.entries()) {
    const first = await run()
    const reached = { [year]: { firstNumber: 118, last: index + 2 } }
    expect(marksOf(app, therapist)).toEqual(reached)
    forget()
    expect(await run()).toEqual(first)
    expect(marksOf(app, therapist)).toEqual(reached)
  }
})

test('the job of an issue writes the mark, also if the documents cannot be made @slow', async () => {
  const { therapist, clientId } = await practice(2)
  const { id } = await issueOf(therapist, clientId)
  forget()
  const data = { invoiceId: id, therapistId: therapist.accountId }
  let isBroken = true
  const db: TestApp['db'] = {
    ...app.db,
    asActor: (actor, work) => {
      const failed = isBroken
      isBroken = false
      return failed ? Promise.reject(new Error('could not extend file')) : app.db.asActor(actor, work)
    },
  }
  const run = invoiceJobs['invoice-documents'].run({ ...app, db }, data, { retryCount: 0, last: false })
  await expect(run).rejects.toThrow('could not extend')
  expect(marksOf(app, therapist)).toEqual({ [year]: { firstNumber: 118, last: 1 } })
})

test('a server that starts writes the marks of all series @slow', async () => {
  const { therapist, clientId } = await practice(3)
  await issueOf(therapist, clientId)
  await issueOf(therapist, clientId)
  const node = await createTestApp({ worker: false, databaseUrl: app.databaseUrl, migrated: true })
  try {
    expect(marksOf(node, therapist)).toEqual({ [year]: { firstNumber: 118, last: 2 } })
  } finally {
    await node.close()
  }
})

test('after a restore, numbers up to the mark are recorded as lost, and the next invoice continues above them', async () => {
  const { therapist, clientId } = await practice(4)
  await issueOf(therapist, clientId)
  const mark = (last: number, of = year, firstNumber = 118) =>
    storeHighestNumbers(app.config.secretsDir, [
      { therapistId: therapist.accountId, year: of, series: '', firstNumber, last },
    ])
  mark(4)
  mark(2)
  storeHighestNumbers(app.config.secretsDir, [{ therapistId: randomUUID(), year, series: '', firstNumber: 1, last: 9 }])
  expect(await reconcileHighestNumbers(app)).toBe(3)
  expect(await reconcileHighestNumbers(app)).toBe(0)
  expect((await issueOf(therapist, clientId)).sheet.number).toBe(`${year}-0122`)
  const lost = () =>
    app.db.asActor({ role: 'therapist', id: therapist.accountId }, (tx) =>
      tx.run('select year, number, reason from app.invoice_lost order by year, number'),
    )
  const missing = [2, 3, 4].map((number) => ({ year, number, reason: 'lost in a restore' }))
  expect((await lost()).rows).toEqual(missing)
  // A year that is missing in the backup keeps its first number.
  mark(1, year + 1, 500)
  expect(await reconcileHighestNumbers(app)).toBe(1)
  const { rows } = await app.db.asActor({ role: 'therapist', id: therapist.accountId }, (tx) =>
    tx.run('select first_number, last from app.invoice_series where year = $1', [year + 1]),
  )
  expect(rows).toEqual([{ first_number: 500, last: 1 }])
})

test('a server learns the numbers that another one with its own secrets folder has issued @slow', async () => {
  const { therapist, clientId } = await practice(9)
  const other = await createTestApp({ databaseUrl: app.databaseUrl, worker: false })
  try {
    await issueOf(therapist, clientId)
    expect(marksOf(other, therapist)).toBeUndefined()
    await copyHighestNumbers(other)
    expect(marksOf(other, therapist)).toEqual({ [year]: { firstNumber: 118, last: 1 } })
  } finally {
    await other.close()
  }
})
