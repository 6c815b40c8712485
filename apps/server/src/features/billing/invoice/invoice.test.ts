import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startSharedApp } from '../../../testing/app.ts'
import {
  addPayingClient,
  draftLine,
  draftInvoice,
  insertOwnPayer,
  issueOf,
  openPractice,
  savedDraft,
} from '../../../testing/records/invoices.ts'
import { connectClient, insertCompletedSession } from '../../../testing/records/sessions.ts'

const app = await startSharedApp({ worker: false })
const therapist = await app.person('therapist')
await openPractice(app, therapist)
const clientId = await addPayingClient(app, therapist)

const year = new Date().getFullYear()
const refusalOf = (call: Promise<unknown>) =>
  call.then(
    () => null,
    (error: {
      status: number
      code: string
      data?: { missing?: { of: string; field: string; position: number | null }[] }
    }) => error,
  )
const missingOf = async (call: Promise<unknown>) =>
  ((await refusalOf(call))?.data?.missing ?? []).map(({ of, field, position }) => [of, field, position])

test('an issued invoice has the next number, its parties and sums, and its history @slow', async () => {
  const own = await app.person('therapist', 2)
  await openPractice(app, own, { first_number: 41, first_number_year: year })
  const record = await addPayingClient(app, own)
  const first = await issueOf(own, record, [draftLine(), draftLine({ quantityMilli: 333 })])
  expect(first).toMatchObject({ status: 'issued', missing: [], openMinor: '12664' })
  expect(first.sheet).toMatchObject({
    number: `${year}-0041`,
    kind: 'invoice',
    seller: { name: 'Praxis Lindqvist', taxId: '12/345/67890', country: 'DE' },
    buyer: { name: 'Ana Ruiz', city: 'Berlin' },
    person: null,
    dueDays: 14,
    grossMinor: '12664',
    taxes: [{ category: 'E', netMinor: '12664', taxMinor: '0', reasonCode: 'VATEX-EU-132-1C' }],
  })
  expect(first.history.map(({ kind, by }) => [kind, by])).toEqual([
    ['drafted', 'therapist'],
    ['issued', 'therapist'],
  ])
  expect((await issueOf(own, record)).sheet.number).toBe(`${year}-0042`)
  const marks = JSON.parse(readFileSync(join(app.config.secretsDir, 'invoice-mark.json'), 'utf8'))
  expect(marks[own.accountId]).toEqual({ [year]: { firstNumber: 41, last: 2 } })
})

test('a line keeps day, time, minutes, code, text, factor with reason, and place [3.09] @slow', async () => {
  const line = draftLine({ factorMilli: 3500, factorReason: 'Akute Krise', place: 'Praxis', serviceTime: '09:30' })
  const draft = await draftInvoice(therapist, clientId, [line])
  expect(draft.lines).toMatchObject([{ ...line, position: 1, netMinor: '9500' }])
  const { sheet } = await therapist.api.invoice.issue({ id: draft.id, command: randomUUID() })
  const { taxRateBp: _rate, sessionId: _session, ...printed } = line
  expect(sheet.lines).toMatchObject([{ ...printed, netMinor: '9500' }])
})

test('an invoice needs a client, and an unknown id is not found [8.04]', async () => {
  const unknown = randomUUID()
  expect(await refusalOf(therapist.api.invoice.get({ id: unknown }))).toMatchObject({ status: 404, code: 'NOT_FOUND' })
  const create = { id: randomUUID(), clientId: unknown }
  expect(await refusalOf(therapist.api.invoice.create(create))).toMatchObject({ status: 404 })
  expect((await therapist.send('invoice/create', { id: randomUUID() })).status).toBe(400)
})

