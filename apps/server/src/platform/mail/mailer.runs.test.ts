import { utcDay } from '@attune/contract/common/time/time.testing'
import { runs } from '@attune/contract/common/runs.testing'
import { languages } from '@attune/contract/common/text/text'
import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { queryAsRole } from '../../testing/database/database.ts'
import { createTestApp, startSharedApp, type TestApp } from '../../testing/app.ts'
import { insertIssuedInvoice } from '../../testing/records/issued-invoices.ts'
import { minimalClient } from '../../testing/records/clients.ts'
import { insertEstimate } from '../../testing/records/estimates.ts'
import { insertSuperbill } from '../../testing/records/superbills.ts'
import { insertOrganization } from '../../testing/records/payers.ts'
import { createSharedEntry } from '../../testing/records/journal.ts'
import type { Person } from '../../testing/people.ts'
import { connectClient, scheduleSessionAt } from '../../testing/records/sessions.ts'
import { insertTask } from '../../testing/records/tasks.ts'
import { createWaitingEntries } from '../../features/schedule/waiting-list/waiting-list.fixtures.testing.ts'
import { sendingLimits } from '../channels/mail.ts'
import { enqueue } from '../jobs/enqueue.ts'
import { translate } from '../text/translations.ts'
import type { MailKind } from '@attune/contract/features/messages/notification/notification'
import { emailKinds } from '../../emails.ts'
import { invoiceEmails } from '../../features/billing/invoice/invoice.emails.ts'
import { payerEmails } from '../../features/billing/invoice/links/emails.ts'
import { confirmedForm, sendTo } from '../../features/care/form/form.testing.ts'
import { estimateEmails } from '../../features/billing/estimate/estimate.emails.ts'
import { recordRequestEmails } from '../../features/care/record-request/record-request.emails.ts'
import { recordRetentionEmails } from '../../features/care/record-retention/record-retention.emails.ts'
import { treatmentPlanEmails } from '../../features/care/treatment-plan/treatment-plan.emails.ts'
import { journalEmails } from '../../features/care/journal/journal.emails.ts'
import { messageEmails } from '../../features/messages/message/message.emails.ts'
import { queueAuthMail } from '../../features/messages/notification/notification.ts'
import { seriesEmails } from '../../features/schedule/series/series.emails.ts'
import { sessionEmails } from '../../features/schedule/session/session.emails.ts'
import { superbillEmails } from '../../features/billing/superbill/superbill.emails.ts'
import { taskEmails } from '../../features/care/task/task.emails.ts'
import { waitingListEmails } from '../../features/schedule/waiting-list/waiting-list.emails.ts'

/**
 * Kinds of emails that other tests cover: emails to guardians, to invited people and to people who sign by a link, session reminders, changes of the
 * email address, factor resets, notification addresses.
 */
const coveredElsewhere =
  /^(guardian-(?!rights|ending|paused|resumed).*|form-link|account-invited|session-reminder|email-new|email-old|factor-reset|notification-address|notification-test)$/
const kinds = (Object.keys(emailKinds) as MailKind[]).filter((kind) => !coveredElsewhere.test(kind))
/** Returns an instant at this time of day in UTC, `days` days from now. */
const inDays = (days: number, time: string) => `${utcDay(Date.now() + days * 86_400_000)}T${time}:00.000Z`
const startsAt = inDays(107, '15:30')

/** Returns the subject type of an email kind. */
const aboutOf = (kind: MailKind) => {
  if (kind === 'invitation') return 'invitation'
  if (kind === 'connection-ended') return 'connection'
  if (kind === 'series-gap') return 'gaps'
  if (kind in seriesEmails) return 'series'
  if (kind in sessionEmails) return 'session'
  if (kind in journalEmails) return 'entry'
  if (kind in messageEmails) return 'conversation'
  if (kind in payerEmails) return 'link'
  if (kind in invoiceEmails) return 'invoice'
  if (kind in superbillEmails) return 'superbill'
  if (kind in estimateEmails) return 'estimate'
  if (kind in treatmentPlanEmails) return 'plan'
  if (kind in recordRequestEmails) return 'copy'
  if (kind in recordRetentionEmails) return 'hold'
  if (kind === 'form-sent' || kind === 'form-due') return 'form'
  if (kind === 'document-asked') return 'request'
  if (kind === 'waiting-freed') return 'freed'
  if (kind in waitingListEmails) return 'offer'
  return kind in taskEmails ? 'task' : 'account'
}
const app = await startSharedApp()
// Noon in the clients' time zone, Tokyo, because a reminder is not sent at night.
app.clock.advance(Date.parse(inDays(1, '03:00')) - Date.now())
const therapist = await app.person('therapist')

