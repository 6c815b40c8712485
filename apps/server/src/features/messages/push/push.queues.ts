import type { AccountId, DeviceId, NotificationId, PushSubscriptionId } from '@attune/contract/common/ids'

/** The queues that send to one browser and to one device. If `notificationId` is null, they send a test notification. */
export type PushSendQueues = {
  'push-send': { accountId: AccountId; subscriptionId: PushSubscriptionId; notificationId: NotificationId | null }
  'push-device': { accountId: AccountId; deviceId: DeviceId; notificationId: NotificationId | null }
}
declare module '../../../platform/jobs/enqueue.ts' {
  interface JobQueues extends PushSendQueues {}
}