test('a draft that lacks something is not issued, and the refusal names every field', async () => {
  const own = await app.person('therapist', 3)
  await openPractice(app, own)
  const record = await addPayingClient(app, own)
  const issue = ({ id }: { id: string }) => own.api.invoice.issue({ id, command: randomUUID() })
  const empty = await own.api.invoice.create({ id: randomUUID(), clientId: record })
  expect(await missingOf(issue(empty))).toEqual([['invoice', 'lines', null]])
  const lines = [
    draftLine({ text: '', priceMinor: null, serviceOn: null }),
    draftLine({ factorMilli: 2400 }),
    draftLine({ quantityMilli: -3000 }),
  ]
  const odd = await own.api.invoice.saveDraft({ ...savedDraft(empty, lines), payerId: null, showDiagnosis: true })
  const expected = [
    ['invoice', 'negativeSum', null],
    ['invoice', 'diagnosis', null],
    ['invoice', 'diagnosisAgreement', null],
    ['line', 'text', 1],
    ['line', 'priceMinor', 1],
    ['line', 'serviceOn', 1],
    ['line', 'factorReason', 2],
  ]
  expect(await missingOf(issue(odd))).toEqual(expected)
  expect(odd.missing.map(({ of, field, position }) => [of, field, position])).toEqual(expected)
})

test('a small business issues no invoice with VAT, also not with the rate that a service has kept @slow', async () => {
  const small = await app.person('therapist', 9)
  await openPractice(app, small)
  await app.db.asActor({ role: 'therapist', id: small.accountId }, ({ kysely }) =>
    kysely.updateTable('business').set({ tax_profile: 'de-small' }).execute(),
  )
  const draft = await draftInvoice(small, await addPayingClient(app, small), [draftLine({ taxRateBp: 1900 })])
  expect(draft.missing).toEqual([{ of: 'line', field: 'smallBusinessRate', position: 1 }])
  const saved = await small.api.invoice.saveDraft(savedDraft(draft, [draftLine()]))
  const issued = await small.api.invoice.issue({ id: saved.id, command: randomUUID() })
  expect(issued.sheet.taxes).toMatchObject([{ category: 'E', taxMinor: '0', reasonCode: '' }])
})

test('a draft takes 500 lines, price 0, quantity 0.333 and a discount, and refuses what is too large @slow', async () => {
  const many = Array.from({ length: 500 }, (_, n) => draftLine({ priceMinor: n % 2 ? '0' : '100', quantityMilli: 333 }))
  many[499] = draftLine({ text: 'Rabatt', quantityMilli: -1000, priceMinor: '50', serviceOn: null })
  const issued = await issueOf(therapist, clientId, many)
  expect(issued.sheet.lines).toHaveLength(500)
  expect(issued.sheet.grossMinor).toBe(String(250 * 33 - 50))
  const large = await draftInvoice(therapist, clientId, [
    draftLine({ priceMinor: '9999999999' }),
    draftLine({ priceMinor: '1' }),
  ])
  expect(large.missing).toMatchObject([{ of: 'invoice', field: 'highSum' }])
  const bad = [
    { priceMinor: '-1' },
    { priceMinor: '10000000000' },
    { quantityMilli: 0 },
    { priceMinor: '9999999999', quantityMilli: 2000 },
    { text: 'x\ufffe' },
    { text: 'x'.repeat(501) },
    { taxRateBp: 5001 },
  ]
  for (const change of bad)
    expect(
      await refusalOf(draftInvoice(therapist, clientId, [draftLine(change)])),
      JSON.stringify(change),
    ).toMatchObject({
      status: 400,
    })
  const tooMany = Array.from({ length: 501 }, () => draftLine())
  expect(await refusalOf(draftInvoice(therapist, clientId, tooMany))).toMatchObject({ status: 400 })
})