type Asked = { kind: MailKind; to: Person; subject: string; actingFor: string; generation?: number; in?: TestApp }

/** Inserts an email and its job as the worker role. Returns the id of the email. */
async function post({ kind, to, subject, actingFor, generation = 0, in: place = app }: Asked): Promise<string> {
  const id = randomUUID()
  await place.db.asActor({ role: 'worker', id: actingFor }, async (tx) => {
    await tx.kysely
      .insertInto('mail')
      .values({ id, kind, account_id: to.accountId, acting_for: actingFor, subject_id: subject, generation })
      .execute()
    await enqueue(tx, { name: 'mail', data: { mailId: id } })
  })
  return id
}

const stateOf = async (id: string, place = app) =>
  place.db.asActor({ role: 'worker', id: null }, (tx) =>
    tx.kysely.selectFrom('mail').select(['state', 'attempts', 'error']).where('id', '=', id).executeTakeFirstOrThrow(),
  )
const expectState = (id: string, state: string, place = app) =>
  expect.poll(async () => (await stateOf(id, place)).state, { interval: 100 }).toBe(state)

/** Returns the received email with this row id, which is part of its message id. */
const mailOf = async (id: string) => {
  const find = () => app.inbox.mails.find(({ messageId }) => messageId === `<${id}@attune.test>`)
  await expect.poll(find).toBeDefined()
  return find() as NonNullable<ReturnType<typeof find>>
}

/** Inserts a session that a client has requested, and returns its id. */
async function insertRequestedSession(clientId: string): Promise<string> {
  const [id, therapist_id] = [randomUUID(), therapist.accountId]
  await app.db.asActor({ role: 'therapist', id: therapist_id }, async ({ kysely }) => {
    const times = { starts_at: startsAt, ends_at: new Date(Date.parse(startsAt) + 50 * 60_000) }
    await kysely
      .insertInto('session')
      .values({ id, therapist_id, ...times, format: 'video', status: 'pending' })
      .execute()
    await kysely
      .insertInto('session_client')
      .values({ therapist_id, session_id: id, client_id: clientId, starts_at: startsAt })
      .execute()
  })
  return id
}

/**
 * Schedules a weekly series with one date left out, and a second weekly series that is cancelled at once. Returns the id of the first
 * series and the id of the cancel command.
 */
async function planSeries(clientId: string, number: number) {
  const at = (hours: number) => new Date(Date.parse(startsAt) + (48 + number * 2 + hours) * 3_600_000).toISOString()
  const [planned, off, cancelled] = [randomUUID(), randomUUID(), randomUUID()]
  const what = { clientIds: [clientId], durationMinutes: 50, format: 'video' as const }
  const repeat = { every: 'weeks', weeks: 1, ends: { by: 'count', count: 3 } } as const
  const [, second] = (await therapist.api.series.preview({ startsAt: at(0), durationMinutes: 50, repeat })).dates
  await therapist.api.series.create({ ...what, id: planned, startsAt: at(0), repeat, leaveOut: [second?.day ?? ''] })
  const other = await therapist.api.series.create({ ...what, id: off, startsAt: at(24), repeat })
  await therapist.api.series.cancel({ sessionId: other.firstSessionId ?? '', scope: 'all', command: cancelled })
  return { planned, cancelled }
}

