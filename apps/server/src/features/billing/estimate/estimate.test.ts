import { shiftDay, todayIn } from '@attune/contract/common/time/time'
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { expect, test } from 'vitest'
import { startSharedApp } from '../../../testing/app.ts'
import { queryAsRole } from '../../../testing/database/database.ts'
import { editClientRecord } from '../../../testing/records/clients.ts'
import { addPayingClient, openPractice } from '../../../testing/records/invoices.ts'
import type { Person } from '../../../testing/people.ts'
import { connectClient, scheduleSessionAt } from '../../../testing/records/sessions.ts'
import { readPdf } from '../../../platform/pdf/reading.testing.ts'
import { makeEstimateDocument } from './estimate.document.ts'
import { sampleEstimateContent, giveTo, openUsPractice, setBirthDate } from './estimate.testing.ts'

const app = await startSharedApp({ worker: false })
const [therapist, other, client] = await Promise.all([
  app.person('therapist'),
  app.person('therapist', 2),
  app.person('client'),
])
await Promise.all([openUsPractice(app, therapist), openUsPractice(app, other)])
const clientId = await connectClient(app, therapist, client)

const save = (of: string, version: number, part = {}) =>
  therapist.api.estimate.saveDraft({ clientId: of, version, ...sampleEstimateContent(part) })
const get = (person: Person, id: string) =>
  fetch(`${app.address}/api/estimate/${id}`, { headers: { cookie: person.cookies() ?? '' } })
const makePdf = (estimateId: string) => makeEstimateDocument(app, { estimateId, therapistId: therapist.accountId })
const words = (text: string) => text.replace(/[\s\u00a0]+/g, ' ').replaceAll('patient- provider', 'patient-provider')
const auditOf = (id: string) =>
  queryAsRole('backup', app.databaseUrl, `select action, thing from app.audit where thing_id = '${id}' order by id`)

test('an estimate has the client, the provider, diagnosis, services, total and all notices, and the client downloads it @slow', async () => {
  const { given } = await giveTo(therapist, clientId, { separately: 'Neuropsychological testing' })
  const id = given[0]?.id ?? ''
  expect(given).toMatchObject([{ number: 1, totalMinor: '180000', isReady: false }])
  expect((await get(client, id)).status).toBe(409)
  await makePdf(id)
  const answer = await get(client, id)
  expect(answer.headers.get('content-disposition')).toMatch(/filename="Good-Faith-Estimate-\d{4}-\d\d-\d\d-1\.pdf"/)
  const bytes = Buffer.from(await answer.arrayBuffer())
  const text = words(readPdf(bytes).pages.join('\n'))
  for (const part of [
    'Good Faith Estimate',
    `${client.firstName} ${client.lastName}`,
    'April 3, 1991',
    'Harbor Counseling',
    'NPI 1234567893 · TIN 12-3456789',
    'License OR C5521',
    'F41.1',
    'Office in Portland, OR',
    '90834',
    'Psychotherapy, 45 minutes',
    '12 $150.00 $1,800.00',
    'Total expected charges $1,800.00',
    'from January 1, 2026 to December 31, 2026',
    'have to be scheduled separately. You will get a separate Good Faith Estimate',
    'Neuropsychological testing',
    'scheduled or requested separately. They are not included',
    'This is only an estimate',
    'charges may differ',
    'billed $400 or more above the total',
    'start the patient-provider dispute resolution process',
    '120 calendar days',
    'www.cms.gov/nosurprises/consumers or 1-800-985-3059',
    'will not affect the quality of the care',
    'This estimate is not a contract. It does not require you to get the services',
  ])
    expect(text).toContain(part)
  await makePdf(id)
  expect(Buffer.from(await (await get(therapist, id)).arrayBuffer()).equals(bytes)).toBe(true)
  // The first download found no PDF, and the therapist's own opening is not recorded.
  expect(await auditOf(id)).toEqual(['give', 'open'].map((action) => ({ action, thing: 'estimate' })))
})

test('the notification and the email contain a link, but neither amount nor service nor diagnosis @slow', async () => {
  const { given } = await giveTo(therapist, clientId)
  await makePdf(given[0]?.id ?? '')
  const items = (await client.api.notification.list({})).items.filter(({ kind }) => kind === 'estimate-given')
  expect(items[0]).toMatchObject({ relatedType: 'estimate', relatedId: given[0]?.id })
  const { rows } = await app.db.asActor({ role: 'worker', id: null }, (tx) =>
    tx.run<{ id: string }>(
      `select id from app.mail where account_id = $1 and kind = 'estimate-given' and state = 'waiting'`,
      [client.accountId],
    ),
  )
  for (const { id } of rows) await app.mailer.deliver({ mailId: id }, { retryCount: 0, last: false })
  const mails = app.inbox.mails.filter((mail) => /You have a new document/.test(mail.subject ?? ''))
  // The email about the previous version is outdated.
  expect(mails).toHaveLength(1)
  const [mail] = mails
  expect(mail?.text).toContain('/dashboard/client/payments')
  const written = `${mail?.subject} ${mail?.text} ${String(mail?.html)} ${JSON.stringify(items)}`
  for (const hidden of ['1,800', '180000', 'Psychotherapy', '90834', 'F41.1']) expect(written).not.toContain(hidden)
})

