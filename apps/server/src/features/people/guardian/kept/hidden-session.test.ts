import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { startSharedApp } from '../../../../testing/app.ts'
import type { Person } from '../../../../testing/people.ts'
import { insertGuardian } from '../../../../testing/records/guardians.ts'
import { draftLine, insertOwnPayer, issueOf, openPractice } from '../../../../testing/records/invoices.ts'
import { connectClient, insertCompletedSession, insertSession } from '../../../../testing/records/sessions.ts'
import { daysAhead, everyWeekday, saveHours } from '../../../schedule/availability/availability.testing.ts'

const app = await startSharedApp({ worker: false })
const dayMilliseconds = 86_400_000
const { dayAhead, at } = daysAhead(app)
const canary = 'canary-hidden'

/** Creates a practice with one client, two guardians, and a session and an invoice that both guardians see. */
async function practice(number: number) {
  const therapist = await app.person('therapist', number)
  const [child, mother, father] = (await Promise.all(
    [1, 2, 3].map((one) => app.person('client', number * 10 + one)),
  )) as [Person, Person, Person]
  await openPractice(app, therapist)
  await saveHours(therapist, everyWeekday())
  const clientId = await connectClient(app, therapist, child)
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
  return { therapist, clientId, guardians: [mother, father] as const }
}

/** Adds a kept session of the past with its invoice, and one of the future, with the canary in every text. */
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
  for (const id of [ended, coming]) await therapist.api.guardian.keepSession({ id, clientId, isKept: true })
  const issued = await issueOf(therapist, clientId, [draftLine({ sessionId: ended, text: canary })])
  return { sessionIds: [ended, coming], invoiceId: issued.id }
}

/** Everything that a guardian gets about the client, without ids and names, which differ between practices. */
async function outputsOf({ clientId: actingFor }: { clientId: string }, { api: { guardian } }: Person) {
  const outputs = [
    await guardian.home({}),
    await guardian.home({ actingFor }),
    await guardian.sessions({ actingFor, which: 'upcoming', limit: 100 }),
    await guardian.sessions({ actingFor, which: 'history', limit: 100 }),
    await guardian.invoices({ actingFor }),
  ]
  return JSON.stringify(outputs)
}
const shapeOf = (outputs: string) =>
  outputs
    .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'id')
    .replace(/"(startsAt|endsAt|at|therapistName|firstName|lastName|name|next)":"[^"]*"/g, '"$1":""')

test('what is kept is in no output for either guardian, which equals that of a practice that lacks it', async () => {
  const [hiding, lacking] = [await practice(1), await practice(2)]
  const { sessionIds, invoiceId } = await addKept(hiding)
  for (const index of [0, 1] as const) {
    const seen = await outputsOf(hiding, hiding.guardians[index])
    for (const secret of [canary, invoiceId, ...sessionIds]) expect(seen).not.toContain(secret)
    expect(shapeOf(seen)).toBe(shapeOf(await outputsOf(lacking, lacking.guardians[index])))
    const actingFor = hiding.clientId
    const { guardian } = hiding.guardians[index].api
    for (const id of sessionIds)
      await expect(guardian.session({ actingFor, id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(guardian.invoice({ actingFor, id: invoiceId })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  } // Control: once it is shown, the same outputs contain it.
  const [, id = ''] = sessionIds
  await hiding.therapist.api.guardian.keepSession({ id, clientId: hiding.clientId, isKept: false })
  expect(await outputsOf(hiding, hiding.guardians[0])).toContain(id)
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

test('row security shows a guardian nothing of a kept session or invoice in any table', async () => {
  const own = await practice(4)
  const { sessionIds, invoiceId } = await addKept(own)
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
    ] as const) {
      const hidden = [...sessionIds, invoiceId]
      const { rows } = await sql`
        select 1 from ${sql.table(`app.${table}`)} where ${sql.ref(column)} = any (${hidden}::uuid[])`.execute(
        tx.kysely,
      )
      expect(rows, table).toEqual([])
    }
  })
})
