import type { DeviceId } from '@attune/contract/common/ids'
import type { Language } from '@attune/contract/common/text/text.schemas'
import type { NativePlatform } from '@attune/contract/features/people/native-app/native-app.rules'
import type { AppContext } from '../../../platform/app-context.ts'
import type { Tx } from '../../../platform/database/actor.ts'
import { enqueue } from '../../../platform/jobs/enqueue.ts'
import { translate } from '../../../platform/text/translations.ts'
import { recordPushAccepted } from '../channel-setup/channel-setup.ts'
import { devicePayloadKey, sealDevicePayload } from './push.device-payload.ts'
import { findUnreadNotification } from './push.notification.ts'
import type { PushSendQueues } from './push.queues.ts'
import { pushTopic, testType } from './push.request.ts'

/**
 * Sends a notification, or a test, to one device. Does nothing if the notification was read or the device is no longer active. Makes the device
 * inactive if the push provider reports that its token is no longer valid. If the provider requires a pause, enqueues the job again. Throws if
 * another attempt might succeed.
 */
export async function sendToDevice(
  context: Pick<AppContext, 'clock' | 'db' | 'log' | 'nativePush' | 'secrets'>,
  data: PushSendQueues['push-device'],
): Promise<void> {
  const { clock, db, secrets, log, nativePush } = context
  const { accountId, deviceId, notificationId } = data
  const worker = { role: 'worker', id: accountId } as const
  const [target, subject] = await db.asActor(worker, async (tx) => [
    await findDeviceTarget(tx, deviceId),
    notificationId === null ? null : await findUnreadNotification(tx, notificationId),
  ])
  if (!target || subject === undefined) return
  const type = subject?.kind ?? testType
  const outcome = await nativePush.send(target.platform, {
    token: target.token,
    title: translate(target.language, subject ? 'devicePush.title' : 'devicePush.test'),
    payload: sealDevicePayload(devicePayloadKey(context, data), type),
    topic: pushTopic(secrets.pushKey, accountId, subject?.relatedId ?? type),
  })
  if (outcome?.kind === 'sent') await db.asActor(worker, (tx) => recordPushAccepted(tx, clock.now()))
  if (outcome?.kind === 'gone') await db.asActor(worker, (tx) => deactivate(tx, deviceId, target.token))
  if (outcome?.kind === 'wait') {
    await db.asActor(worker, (tx) => enqueue(tx, { name: 'push-device', data, startAfterSeconds: outcome.seconds }))
  }
  if (outcome?.kind === 'refused') {
    log.warn('a push provider refused a notification', { status: outcome.status, code: outcome.reason })
  }
}

type Target = { token: string; platform: NativePlatform; language: Language }

const findDeviceTarget = (tx: Tx, id: DeviceId) =>
  tx.kysely
    .selectFrom('user_device as d')
    .innerJoin('person as p', 'p.account_id', 'd.account_id')
    .select(['d.token', 'd.platform', 'p.language'])
    .where('d.id', '=', id)
    .where('d.account_id', '=', tx.actor.id)
    .where('d.is_active', '=', true)
    .where('d.token', 'is not', null)
    .executeTakeFirst() as Promise<Target | undefined>

/** Makes a device inactive, unless the app has registered it again with another token. */
async function deactivate(tx: Tx, id: DeviceId, token: string): Promise<void> {
  await tx.kysely
    .updateTable('user_device')
    .set({ is_active: false })
    .where('id', '=', id)
    .where('account_id', '=', tx.actor.id)
    .where('token', '=', token)
    .execute()
}