test('a client sees what was given, never a draft, also after a disconnect and as soon as the first one was given @slow', async () => {
  const person = await app.person('client', 2)
  const record = await connectClient(app, therapist, person)
  await save(record, 0)
  expect((await person.api.estimate.mine({})).items).toEqual([])
  expect((await person.api.business.access({})).open).toBe(false)
  const { given } = await giveTo(therapist, record, { diagnosis: 'F33.1' })
  expect((await person.api.business.access({})).open).toBe(true)
  const id = given[0]?.id ?? ''
  await makePdf(id)
  await therapist.api.connection.disconnect({ clientId: record, command: randomUUID() })
  const { items } = await person.api.estimate.mine({})
  expect(items).toMatchObject([{ id, number: 1, businessName: 'Harbor Counseling', isReady: true }])
  expect(JSON.stringify(items)).not.toContain('F33.1')
  expect((await get(person, id)).status).toBe(200)
})

test('other people are refused as if the estimate did not exist', async () => {
  const [view, admin] = [await therapist.api.estimate.get({ clientId }), await app.person('admin')]
  const id = view.given[0]?.id ?? ''
  const stranger = await app.person('client', 3)
  expect((await get(other, id)).status).toBe(404)
  expect((await get(stranger, id)).status).toBe(404)
  expect((await get(admin, id)).status).toBe(403)
  expect((await get(client, randomUUID())).status).toBe(404)
  await expect(other.api.estimate.get({ clientId })).rejects.toMatchObject({ status: 404 })
  await expect(
    other.api.estimate.saveDraft({ clientId, version: 0, ...sampleEstimateContent() }),
  ).rejects.toMatchObject({
    status: 404,
  })
  await expect(admin.api.estimate.get({ clientId })).rejects.toMatchObject({ status: 403 })
  await expect(
    client.api.estimate.saveDraft({ clientId, version: 0, ...sampleEstimateContent() }),
  ).rejects.toMatchObject({
    status: 403,
  })
  await expect(therapist.api.estimate.mine({})).rejects.toMatchObject({ status: 403 })
})

test('a business outside of the United States writes no estimate, and keeps those that were given @slow', async () => {
  const moved = await app.person('therapist', 3)
  await openUsPractice(app, moved)
  const record = await addPayingClient(app, moved)
  await giveTo(moved, record)
  await openPractice(app, moved)
  const { isOffered, given } = await moved.api.estimate.get({ clientId: record })
  expect([isOffered, given.length]).toEqual([false, 1])
  await expect(
    moved.api.estimate.saveDraft({ clientId: record, version: 0, ...sampleEstimateContent() }),
  ).rejects.toMatchObject({ code: 'NOT_OFFERED' })
  expect(await moved.api.estimate.overview({})).toMatchObject({ isOffered: false, due: [] })
})

test('the draft keeps what was typed, and a change of an older version is refused with the current one @slow', async () => {
  const record = await addPayingClient(app, therapist, 'Draft')
  const { version, content } = await therapist.api.estimate.get({ clientId: record })
  expect([version, content.lines, content.place]).toEqual([0, [], '20 Pine Street, Portland, OR 97205'])
  expect((await save(record, 0, { frequency: 'every other week' })).version).toBe(1)
  expect((await save(record, 0, { frequency: 'every other week' })).version).toBe(1)
  await expect(save(record, 0, { frequency: 'monthly' })).rejects.toMatchObject({
    code: 'CHANGED',
    data: { version: 1, content: { frequency: 'every other week' } },
  })
  await therapist.api.estimate.removeDraft({ clientId: record })
  await expect(save(record, 1)).rejects.toMatchObject({ code: 'CHANGED', data: { version: 0 } })
})