test('a changed draft refuses an older version with its current content @slow', async () => {
  const draft = await draftInvoice(therapist, clientId)
  const save = savedDraft(draft, [draftLine({ text: 'Neu' })])
  const saved = await therapist.api.invoice.saveDraft(save)
  expect(await therapist.api.invoice.saveDraft(save)).toEqual(saved)
  const double = await therapist.api.invoice.saveDraft(savedDraft(saved, [draftLine({ quantityMilli: 2000 })]))
  const listed = (await therapist.api.invoice.list({ filter: 'draft' })).items.find(({ id }) => id === draft.id)
  expect([double.sheet.grossMinor, listed?.grossMinor]).toEqual(['19000', '19000'])
  const late = therapist.api.invoice.saveDraft(savedDraft(draft, [draftLine({ text: 'Spät' })]))
  expect(await refusalOf(late)).toMatchObject({ code: 'CHANGED', data: { version: double.version } })
  const issue = { id: draft.id, command: randomUUID(), version: draft.version }
  expect(await refusalOf(therapist.api.invoice.issue(issue))).toMatchObject({ code: 'CHANGED' })
  await therapist.api.invoice.removeDraft({ id: draft.id })
  expect(await refusalOf(therapist.api.invoice.get({ id: draft.id }))).toMatchObject({ status: 404 })
})

test('two tabs issue one draft, and the same command twice: one number @slow', async () => {
  const draft = await draftInvoice(therapist, clientId)
  const command = randomUUID()
  const issues = await Promise.all(
    [command, command, randomUUID()].map((one) => therapist.api.invoice.issue({ id: draft.id, command: one })),
  )
  expect(new Set(issues.map(({ sheet }) => sheet.number)).size).toBe(1)
  const late = therapist.api.invoice.saveDraft(savedDraft(draft, []))
  expect(await refusalOf(late)).toMatchObject({ code: 'CHANGED', data: { status: 'issued' } })
  expect(await refusalOf(therapist.api.invoice.removeDraft({ id: draft.id }))).toMatchObject({ code: 'CHANGED' })
})

test('a command that issued one draft does not issue another @slow', async () => {
  const draft = await draftInvoice(therapist, clientId)
  const command = randomUUID()
  await therapist.api.invoice.issue({ id: draft.id, command })
  const other = await draftInvoice(therapist, clientId)
  expect(await refusalOf(therapist.api.invoice.issue({ id: other.id, command }))).toMatchObject({ code: 'CONFLICT' })
  expect((await therapist.api.invoice.get({ id: other.id })).status).toBe('draft')
})

test('a credit note covers whole lines once, in the same series, and a credit note is not credited @slow', async () => {
  const { id, sheet } = await issueOf(therapist, clientId, [draftLine(), draftLine({ priceMinor: '5000' })])
  const credit = { id, command: randomUUID(), creditNoteId: randomUUID(), positions: [2], reason: 'Falscher Preis' }
  const note = await therapist.api.invoice.credit(credit)
  expect(note).toMatchObject({ kind: 'credit-note', status: 'issued', corrects: { id, number: sheet.number } })
  expect(note.sheet).toMatchObject({
    grossMinor: '5000',
    dueOn: null,
    note: 'Falscher Preis',
    corrects: { number: sheet.number },
    lines: [{ creditsPosition: 2 }],
  })
  expect(Number(note.sheet.number.slice(5))).toBe(Number(sheet.number.slice(5)) + 1)
  expect(await therapist.api.invoice.credit(credit)).toEqual(note)
  const again = { ...credit, command: randomUUID(), creditNoteId: randomUUID() }
  const ofNote = { ...again, id: note.id, positions: [1] }
  for (const wrong of [again, { ...again, positions: [3] }, ofNote])
    expect(await refusalOf(therapist.api.invoice.credit(wrong))).toMatchObject({ status: 409, code: 'NOT_CREDITABLE' })
  const invoice = await therapist.api.invoice.get({ id })
  expect(invoice).toMatchObject({
    status: 'issued',
    creditedMinor: '5000',
    openMinor: '9500',
    credits: [{ id: note.id }],
  })
  expect(invoice.lines.map(({ isCredited }) => isCredited)).toEqual([false, true])
  const rest = { id, command: randomUUID(), creditNoteId: randomUUID(), draftId: randomUUID() }
  const draft = await therapist.api.invoice.correct(rest)
  expect(draft).toMatchObject({ status: 'draft', replaces: { id }, lines: [{ priceMinor: '9500', taxRateBp: null }] })
  expect(await therapist.api.invoice.correct(rest)).toEqual(draft)
  expect(await therapist.api.invoice.get({ id })).toMatchObject({ status: 'credited', replacedBy: { number: '' } })
})

