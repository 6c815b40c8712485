import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { startSharedApp } from '../../../../testing/app.ts'
import { repeatWhileBusy } from '../../../../testing/browser.ts'
import { copyDraft, judgeNumbers, type NumberLedger, readNumbers } from '../../../../testing/faults/invoice-numbers.ts'
import type { Person } from '../../../../testing/people.ts'
import {
  addPayingClient,
  draftInvoice,
  draftLine,
  openPractice,
  savedDraft,
  returnBeforeVerifactu,
} from '../../../../testing/records/invoices.ts'

const app = await startSharedApp()
returnBeforeVerifactu(app)

/** The ways in which a client repeats a call after 503: after the time of Retry-After, or at once. */
type Repeat = 'after Retry-After' | 'at once'

/** The maximum number of attempts of a call. A client that ignores Retry-After makes fifty in a second. */
const attempts = { 'after Retry-After': 60, 'at once': 6_000 }

/** Sends a call until it is not answered with 503, a limited number of times. Adds the seconds of each Retry-After to `refusals`; 0 for none. */
const sendUntilAnswered = (person: Person, path: string, input: object, repeat: Repeat, refusals: number[]) =>
  repeatWhileBusy(
    async () => {
      const answer = await person.send(path, input)
      if (answer.status === 503) refusals.push(Number(answer.headers.get('retry-after')))
      return answer
    },
    { attempts: attempts[repeat], ...(repeat === 'at once' && { delayOf: () => 20 }) },
  )

test('of 201 invoices that are issued at once beside 200 readers, none is lost, none is issued twice, and the numbers have no gap, also with clients that ignore Retry-After', async () => {
  const therapist = await app.person('therapist')
  await openPractice(app, therapist)
  const { id: draftId } = await draftInvoice(therapist, await addPayingClient(app, therapist))
  const ids: string[] = []
  for (let n = 0; n < 201; n++) ids.push(await copyDraft(app.db, { accountId: therapist.accountId, draftId }))

  const ledger: NumberLedger = new Map()
  const refusals: number[] = []
  const issued = ids.map(async (id, n) => {
    const command = randomUUID()
    const repeat = n % 10 === 0 ? 'at once' : 'after Retry-After'
    const answer = await sendUntilAnswered(therapist, 'invoice/issue', { id, command }, repeat, refusals)
    expect(answer.status).toBe(200)
    const { sheet } = (await answer.json()) as { sheet: { number: string } }
    ledger.set(id, { therapistId: therapist.accountId, number: sheet.number })
  })
  const read = Array.from({ length: 200 }, async () => {
    const input = { which: 'upcoming' }
    const answer = await sendUntilAnswered(therapist, 'session/list', input, 'after Retry-After', refusals)
    expect(answer.status).toBe(200)
    await answer.body?.cancel()
  })
  await Promise.all([...issued, ...read])

  const stored = await readNumbers(app.db, [therapist.accountId])
  expect(stored[0]?.issued).toHaveLength(201)
  expect(stored[0]?.series).toMatchObject([{ last: 201 }])
  expect(new Set([...ledger.values()].map(({ number }) => number)).size).toBe(201)
  expect(judgeNumbers(stored, ledger)).toEqual({ gaps: 0, duplicates: 0, lost: 0, falling: 0, ends: 0 })
  expect(refusals.filter((seconds) => !(seconds >= 1))).toEqual([])
})

test('of 201 credit notes in Spain that are issued at once, none is lost, and the corrective series has no gap', async () => {
  const therapist = await app.person('therapist', 3)
  await openPractice(app, therapist, { country: 'ES' })
  const { id: draftId } = await draftInvoice(therapist, await addPayingClient(app, therapist))
  const ids: string[] = []
  for (let n = 0; n < 201; n++) {
    const id = await copyDraft(app.db, { accountId: therapist.accountId, draftId })
    await therapist.api.invoice.issue({ id, command: randomUUID() })
    ids.push(id)
  }
  const ledger: NumberLedger = new Map()
  const refusals: number[] = []
  await Promise.all(
    ids.map(async (id, n) => {
      const creditNoteId = randomUUID()
      const input = { id, command: randomUUID(), creditNoteId, positions: [1], reason: '' }
      const repeat = n % 10 === 0 ? 'at once' : 'after Retry-After'
      const answer = await sendUntilAnswered(therapist, 'invoice/credit', input, repeat, refusals)
      expect(answer.status).toBe(200)
      const { sheet } = (await answer.json()) as { sheet: { number: string } }
      ledger.set(creditNoteId, { therapistId: therapist.accountId, number: sheet.number })
    }),
  )
  const stored = await readNumbers(app.db, [therapist.accountId])
  expect(stored[0]?.series).toMatchObject([
    { series: '', last: 201 },
    { series: 'R', last: 201 },
  ])
  expect(new Set([...ledger.values()].map(({ number }) => number)).size).toBe(201)
  expect(judgeNumbers(stored, ledger)).toEqual({ gaps: 0, duplicates: 0, lost: 0, falling: 0, ends: 0 })
})

test('a list of 300 invoices with an incomplete one, sent from two tabs at once, is issued once in its order, without a gap', async () => {
  const therapist = await app.person('therapist', 2)
  await openPractice(app, therapist)
  const clientId = await addPayingClient(app, therapist)
  const { id: draftId } = await draftInvoice(therapist, clientId)
  const ids: string[] = []
  for (let n = 0; n < 300; n++) ids.push(await copyDraft(app.db, { accountId: therapist.accountId, draftId }))
  const incomplete = ids[150] as string
  const draft = await therapist.api.invoice.get({ id: incomplete })
  await therapist.api.invoice.saveDraft(savedDraft(draft, [draftLine({ priceMinor: null })]))
  const refusals: number[] = []
  const sendList = async () => {
    const answers: string[] = []
    for (const id of ids) {
      const input = { id, command: randomUUID(), delaysEmails: true }
      const answer = await sendUntilAnswered(therapist, 'invoice/issue', input, 'after Retry-After', refusals)
      const { sheet, code } = (await answer.json()) as { sheet?: { number: string }; code?: string }
      answers.push(sheet?.number.slice(-4) ?? code ?? '')
    }
    return answers
  }
  const tabs = await Promise.all([sendList(), sendList()])
  const expected = ids.map((id, n) => (id === incomplete ? 'INCOMPLETE' : String(n < 150 ? n + 1 : n).padStart(4, '0')))
  expect(tabs).toEqual([expected, expected])
  const [stored] = await readNumbers(app.db, [therapist.accountId])
  expect(stored?.issued.map(({ id }) => id)).toEqual(ids.filter((id) => id !== incomplete))
  expect(stored?.series).toMatchObject([{ last: 299 }])
})