describe.each(languages.slice(0, runs(1, languages.length)))('in %s', (language) => {
  test('every kind of email arrives as text and HTML, without clinical content or other names @slow', async () => {
    const client = await app.person('client', languages.indexOf(language) + 1)
    await client.api.account.saveSettings({ language, zone: 'Asia/Tokyo' })
    const clientId = await connectClient(app, therapist, client, { notes: 'canary-note', language })
    const sessionId = await scheduleSessionAt(
      therapist,
      clientId,
      new Date(Date.parse(startsAt) + languages.indexOf(language) * 7_200_000),
    )
    const invitationId = await app.db.asActor({ role: 'therapist', id: therapist.accountId }, async (tx) => {
      const [invited, id] = [randomUUID(), randomUUID()]
      await tx.kysely
        .insertInto('client')
        .values({
          id: invited,
          therapist_id: therapist.accountId,
          first_name: 'canary-first',
          last_name: 'canary-last',
          email: client.email,
        })
        .execute()
      const dates = { sent_at: new Date(), expires_at: inDays(40, '12:00') }
      await tx.kysely
        .insertInto('invitation')
        .values({ id, therapist_id: therapist.accountId, client_id: invited, email: client.email, language, ...dates })
        .execute()
      return id
    })
    await app.privileged.definer.query(
      `update app.client set disconnected_at = now() where id = (select client_id from app.invitation where id = $1)`,
      [invitationId],
    )
    const ended = await app.db.asActor({ role: 'therapist', id: therapist.accountId }, async (tx) => {
      const { rows } = await tx.run<{ id: string }>('select client_id as id from app.invitation where id = $1', [
        invitationId,
      ])
      return rows[0]?.id ?? ''
    })
    const wish = await insertRequestedSession(clientId)
    const tasks = {
      'task-handed-in': await insertTask(app, therapist, clientId, { status: 'completed', text: 'canary-task' }),
      'task-declined': await insertTask(app, therapist, clientId, { status: 'denied', text: 'canary-task' }),
    }
    const begun = await insertTask(app, therapist, clientId, { status: 'in-progress', text: 'canary-task' })
    const series = await planSeries(clientId, languages.indexOf(language))
    const entry = await createSharedEntry(client, therapist)
    const invoice = await insertIssuedInvoice(app, {
      therapistId: therapist.accountId,
      clientId,
      issuedOn: '2026-11-02',
    })
    const superbill = await insertSuperbill(app, therapist, clientId)
    const estimate = await insertEstimate(app, therapist, clientId)
    const versionId = randomUUID()
    const goals = [{ id: randomUUID(), text: 'canary-goal', objectives: [] }]
    const plan = { goals, interventions: ['canary-intervention'], reviewOn: '2026-01-05' }
    await therapist.api.treatmentPlan.save({ id: versionId, clientId, version: 0, ...plan })
    await therapist.api.treatmentPlan.share({ clientId, versionId, asksSignature: true, diagnosisIds: [] })
    const [form, request] = [randomUUID(), randomUUID()]
    await sendTo(therapist, clientId, await confirmedForm(therapist), form)
    await therapist.api.document.ask({ id: request, clientId, title: 'canary-request' })
    const copy = randomUUID()
    await client.api.recordRequest.ask({ id: copy, clientId })
    const hold = randomUUID()
    await therapist.api.recordRetention.placeHold({ id: hold, clientId, reason: 'canary-hold' })
    await app.db.asActor({ role: 'therapist', id: therapist.accountId }, (tx) =>
      tx.run('update app.record_hold set reminded_at = now() where id = $1', [hold]),
    )
    const ending = randomUUID()
    await therapist.api.client.add({ ...minimalClient, id: ending, lastName: 'canary-ending', invite: false })
    await app.db.asActor({ role: 'worker', id: therapist.accountId }, ({ kysely }) =>
      kysely
        .insertInto('record_ending')
        .values({
          therapist_id: therapist.accountId,
          client_id: ending,
          kept_until: '2131-01-01',
          listed_at: new Date(),
          checked_on: '2130-12-01',
        })
        .execute(),
    )
    const waiting = await createWaitingEntries({ app, pair: { therapist, client, recordId: clientId } })
    const payerId = await insertOrganization(app, therapist, clientId, { email: client.email, name: 'canary-payer' })
    const link = randomUUID()
    await app.db.asActor({ role: 'therapist', id: therapist.accountId }, async ({ kysely }) => {
      const facts = { therapistId: therapist.accountId, clientId, payerId, issuedOn: '2026-11-02', language }
      const [now, later] = [new Date(), new Date(inDays(98, '12:00'))]
      await kysely
        .insertInto('invoice_link')
        .values({
          id: link,
          therapist_id: therapist.accountId,
          invoice_id: await insertIssuedInvoice(app, facts),
          occasion: 'invoice',
          email: client.email,
          sent_at: now,
          expires_at: later,
        })
        .execute()
    })
    await therapist.api.journal.reply({ id: randomUUID(), entryId: entry, text: 'canary-reply' })
    const { seq } = await therapist.api.message.send({
      id: randomUUID(),
      conversationId: clientId,
      text: 'canary-message',
    })
    await app.auth.emailChanges.begin(client.accountId, client.email, 0)
    await app.privileged.auth.query(
      `insert into auth.factor_reset (user_id, generation, started_by, command, takes_effect_at) values ($1, 0, $1, $1, now() + interval '1 day')`,
      [client.accountId],
    )
    const toPayer = { 'payer-invoice': 1, 'payer-credit-note': 1, 'payer-reminder': 1 }
    const generations: Partial<Record<MailKind, number>> = { ...toPayer, invitation: 1, 'message-received': seq }
    const posted = await Promise.all(
      kinds.map(async (kind) => {
        const about = aboutOf(kind)
        const session = kind === 'session-requested' ? wish : sessionId
        const subject = {
          account: client.accountId,
          invitation: invitationId,
          session,
          connection: ended,
          series: kind.endsWith('cancelled') ? series.cancelled : series.planned,
          gaps: series.planned,
          entry,
          conversation: clientId,
          invoice,
          superbill,
          estimate,
          plan: clientId,
          copy,
          hold,
          form,
          request,
          freed: waiting.freedTimeId,
          offer: waiting.waitingOfferId,
          link,
          task: kind === 'task-handed-in' || kind === 'task-declined' ? tasks[kind] : begun,
        }[about]
        const isOwn = about === 'account' || kind === 'entry-replied'
        const actingFor = isOwn ? client.accountId : therapist.accountId
        return [kind, await post({ kind, to: client, subject, actingFor, generation: generations[kind] ?? 0 })] as const
      }),
    )
    for (const [kind, id] of posted) {
      const about = aboutOf(kind)
      const gap = '|'
      const subject = translate(language, `mail.${kind}.subject`, { day: gap, number: gap, sender: 'Attune' })
      const [before = '', after = ''] = subject.split(gap)
      await expectState(id, 'sent')
      const mail = await mailOf(id)
      expect(mail.to).toMatchObject({ text: client.email })
      expect(mail.subject?.startsWith(before) && mail.subject.endsWith(after), `${kind}: ${mail.subject}`).toBe(true)
      for (const body of [mail.text ?? '', String(mail.html).replaceAll('&#x27;', "'")]) {
        expect(body).toContain(translate(language, `mail.${kind}.button`))
        expect(body).toContain(app.address)
        expect(body).not.toMatch(/canary|\{\w+\}|undefined|<img/)
        // 15:30 UTC is 00:30 in Tokyo. All other times in this test also end in :30.
        if (about === 'session' || about === 'series') expect(body).toMatch(/30/)
        // Only the confirmation of a session names the therapist (decision 159).
        if (kind !== 'session-confirmed') expect(body).not.toContain(therapist.lastName)
      }
      // The text version shows the address, and the HTML hides it behind the button and the hint.
      const shown = String(mail.html)
        .replaceAll(/<style[^]*?<\/style>|<[^>]*>/g, ' ')
        .replaceAll('&#x27;', "'")
      expect(shown, kind).not.toContain(app.address)
      expect(shown, kind).not.toMatch(/https?:/)
      expect(shown, kind).toContain(translate(language, 'mail.linkHint'))
      expect(mail.text, kind).not.toContain(translate(language, 'mail.linkHint'))
      if (about === 'link') expect(mail.text).toMatch(/\/invoice#token=[\w-]{43}/)
      if (about === 'invitation') {
        expect(mail.text).toMatch(/#token=[\w-]{43}/)
        expect(mail.text).toMatch(/[A-HJKMNP-Z2-9]{8}/)
      }
    }
  }, 60_000)
})

test('an outdated email is dropped: the session was moved again, or cancelled @slow', async () => {
  const client = await app.person('client', 5)
  const clientId = await connectClient(app, therapist, client)
  const sessionId = await scheduleSessionAt(therapist, clientId, new Date(inDays(130, '08:00')))
  await therapist.api.session.move({
    id: sessionId,
    command: randomUUID(),
    startsAt: inDays(131, '08:00'),
    durationMinutes: 50,
  })
  const old = await post({
    kind: 'session-planned',
    to: client,
    subject: sessionId,
    actingFor: therapist.accountId,
    generation: 0,
  })
  await expectState(old, 'dropped')
  await therapist.api.session.cancel({ id: sessionId, command: randomUUID() })
  const moved = await post({
    kind: 'session-moved',
    to: client,
    subject: sessionId,
    actingFor: therapist.accountId,
    generation: 1,
  })
  await expectState(moved, 'dropped')
})

test('a temporary refusal of the mail server is retried, a permanent one fails the email @slow', async () => {
  const client = await app.person('client', 6)
  app.inbox.refuseWith(451)
  const id = await post({ kind: 'role-declined', to: client, subject: client.accountId, actingFor: client.accountId })
  await expect
    .poll(() => stateOf(id))
    .toMatchObject({ state: 'waiting', attempts: 1, error: expect.stringContaining('451') })
  app.inbox.refuseWith(554)
  const never = await post({
    kind: 'role-approved',
    to: client,
    subject: client.accountId,
    actingFor: client.accountId,
  })
  await expectState(never, 'failed')
  app.inbox.refuseWith(null)
  await app.mailer.deliver({ mailId: id }, { retryCount: 1, last: false })
  expect((await stateOf(id)).state).toBe('sent')
  // Delivering the same email again sends nothing.
  const before = app.inbox.mails.length
  await app.mailer.deliver({ mailId: id }, { retryCount: 2, last: false })
  expect(app.inbox.mails.length).toBe(before)
})

test('a mail server may take a minute to accept an email, and the job lasts longer than the connection', async () => {
  const ofMails = `select expire_seconds as seconds from jobs.queue where name = 'mail'`
  const { rows } = await app.db.asActor({ role: 'worker', id: null }, (tx) => tx.run<{ seconds: number }>(ofMails))
  expect(sendingLimits.socketTimeout).toBeGreaterThan(60_000)
  expect(sendingLimits.socketTimeout).toBeLessThan((rows[0]?.seconds ?? 0) * 1000)
})

test('the words with which the mail server refuses our sender are remembered, and contain no recipient @slow', async () => {
  const client = await app.person('client', 7)
  app.inbox.refuseSender('Sender address rejected: not owned by the user')
  const id = await post({ kind: 'role-declined', to: client, subject: client.accountId, actingFor: client.accountId })
  await expectState(id, 'failed')
  app.inbox.refuseSender(null)
  expect(await stateOf(id)).toMatchObject({ error: 'ESENDER 553' })
  expect(app.mailer.connection.senderRefusal()).toMatchObject({
    refusal: '553 Sender address rejected: not owned by the user',
  })
})

test('without a mail server emails are marked as not configured, and reset links are written to a private folder @slow', async () => {
  const quiet = await createTestApp({ mail: false })
  try {
    const client = await quiet.person('client')
    const generation = 1
    const mails = [
      await post({
        kind: 'confirm',
        to: client,
        subject: client.accountId,
        actingFor: client.accountId,
        generation,
        in: quiet,
      }),
      await post({
        kind: 'reset',
        to: client,
        subject: client.accountId,
        actingFor: client.accountId,
        generation,
        in: quiet,
      }),
    ]
    const therapist = await quiet.person('therapist')
    const session = await scheduleSessionAt(
      therapist,
      await connectClient(quiet, therapist, client),
      new Date('2028-03-01T09:00Z'),
    )
    const about = `select id from app.mail where subject_id = '${session}'`
    const [planned] = await queryAsRole<{ id: string }>('backup', quiet.databaseUrl, about)
    for (const id of [...mails, planned?.id ?? '']) await expectState(id, 'not-configured', quiet)
    await queueAuthMail(quiet.db, { kind: 'reset', userId: client.accountId, generation: 2 })
    const folder = join(quiet.config.dataDir, 'mail')
    await expect.poll(() => readdirSync(folder).length).toBe(2)
    const file = join(folder, `${mails[1]}.txt`)
    expect(readFileSync(file, 'utf8')).toMatch(/\/reset-password#token=[\w-]{43}/)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(statSync(folder).mode & 0o777).toBe(0o700)
    expect(quiet.logged.join('')).not.toContain('token=')
  } finally {
    await quiet.close()
  }
})
