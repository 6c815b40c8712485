import { isPushOrigin } from '@attune/contract/features/messages/channel-setup/channel-setup.rules'
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { openOutbound } from '../../../../platform/outbound/outbound.ts'
import { startSharedApp } from '../../../../testing/app.ts'
import { queryAsRole } from '../../../../testing/database/database.ts'
import { openPushService } from '../../../../testing/doubles/push-service.ts'
import type { Person } from '../../../../testing/people.ts'
import { editClientRecord } from '../../../../testing/records/clients.ts'
import { insertGuardian } from '../../../../testing/records/guardians.ts'
import { draftLine, insertOwnPayer, issueOf, openPractice } from '../../../../testing/records/invoices.ts'
import {
  connectClient,
  insertCompletedSession,
  insertJointSession,
  insertSession,
} from '../../../../testing/records/sessions.ts'
import { makeInvoiceDocuments } from '../../../billing/invoice/documents/documents.ts'
import { confirmedForm, sampleContent, sendTo } from '../../../care/form/form.testing.ts'
import { runDuePushJobs } from '../../../messages/push/push.testing.ts'
import { daysAhead, everyWeekday, saveHours } from '../../../schedule/availability/availability.testing.ts'

afterAll(() => service.close())
const service = await openPushService()
const app = await startSharedApp({
  worker: false,
  outbound: openOutbound({ trusted: [service.origin], timeoutMilliseconds: 3_000 }),
  isPushOrigin: (origin) => origin === service.origin || isPushOrigin(origin, []),
})
const dayMilliseconds = 86_400_000
const { dayAhead, at } = daysAhead(app)
const canary = 'canary-hidden'
let others = 0

async function schedule(therapist: Person, clientId: string, startsAt: string, location = ''): Promise<string> {
  const id = randomUUID()
  await therapist.api.session.create({ id, clientIds: [clientId], startsAt, format: 'in-person', location })
  return id
}

/** Creates a practice with one client, two guardians, and a session and an invoice that both guardians see. */
async function practice(number: number) {
  const therapist = await app.person('therapist', number)
  const [child, mother, father] = (await Promise.all(
    [1, 2, 3].map((one) => app.person('client', number * 10 + one)),
  )) as [Person, Person, Person]
  await openPractice(app, therapist)
  await saveHours(therapist, everyWeekday())
  const clientId = await connectClient(app, therapist, child)
  const born = dayAhead(-14 * 365)
  await editClientRecord(therapist, clientId, { dateOfBirth: born })
  await insertOwnPayer(app, therapist, clientId)
  for (const account of [mother, father])
    await insertGuardian(app, { therapistId: therapist.accountId, clientId, account })
  const past = await insertCompletedSession(
    app,
    therapist,
    clientId,
    new Date(app.clock.now().getTime() - 30 * dayMilliseconds),
  )
  await issueOf(therapist, clientId, [draftLine({ sessionId: past })])
  const pushes = new Map<Person, string>()
  for (const guardian of [mother, father]) {
    await guardian.api.account.saveNotificationSettings({ quiet: null, mail: {} })
    const { key } = await guardian.api.push.hostKey({})
    const made = await service.subscribe(key)
    await guardian.api.push.subscribe({ ...made, hostKey: key, isRenewal: false })
    pushes.set(guardian, made.endpoint)
  }
  await schedule(therapist, clientId, at(8, '10:00'))
  return { therapist, clientId, guardians: [mother, father] as const, pushes }
}

/**
 * Adds four sessions, an invoice and a form, with the canary in their texts, and keeps them from guardians: a past session with an invoice, a past
 * session with another client, a future session, and a session that was scheduled before it was kept and is then cancelled.
 */
async function addKept({ therapist, clientId }: Awaited<ReturnType<typeof practice>>) {
  const ended = await insertCompletedSession(
    app,
    therapist,
    clientId,
    new Date(app.clock.now().getTime() - 20 * dayMilliseconds),
  )
  const coming = await insertSession(app, therapist, clientId, {
    status: 'confirmed',
    startsAt: at(9, '10:00'),
    location: canary,
  })
  const other = await connectClient(app, therapist, await app.person('client', 900 + others++))
  const joint = await insertJointSession(
    app,
    therapist,
    [other, clientId],
    new Date(app.clock.now().getTime() - 25 * dayMilliseconds),
  )
  const told = await schedule(therapist, clientId, at(10, '10:00'), canary)
  const formId = await sendTo(therapist, clientId, await confirmedForm(therapist, sampleContent({ title: canary })))
  await therapist.api.form.keep({ clientId, id: formId, isKept: true })
  for (const id of [ended, coming, joint, told])
    await therapist.api.guardian.keepSession({ id, clientId, isKept: true })
  const issued = await issueOf(therapist, clientId, [draftLine({ sessionId: ended, text: canary })])
  await makeInvoiceDocuments(app, { invoiceId: issued.id, therapistId: therapist.accountId })
  await therapist.api.session.cancel({ id: told, command: randomUUID() })
  return { sessionIds: [ended, coming, joint, told], invoiceId: issued.id, formId }
}

type Practice = Awaited<ReturnType<typeof practice>>

/** The text of a calendar file without the line breaks that its format puts into long lines. */
const unfolded = ({ content }: { content: { toString(): string } }) => content.toString().replaceAll('\r\n ', '')