test('an estimate can be given with 1 to 100 lines and a total up to the maximum @slow', async () => {
  const record = await addPayingClient(app, therapist, 'Lines')
  await setBirthDate(therapist, record)
  const give = (version: number) => therapist.api.estimate.give({ clientId: record, version, command: randomUUID() })
  const [line] = sampleEstimateContent().lines
  const lines = (count: number, part = {}) => Array.from({ length: count }, () => ({ ...line, ...part }))
  const empty = { lines: [], periodUntil: '2027-01-01', place: '' }
  await save(record, 0, empty)
  await expect(give(1)).rejects.toMatchObject({
    code: 'INCOMPLETE',
    data: { missing: ['periodUntil', 'place', 'lines'].map((field) => ({ field, position: null })) },
  })
  await save(record, 1, { lines: [{ ...line, text: ' ', priceMinor: null }] })
  await expect(give(2)).rejects.toMatchObject({
    data: { missing: ['text', 'price'].map((field) => ({ field, position: 1 })) },
  })
  await save(record, 2, { lines: lines(2, { quantity: 1, priceMinor: '5000000000' }) })
  await expect(give(3)).rejects.toMatchObject({ data: { missing: [{ field: 'total', position: null }] } })
  await expect(save(record, 3, { lines: lines(101) })).rejects.toMatchObject({ status: 400 })
  for (const priceMinor of ['-1', '1.5', '10000000000'])
    await expect(save(record, 3, { lines: lines(1, { priceMinor }) })).rejects.toMatchObject({ status: 400 })
  await save(record, 3, { lines: lines(100) })
  expect((await give(4)).given).toMatchObject([{ number: 1, totalMinor: '18000000' }])
})