test('the year of a number is the year in the zone of the therapist at the moment of issue', async () => {
  const own = await app.person('therapist', 4)
  await openPractice(app, own)
  const record = await addPayingClient(app, own)
  const draft = await draftInvoice(own, record)
  const zone = 'Pacific/Kiritimati'
  await app.db.asActor({ role: 'therapist', id: own.accountId }, ({ kysely }) =>
    kysely.updateTable('profile').set({ zone }).where('account_id', '=', own.accountId).execute(),
  )
  const day = new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(app.clock.now())
  const issued = await own.api.invoice.issue({ id: draft.id, command: randomUUID() })
  expect(issued.sheet.issuedOn).toBe(day)
  expect(issued.sheet.number).toBe(`${day.slice(0, 4)}-0001`)
})

test('another therapist and the admin reach nothing, and a client sees only what was issued to them @slow', async () => {
  const client = await app.person('client')
  const record = await connectClient(app, therapist, client)
  await insertOwnPayer(app, therapist, record)
  const draft = await draftInvoice(therapist, record)
  expect((await client.api.invoice.mine({})).items).toEqual([])
  expect(await refusalOf(client.api.invoice.mineOne({ id: draft.id }))).toMatchObject({ status: 404 })
  const issued = await therapist.api.invoice.issue({ id: draft.id, command: randomUUID() })
  await draftInvoice(therapist, record)
  const [item, ...more] = (await client.api.invoice.mine({})).items
  expect([item, more]).toMatchObject([{ id: draft.id, number: issued.sheet.number, openMinor: '9500' }, []])
  expect((await client.api.invoice.mineOne({ id: draft.id })).sheet).toEqual(issued.sheet)
  await client.api.connection.disconnect({ clientId: record, command: randomUUID() })
  expect((await client.api.invoice.mine({})).items).toHaveLength(1)
  const [stranger, sibling] = [await app.person('therapist', 2), await app.person('client', 2)]
  const command = randomUUID()
  const ids = { id: draft.id, command, creditNoteId: randomUUID() }
  const attempts = [
    () => stranger.api.invoice.get({ id: draft.id }),
    () => stranger.api.invoice.issue({ id: draft.id, command }),
    () => stranger.api.invoice.removeDraft({ id: draft.id }),
    () => stranger.api.invoice.credit({ ...ids, positions: [1], reason: '' }),
    () => stranger.api.invoice.correct({ ...ids, draftId: randomUUID() }),
    () => stranger.api.invoice.saveDraft(savedDraft(issued, [])),
    () => stranger.api.invoice.create({ id: randomUUID(), clientId: record }),
    () => sibling.api.invoice.mineOne({ id: draft.id }),
  ]
  for (const attempt of attempts) expect(await refusalOf(attempt())).toMatchObject({ status: 404, code: 'NOT_FOUND' })
  expect((await sibling.api.invoice.mine({})).items).toEqual([])
  const admin = await app.person('admin')
  for (const path of ['list', 'mine', 'toBill']) expect((await admin.send(`invoice/${path}`, {})).status).toBe(403)
})

