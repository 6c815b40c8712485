import { healthReasons } from '@attune/contract/features/practice/administration/administration.health.rules'
import type { SMTPServerOptions } from 'smtp-server'
import { afterAll, expect, test } from 'vitest'
import { openMailChannel } from '../../../../platform/channels/mail.ts'
import { mailErrorCode } from '../../../../platform/mail/mailer.ts'
import { openOutbound } from '../../../../platform/outbound/outbound.ts'
import { startSharedApp } from '../../../../testing/app.ts'
import { openPushService } from '../../../../testing/doubles/push-service.ts'
import { openSmtpServer, refusesEveryPassword } from '../../../../testing/doubles/smtp-server.ts'
import { runDuePushJobs } from '../../../messages/push/push.testing.ts'
import { createTestConversation, sendText } from '../../../messages/message/message.testing.ts'
import { emailFinding, pushFinding } from './rules.ts'

const service = await openPushService()
const mailServer = await openSmtpServer({ authOptional: true, ...refusesEveryPassword })
afterAll(async () => {
  mailServer.close()
  await service.close()
})
const app = await startSharedApp({
  worker: false,
  config: { smtpUrl: `smtp://nora:canary-1@${mailServer.host}` },
  outbound: openOutbound({ trusted: [service.origin], timeoutMilliseconds: 3_000 }),
  isPushOrigin: (origin) => origin === service.origin,
})
const admin = await app.person('admin')

/** Checks the health a minute later, and returns the result of one part. */
async function check(item: string) {
  app.clock.advance(60_000)
  const { items } = await admin.api.administration.health({})
  return items.find(({ reason }) => healthReasons[reason].item === item)
}

const none = { count: 0, since: null }
const at = (minute: number) => new Date(Date.UTC(2030, 0, 1, 9, minute))

test('email is not tried yet until the mail server has accepted an email, although the connection works', () => {
  expect(emailFinding(none, null, null).reason).toBe('email-untried')
  expect(emailFinding(none, null, { at: at(0), refusal: null }).reason).toBe('email-untried')
  expect(emailFinding(none, at(1), { at: at(0), refusal: null }).reason).toBe('email-ok')
  expect(healthReasons['email-untried'].state).toBe('untried')
})

test('a wrong password of the mail server is shown with the server’s words before any email was sent', async () => {
  expect(await check('email')).toMatchObject({ reason: 'email-untried' })
  await app.mailer.connection.try()
  expect(await check('email')).toMatchObject({
    reason: 'email-refused',
    figures: { answer: '535 Wrong password …, says the practice' },
  })
})

test('an email that was sent after the refused connection makes email work again', async () => {
  await app.db.asActor({ role: 'worker', id: null }, async (tx) => {
    await tx.run(`insert into app.mail (kind, acting_for) values ('confirm', gen_random_uuid())`)
    await tx.run(`update app.mail set state = 'sent', sent_at = $1`, [new Date(app.clock.now().getTime() + 1000)])
  })
  expect(await check('email')).toMatchObject({ reason: 'email-ok' })
})

/** Stores an email that failed after the last one that was sent. */
async function insertFailedEmail() {
  await app.db.asActor({ role: 'worker', id: null }, async (tx) => {
    await tx.run(`insert into app.mail (kind, acting_for) values ('confirm', gen_random_uuid())`)
    await tx.run(`update app.mail set error = 'EAUTH 535', claimed_at = $1 where state = 'waiting'`, [
      new Date(app.clock.now().getTime() + 2000),
    ])
  })
}

test('a password that is wrong only after emails were sent is shown with the server’s words', async () => {
  await insertFailedEmail()
  app.clock.advance(10 * 60_000)
  const failedAt = app.clock.now()
  expect(await check('email')).toMatchObject({ reason: 'email-failing' })
  // That check has started a trial.
  await expect.poll(() => app.mailer.connection.latest()?.at.getTime()).toBeGreaterThan(failedAt.getTime())
  expect(await check('email')).toMatchObject({
    reason: 'email-refused',
    figures: { answer: '535 Wrong password …, says the practice' },
  })
})

test('the words with which the mail server refuses the sender are shown although the connection works', async () => {
  app.mailer.connection.rememberSenderRefusal('553 Sender address rejected')
  expect(await check('email')).toMatchObject({
    reason: 'email-refused',
    figures: { answer: '553 Sender address rejected' },
  })
})

test('a sender that the mail server refuses counts as a failure of the channel, a refused recipient does not', async () => {
  const refuse = (_: unknown, __: unknown, done: (error: Error) => void) =>
    done(Object.assign(new Error('Refused'), { responseCode: 550 }))
  const codeWith = async (options: SMTPServerOptions) => {
    const { host, close } = await openSmtpServer({ authOptional: true, disabledCommands: ['STARTTLS'], ...options })
    const channel = openMailChannel({ ...app.config, smtpUrl: `smtp://${host}` }, app.clock)
    const mail = { id: 'a', fromName: 'Practice', subject: 'Hello', text: 'Hello', html: '<p>Hello</p>', calendar: [] }
    const outcome = await channel?.deliver('nora@attune.test', mail)
    channel?.close()
    close()
    return outcome?.state === 'refused' && mailErrorCode(outcome.error)
  }
  expect(await codeWith({ onMailFrom: refuse })).toBe('ESENDER 550')
  expect(await codeWith({ onRcptTo: refuse })).toBe('EENVELOPE 550')
})

test('push is not tried yet until a push service has accepted a notification, and fails when one refuses the key @slow', async () => {
  const { therapist, client, id } = await createTestConversation(app, 1)
  const { key } = await client.api.push.hostKey({})
  await client.api.push.subscribe({ ...(await service.subscribe(key)), hostKey: key, isRenewal: false })
  expect(await check('push')).toMatchObject({ reason: 'push-untried' })
  const push = async (mode: 'up' | 403) => {
    service.mode = mode
    await sendText(therapist, id, 'Hello')
    await runDuePushJobs(app, client)
    return check('push')
  }
  expect(await push(403)).toMatchObject({ reason: 'push-refused', figures: { answer: '403' } })
  expect(await push('up')).toMatchObject({ reason: 'push-ok' })
  expect(await push('up')).toMatchObject({ reason: 'push-ok' })
})

test('a refused key counts only until a push service accepts a notification', () => {
  const results = { acceptedAt: '2030-01-01T09:00:00Z', refusedAt: '2030-01-01T09:01:00Z', status: 401 }
  expect(pushFinding(none, results).reason).toBe('push-refused')
  expect(pushFinding(none, { ...results, acceptedAt: '2030-01-01T09:02:00Z' }).reason).toBe('push-ok')
})
