import type { AccountId, NotificationId, PushSubscriptionId } from '@attune/contract/common/ids'
import type { AppContext } from '../../../platform/app-context.ts'
import { addressOfSender } from '../../../platform/channels/mail.ts'
import type { Tx } from '../../../platform/database/actor.ts'
import { enqueue, type Job } from '../../../platform/jobs/enqueue.ts'
import type { JobHandlers } from '../../../platform/jobs/job-worker.ts'
import { secondsAsked } from '../../../platform/outbound/provider-answer.ts'
import { publicPushKey } from '../../../platform/secrets/secrets.ts'
import { recordPushAccepted, recordPushRefused } from '../channel-setup/channel-setup.ts'
import { heldUntil, isFailure, readHoldSettings, withoutQuietHours } from '../notification/notification.ts'
import { sendToDevice } from './push.device-jobs.ts'
import { type PushSubject, findPushedMessage, findUnreadNotification } from './push.notification.ts'
import type { PushSendQueues } from './push.queues.ts'
import { isKeyRefused, pushRequest, pushTopic, testType } from './push.request.ts'
import { isPermittedEndpoint } from './push.services.ts'

type Waiting = { accountId: AccountId; notificationId: NotificationId }
type Sending = PushSendQueues['push-send']

export const pushJobs: JobHandlers<'push' | keyof PushSendQueues> = {
  push: {
    pollSeconds: 0.5,
    workers: 5,
    adds: { push: 'once', 'push-send': 'each', 'push-device': 'each' },
    run: startPush,
  },
  'push-send': { pollSeconds: 0.5, workers: 5, adds: { 'push-send': 'once' }, run: sendPush },
  'push-device': { pollSeconds: 0.5, workers: 5, adds: { 'push-device': 'once' }, run: sendToDevice },
}

/**
 * Enqueues one job for each browser and each device of the account, if the notification is still unread and the account wants its type as push.
 * During quiet hours, a pause, and while a page of the account shows the subject, the notification keeps waiting.
 */
async function startPush(
  { db, clock, secrets }: Pick<AppContext, 'clock' | 'db' | 'secrets'>,
  data: Waiting,
): Promise<void> {
  const { accountId, notificationId } = data
  await db.asActor({ role: 'worker', id: accountId }, async (tx) => {
    const now = clock.now()
    const subject = await findUnreadNotification(tx, notificationId)
    const settings = await readHoldSettings(tx, accountId)
    const isWanted = subject && !settings.isDisabled && !settings.setting?.push_off.includes(subject.kind)
    const until =
      isWanted &&
      (heldUntil(
        isFailure(subject.kind) ? withoutQuietHours(settings) : settings,
        subject.kind === 'session-reminder',
        now,
      ) ??
        (await findViewedUntil(tx, subject, now)))
    if (until) {
      const startAfterSeconds = (until.getTime() - now.getTime()) / 1000
      return enqueue(tx, { name: 'push', data, startAfterSeconds })
    }
    const { numDeletedRows } = await tx.kysely
      .deleteFrom('push_waiting')
      .where('account_id', '=', accountId)
      .where('notification_id', '=', notificationId)
      .executeTakeFirst()
    if (!isWanted || numDeletedRows === 0n) return
    await enqueue(tx, ...(await sendJobsOf(tx, data, publicPushKey(secrets.pushKey))))
  })
}

/** Returns the jobs that send a notification to the account's devices and to its browsers that are subscribed with this host's key. */
async function sendJobsOf(tx: Tx, { accountId, notificationId }: Waiting, hostKey: string): Promise<Job[]> {
  const browsers = await tx.kysely
    .selectFrom('push_subscription')
    .select('id')
    .where('account_id', '=', accountId)
    .where('host_key', '=', hostKey)
    .where('removed_at', 'is', null)
    .execute()
  const devices = await tx.kysely
    .selectFrom('user_device')
    .select('id')
    .where('account_id', '=', accountId)
    .where('is_active', '=', true)
    .where('token', 'is not', null)
    .execute()
  return [
    ...browsers.map(({ id }) => ({
      name: 'push-send' as const,
      data: { accountId, subscriptionId: id, notificationId },
    })),
    ...devices.map(({ id }) => ({ name: 'push-device' as const, data: { accountId, deviceId: id, notificationId } })),
  ]
}