/** Delivers the waiting emails and returns all emails that were ever sent to a person. */
async function mailsTo({ email }: Person) {
  const waiting = `select id from app.mail where state = 'waiting' order by created_at, id`
  for (const { id } of await queryAsRole<{ id: string }>('backup', app.databaseUrl, waiting))
    await app.mailer.deliver({ mailId: id }, { retryCount: 0, last: false })
  return app.inbox.mails
    .filter(({ to }) => JSON.stringify(to).includes(email))
    .map(({ subject, text, attachments }) => [subject, text, attachments.map(unfolded)])
}

/** Everything that a guardian gets about the client, without ids and names, which differ between practices. */
async function outputsOf({ clientId: actingFor, pushes }: Pick<Practice, 'clientId' | 'pushes'>, person: Person) {
  const { guardian, notification, search } = person.api
  await runDuePushJobs(app, person)
  const outputs = [
    await guardian.home({}),
    await guardian.home({ actingFor }),
    await guardian.sessions({ actingFor, which: 'upcoming', limit: 100 }),
    await guardian.sessions({ actingFor, which: 'history', limit: 100 }),
    await guardian.invoices({ actingFor }),
    await guardian.forms({ actingFor }),
    await notification.list({}),
    await notification.history({ limit: 50 }),
    await search.names({ query: canary }),
    await search.texts({ query: canary }),
    service.received(pushes.get(person) ?? ''),
    await mailsTo(person),
  ]
  return JSON.stringify(outputs)
}
const shapeOf = (outputs: string) =>
  outputs
    .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'id')
    .replace(/(client|therapist)\d+/g, '$1')
    .replace(/(DTSTAMP|LAST-MODIFIED|CREATED):\w+/g, '$1')
    .replace(
      /"(startsAt|endsAt|at|createdAt|updatedAt|therapistName|firstName|lastName|name|next)":"[^"]*"/g,
      '"$1":""',
    )

test('what is kept is in no output for either guardian, which equals that of a practice that lacks it @slow', async () => {
  const [hiding, lacking] = [await practice(1), await practice(2)]
  const { sessionIds, invoiceId, formId } = await addKept(hiding)
  for (const index of [0, 1] as const) {
    const seen = await outputsOf(hiding, hiding.guardians[index])
    for (const secret of [canary, invoiceId, formId, ...sessionIds]) expect(seen).not.toContain(secret)
    const theirs = shapeOf(await outputsOf(lacking, lacking.guardians[index]))
    expect(shapeOf(seen).split('","')).toEqual(theirs.split('","'))
    const actingFor = hiding.clientId
    const { guardian } = hiding.guardians[index].api
    for (const id of sessionIds)
      await expect(guardian.session({ actingFor, id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(guardian.invoice({ actingFor, id: invoiceId })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(guardian.form({ actingFor, id: formId })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    // Control: the guardian was notified in every way about the items that are not kept.
    for (const way of ['session-planned', 'An appointment was scheduled for']) expect(seen).toContain(way)
    expect(service.received(hiding.pushes.get(hiding.guardians[index]) ?? '').length).toBe(1)
  } // Control: once it is shown, the same outputs contain it.
  const [, id = ''] = sessionIds
  await hiding.therapist.api.form.keep({ clientId: hiding.clientId, id: formId, isKept: false })
  await hiding.therapist.api.guardian.keepSession({ id, clientId: hiding.clientId, isKept: false })
  const shown = await outputsOf(hiding, hiding.guardians[0])
  for (const one of [id, formId]) expect(shown).toContain(one)
})

test('the time of a kept session is taken in the free times that a guardian gets', async () => {
  const { therapist, clientId, guardians } = await practice(3)
  const on = dayAhead(9)
  const window = { actingFor: clientId, from: on, to: on, format: 'video' as const }
  const freeOf = async (who: Person) => (await who.api.guardian.freeTimes(window)).slots
  const startsAt = at(9, '10:00')
  expect(JSON.stringify(await freeOf(guardians[0]))).toContain(startsAt)
  const id = await insertSession(app, therapist, clientId, { status: 'confirmed', startsAt })
  const open = await freeOf(guardians[0])
  await therapist.api.guardian.keepSession({ id, clientId, isKept: true })
  for (const who of guardians) expect(await freeOf(who)).toEqual(open)
  expect(JSON.stringify(open)).not.toContain(startsAt)
})

test('row security shows a guardian nothing of a kept session or invoice in any table @slow', async () => {
  const own = await practice(4)
  const { sessionIds, invoiceId, formId } = await addKept(own)
  const [mother] = own.guardians
  await app.db.asActor({ role: 'guardian', id: mother.accountId, actingFor: own.clientId }, async (tx) => {
    for (const [table, column] of [
      ['session', 'id'],
      ['session_client', 'session_id'],
      ['session_history', 'session_id'],
      ['change_request', 'session_id'],
      ['invoice', 'id'],
      ['guardian_invoice', 'invoice_id'],
      ['invoice_document', 'invoice_id'],
      ['payment', 'invoice_id'],
      ['sent_form', 'id'],
      ['notification', 'related_id'],
    ] as const) {
      const hidden = [...sessionIds, invoiceId, formId]
      const { rows } = await sql`
        select 1 from ${sql.table(`app.${table}`)} where ${sql.ref(column)} = any (${hidden}::uuid[])`.execute(
        tx.kysely,
      )
      expect(rows, table).toEqual([])
    }
  })
})