test('two commands at once give one version, a repeat gives none, and the next one has the next number @slow', async () => {
  const record = await addPayingClient(app, therapist, 'Twice')
  await setBirthDate(therapist, record)
  const give = (version: number, command: string = randomUUID()) =>
    therapist.api.estimate.give({ clientId: record, version, command })
  await save(record, 0)
  const answers = await Promise.allSettled([give(1), give(1)])
  expect(answers.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  const refused = answers.find((answer) => answer.status === 'rejected')
  expect(refused?.reason).toMatchObject({ code: 'CHANGED' })
  await save(record, 0, { frequency: 'monthly' })
  const command = randomUUID()
  const same = await Promise.all([give(1, command), give(1, command)])
  expect(same.map(({ given }) => given.map(({ number }) => number))).toEqual([
    [2, 1],
    [2, 1],
  ])
  await expect(therapist.api.estimate.give({ clientId, version: 1, command })).rejects.toMatchObject({
    code: 'CONFLICT',
  })
  await expect(give(2, command)).rejects.toMatchObject({ code: 'CONFLICT' })
  const { version, content } = await therapist.api.estimate.get({ clientId: record })
  expect([version, content.frequency]).toEqual([0, 'monthly'])
})

test('nothing of a given estimate is changed, deleted or truncated, by its therapist or the owner of the tables @slow', async () => {
  const record = await addPayingClient(app, therapist, 'Frozen')
  const { given } = await giveTo(therapist, record)
  const id = given[0]?.id ?? ''
  await makePdf(id)
  const statements = [
    `update app.estimate set total_minor = 1 where id = '${id}'`,
    `delete from app.estimate where id = '${id}'`,
    `update app.estimate_document set bytes = 'x' where estimate_id = '${id}'`,
    `delete from app.estimate_document where estimate_id = '${id}'`,
    'truncate app.estimate cascade',
    'truncate app.estimate_document',
  ]
  for (const statement of statements)
    await expect(
      app.db.asActor({ role: 'therapist', id: therapist.accountId }, (tx) => tx.run(statement, [])),
      statement,
    ).rejects.toMatchObject({ code: '42501' })
  const owner = new pg.Client({ connectionString: app.databaseUrl })
  await owner.connect()
  const unforced = ['estimate', 'estimate_document'].map(
    (table) => `alter table app.${table} no force row level security`,
  )
  const insertThird = `insert into app.estimate (id, therapist_id, client_id, number, given_on, period_from, period_until, currency,
    total_minor, frozen, command, draft_version) select gen_random_uuid(), therapist_id, client_id, 3, given_on, period_from, period_until, currency,
    total_minor, frozen, gen_random_uuid(), draft_version from app.estimate where id = '${id}'`
  try {
    for (const [statement, code] of [...statements.map((one) => [one, '23001']), [insertThird, 'AT002']] as const) {
      await owner.query('begin')
      await owner.query(`set local role attune_owner; ${unforced.join(';')}`)
      await expect(owner.query(statement), statement).rejects.toMatchObject({ code })
      await owner.query('rollback')
    }
  } finally {
    await owner.end()
  }
})

test('erasing the account of a client keeps the estimates of the record, without the account @slow', async () => {
  const person = await app.person('client', 4)
  const record = await connectClient(app, therapist, person)
  await giveTo(therapist, record)
  await app.privileged.definer.query('update app.client set account_id = null where id = $1', [record])
  expect((await person.api.estimate.mine({})).items).toEqual([])
  expect((await therapist.api.estimate.get({ clientId: record })).given).toHaveLength(1)
})

test('a record with a request, a draft or an estimate is not merged away @slow', async () => {
  const into = await addPayingClient(app, therapist, 'Stays')
  const record = await addPayingClient(app, therapist, 'Estimated')
  await setBirthDate(therapist, record)
  const requested = await addPayingClient(app, therapist, 'Requested')
  const merge = (id: string) => therapist.api.client.merge({ id, into, command: randomUUID() })
  await therapist.api.estimate.recordRequest({
    clientId: requested,
    askedOn: shiftDay(todayIn('Europe/Berlin', app.clock.now()), -2),
  })
  await expect(merge(requested)).rejects.toMatchObject({ code: 'NOT_EMPTY' })
  await save(record, 0)
  await expect(merge(record)).rejects.toMatchObject({ code: 'NOT_EMPTY' })
  await therapist.api.estimate.give({ clientId: record, version: 1, command: randomUUID() })
  await expect(merge(record)).rejects.toMatchObject({ code: 'NOT_EMPTY' })
})

test('the PDF names the next session that is scheduled in the period @slow', async () => {
  const record = await addPayingClient(app, therapist, 'Scheduled')
  const today = todayIn('Europe/Berlin', app.clock.now())
  const [next, later] = [shiftDay(today, 7), shiftDay(today, 14)]
  for (const day of [later, next]) await scheduleSessionAt(therapist, record, new Date(`${day}T12:00:00Z`))
  const textOf = async (periodFrom: string) => {
    const { given } = await giveTo(therapist, record, { periodFrom, periodUntil: shiftDay(periodFrom, 60) })
    const id = given[0]?.id ?? ''
    await makePdf(id)
    return words(readPdf(Buffer.from(await (await get(therapist, id)).arrayBuffer())).pages.join('\n'))
  }
  const printed = (day: string) => new Date(day).toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' })
  expect(await textOf(today)).toContain(`Next session ${printed(next)}`)
  expect(await textOf(shiftDay(next, 1))).toContain(`Next session ${printed(later)}`)
  expect(await textOf(shiftDay(later, 1))).not.toContain('Next session')
})

test('an estimate needs the date of birth, as a superbill does, and is given once the profile has it', async () => {
  const record = await connectClient(app, therapist, await app.person('client', 9))
  await setBirthDate(therapist, record, null)
  const { version, missing } = await save(record, 0)
  expect(missing).toEqual([{ field: 'birthDate', position: null }])
  const give = () => therapist.api.estimate.give({ clientId: record, version, command: randomUUID() })
  await expect(give()).rejects.toMatchObject({ code: 'INCOMPLETE', data: { missing } })
  await setBirthDate(therapist, record)
  expect((await give()).given).toMatchObject([{ number: 1 }])
})

test('in Spanish, an estimate of a practice in the United States has American amounts @slow', async () => {
  const record = await connectClient(app, therapist, await app.person('client', 10))
  const lines = [{ code: '90834', text: 'Psicoterapia', quantity: 1, priceMinor: '622000' }]
  const { given } = await giveTo(therapist, record, { language: 'es', lines })
  const id = given[0]?.id ?? ''
  await makePdf(id)
  const { pages } = readPdf(Buffer.from(await (await get(therapist, id)).arrayBuffer()))
  expect(pages.join(' ')).toContain('$6,220.00')
})

test('letters that PDFs cannot show are named before an estimate is given, of the business, the client and each text', async () => {
  const record = await connectClient(app, other, client)
  await app.db.asActor({ role: 'therapist', id: other.accountId }, ({ kysely }) =>
    kysely.updateTable('business').set({ city: '東京' }).where('therapist_id', '=', other.accountId).execute(),
  )
  await editClientRecord(other, record, { lastName: 'タロウ' })
  const lines = [{ code: '90834', text: '상담', quantity: 1, priceMinor: '15000' }]
  const refused = await giveTo(other, record, { diagnosis: '不安', lines }).then(
    () => null,
    (error: { code: string; data: unknown }) => [error.code, error.data],
  )
  expect(refused).toEqual([
    'INCOMPLETE',
    {
      missing: [
        { field: 'businessLetters', position: null, script: 'han' },
        { field: 'clientLetters', position: null, script: 'kana' },
        { field: 'diagnosis', position: null, script: 'han' },
        { field: 'text', position: 1, script: 'hangul' },
      ],
    },
  ])
  expect((await other.api.estimate.get({ clientId: record })).given).toEqual([])
})