/** Returns the time until which a page of the account is known to show the subject; null if none does. */
async function findViewedUntil(tx: Tx, { relatedType, relatedId }: PushSubject, now: Date): Promise<Date | null> {
  if (relatedId === null) return null
  const row = await tx.kysely
    .selectFrom('subject_view')
    .select('until')
    .where('account_id', '=', tx.actor.id)
    .where('related_type', '=', relatedType)
    .where('related_id', '=', relatedId)
    .where('until', '>', now.toISOString())
    .orderBy('until', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ? new Date(row.until) : null
}

/**
 * Sends a notification, or a test, to one browser. Does nothing if the notification was read or the push service is no longer allowed. Deletes the
 * subscription if the push service reports that it no longer exists. If the push service limits the rate, enqueues the job again. Throws if another
 * attempt might succeed. Other refusals are only logged.
 */
async function sendPush(
  context: Pick<AppContext, 'clock' | 'config' | 'db' | 'isPushOrigin' | 'log' | 'outbound' | 'secrets' | 'site'>,
  data: Sending,
): Promise<void> {
  const { db, secrets, outbound, log, config, site } = context
  const worker = { role: 'worker', id: data.accountId } as const
  const { target, subject, messageId } = await db.asActor(worker, async (tx) => {
    const found = data.notificationId === null ? null : await findUnreadNotification(tx, data.notificationId)
    return {
      target: await findBrowserTarget(tx, data.subscriptionId),
      subject: found,
      messageId: found ? await findPushedMessage(tx, found) : null,
    }
  })
  if (!target || subject === undefined || !isPermittedEndpoint(target.endpoint, context.isPushOrigin)) return
  const request = await pushRequest(
    target,
    {
      type: subject?.kind ?? testType,
      messageId,
      topic: pushTopic(secrets.pushKey, data.accountId, subject?.relatedId ?? subject?.kind ?? testType),
    },
    {
      pushKey: secrets.pushKey,
      origin: site.origin(),
      mailFrom: config.mailFrom && addressOfSender(config.mailFrom),
    },
  )
  const answer = await outbound.request(target.endpoint, request)
  if (answer.status >= 200 && answer.status < 300)
    return db.asActor(worker, (tx) => recordPushAccepted(tx, context.clock.now()))
  if (answer.status === 404 || answer.status === 410) return db.asActor(worker, (tx) => forget(tx, data.subscriptionId))
  if (answer.status === 429) {
    const startAfterSeconds = secondsAsked(answer.headers['retry-after'])
    return db.asActor(worker, (tx) => enqueue(tx, { name: 'push-send', data, startAfterSeconds }))
  }
  if (answer.status >= 500) throw new Error(`the push service answered ${answer.status}`)
  log.warn('a push service refused a notification', { status: answer.status })
  if (isKeyRefused(answer.status))
    await db.asActor(worker, (tx) => recordPushRefused(tx, answer.status, context.clock.now()))
}

const findBrowserTarget = (tx: Tx, id: PushSubscriptionId) =>
  tx.kysely
    .selectFrom('push_subscription')
    .select(['endpoint', 'p256dh', 'auth'])
    .where('id', '=', id)
    .where('account_id', '=', tx.actor.id)
    .where('removed_at', 'is', null)
    .executeTakeFirst()

async function forget(tx: Tx, id: PushSubscriptionId): Promise<void> {
  await tx.kysely.deleteFrom('push_subscription').where('id', '=', id).where('account_id', '=', tx.actor.id).execute()
}