test('the list shows drafts first and can be filtered, searched and paged @slow', async () => {
  const own = await app.person('therapist', 5)
  await openPractice(app, own)
  const [ana, mia] = [await addPayingClient(app, own, 'Moreau'), await addPayingClient(app, own, 'Brandt')]
  const first = await issueOf(own, ana)
  const second = await issueOf(own, mia)
  const draft = await draftInvoice(own, mia)
  const list = async (input: Parameters<typeof own.api.invoice.list>[0]) =>
    (await own.api.invoice.list(input)).items.map(({ id }) => id)
  expect(await list({})).toEqual([draft.id, second.id, first.id])
  expect(await list({ filter: 'draft' })).toEqual([draft.id])
  expect(await list({ search: 'moreau' })).toEqual([first.id])
  expect(await list({ search: second.sheet.number })).toEqual([second.id])
  expect(await list({ clientId: ana })).toEqual([first.id])
  const page = await own.api.invoice.list({ limit: 2 })
  expect(await list({ limit: 2, after: page.next ?? '' })).toEqual([first.id])
  await app.db.asActor({ role: 'therapist', id: own.accountId }, ({ kysely }) =>
    kysely
      .insertInto('payment')
      .values([
        {
          id: randomUUID(),
          therapist_id: own.accountId,
          invoice_id: first.id,
          amount_minor: 9500,
          currency: 'EUR',
          paid_on: first.sheet.issuedOn,
          method: 'cash',
        },
        {
          id: randomUUID(),
          therapist_id: own.accountId,
          invoice_id: first.id,
          amount_minor: 100,
          currency: 'USD',
          paid_on: first.sheet.issuedOn,
          method: 'cash',
        },
      ])
      .execute(),
  )
  expect(await list({ filter: 'paid' })).toEqual([first.id])
  expect(await list({ filter: 'open' })).toEqual([second.id])
  expect(await own.api.invoice.get({ id: first.id })).toMatchObject({
    status: 'paid',
    paidMinor: '9500',
    openMinor: '0',
  })
  expect((await own.api.invoice.summary({})).items).toEqual([
    {
      currency: 'EUR',
      open: { minor: '9500', count: 1 },
      overdue: { minor: '0', count: 0, days: 0 },
      paidThisMonth: { minor: '9500', count: 1 },
    },
    {
      currency: 'USD',
      open: { minor: '0', count: 0 },
      overdue: { minor: '0', count: 0, days: 0 },
      paidThisMonth: { minor: '100', count: 1 },
    },
  ])
})

test('while payments are off, only issued invoices can be worked on @slow', async () => {
  const own = await app.person('therapist', 6)
  await openPractice(app, own)
  const record = await addPayingClient(app, own)
  const sessionId = await insertCompletedSession(app, own, record, new Date('2026-10-05T09:00:00Z'))
  const [draft, issued] = [await draftInvoice(own, record), await issueOf(own, record, [draftLine(), draftLine()])]
  await own.api.business.setOn({ on: false })
  const command = randomUUID()
  const { create, draftSessions, issue, correct, credit, get, list } = own.api.invoice
  for (const call of [
    () => create({ id: randomUUID(), clientId: record }),
    () => draftSessions({ command, items: [{ sessionId, clientId: record }] }),
    () => issue({ id: draft.id, command }),
    () => correct({ id: issued.id, command, creditNoteId: randomUUID(), draftId: randomUUID() }),
  ])
    expect(await refusalOf(call())).toMatchObject({ status: 409, code: 'PAYMENTS_OFF' })
  expect((await list({})).items).toHaveLength(2)
  expect(await create({ id: draft.id, clientId: record })).toMatchObject({ id: draft.id })

  await credit({ id: issued.id, command, creditNoteId: randomUUID(), positions: [1], reason: '' })
  const payment = { amountMinor: '9500', currency: 'EUR', paidOn: '2026-11-01', method: 'cash', reference: '' } as const
  await own.api.payment.record({ id: randomUUID(), invoiceId: issued.id, ...payment })
  expect(await get({ id: issued.id })).toMatchObject({ status: 'paid' })

  await own.api.business.setOn({ on: true })
  expect(await issue({ id: draft.id, command: randomUUID() })).toMatchObject({ status: 'issued' })
})

test("the id of another therapist's invoice is refused like any id of one's own that is taken", async () => {
  const [own, other] = [await app.person('therapist', 7), await addPayingClient(app, therapist)]
  await openPractice(app, own)
  const record = await addPayingClient(app, own)
  const [foreign, mine] = [await draftInvoice(own, record), await draftInvoice(therapist, clientId)]
  const refusals = []
  for (const { id } of [foreign, mine])
    refusals.push(await therapist.send('invoice/create', { id, clientId: other }).then((answer) => answer.text()))
  expect(refusals[0]).toContain('CONFLICT')
  expect(refusals[0]).toBe(refusals[1])
})
