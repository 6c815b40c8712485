import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { startSharedApp } from '../../../../testing/app.ts'
import type { Person } from '../../../../testing/people.ts'
import {
  addPayingClient,
  draftInvoice,
  draftLine,
  openPractice,
  savedDraft,
} from '../../../../testing/records/invoices.ts'

const app = await startSharedApp({ worker: false })

type Issue = { id: string; command: string; version: number; delaysEmails: true }

/** Drafts invoices. Returns for each the call with which the list 'Issue and send' issues it. */
async function listOf(therapist: Person, length: number): Promise<Issue[]> {
  await openPractice(app, therapist)
  const clientId = await addPayingClient(app, therapist)
  const list: Issue[] = []
  while (list.length < length) {
    const { id, version } = await draftInvoice(therapist, clientId)
    list.push({ id, command: randomUUID(), version, delaysEmails: true })
  }
  return list
}

/** Issues a list as the dialog does, one after the other. Returns the number of each invoice, or the code of the refusal. */
async function issueInTurn({ api }: Pick<Person, 'api'>, list: Issue[]): Promise<string[]> {
  const answers: string[] = []
  for (const one of list)
    answers.push(
      await api.invoice.issue(one).then(
        ({ sheet }) => sheet.number.slice(-4),
        ({ code }: { code: string }) => code,
      ),
    )
  return answers
}

const numbersUpTo = (count: number) => Array.from({ length: count }, (_, n) => String(n + 1).padStart(4, '0'))

/** Expects that each invoice of a list was issued once, and that its emails are queued once. */
async function expectIssuedOnce(therapist: Person, list: Issue[]) {
  for (const { id } of list) {
    const { history } = await therapist.api.invoice.get({ id })
    expect(history.filter(({ kind }) => kind === 'issued')).toHaveLength(1)
  }
  const { rows } = await app.db.asActor({ role: 'worker', id: null }, (tx) =>
    tx.run<{ id: string }>(
      `select data->>'invoiceId' as id from jobs.job_common where name = 'invoice-sending' and data->>'therapistId' = $1`,
      [therapist.accountId],
    ),
  )
  expect(rows.map(({ id }) => id).toSorted()).toEqual(list.map(({ id }) => id).toSorted())
}

test('a list that ends in the middle, without the last answer, is repeated as a whole: nothing is issued twice, and the numbers follow the list @slow', async () => {
  const therapist = await app.person('therapist')
  const list = await listOf(therapist, 8)
  expect(await issueInTurn(therapist, list.slice(0, 3))).toEqual(numbersUpTo(3))
  const withoutAnswer = therapist.send('invoice/issue', list[3])
  expect(await issueInTurn(therapist, list)).toEqual(numbersUpTo(8))
  await (await withoutAnswer).body?.cancel()
  await expectIssuedOnce(therapist, list)
})

test('a list that is sent twice at once, by a double click or from two tabs, is issued once, in its order @slow', async () => {
  const therapist = await app.person('therapist', 2)
  const list = await listOf(therapist, 8)
  const ofSecondTab = list.map((one) => ({ ...one, command: randomUUID() }))
  const answers = await Promise.all([list, list, ofSecondTab].map((one) => issueInTurn(therapist, one)))
  expect(answers).toEqual([numbersUpTo(8), numbersUpTo(8), numbersUpTo(8)])
  await expectIssuedOnce(therapist, list)
})

test('an invoice of a list that became incomplete after the review stays a draft, and the others get numbers without a gap', async () => {
  const therapist = await app.person('therapist', 3)
  const list = await listOf(therapist, 6)
  const [, , third] = list as [Issue, Issue, Issue]
  const saved = await therapist.api.invoice.saveDraft(
    savedDraft(await therapist.api.invoice.get({ id: third.id }), [draftLine({ priceMinor: null })]),
  )
  expect(await issueInTurn(therapist, list)).toEqual(['0001', '0002', 'CHANGED', '0003', '0004', '0005'])
  const again = list.map((one) => (one === third ? { ...one, version: saved.version } : one))
  expect(await issueInTurn(therapist, again)).toEqual(['0001', '0002', 'INCOMPLETE', '0003', '0004', '0005'])
  expect((await therapist.api.invoice.get({ id: third.id })).status).toBe('draft')
  await expectIssuedOnce(
    therapist,
    list.filter((one) => one !== third),
  )
})
