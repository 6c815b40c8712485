/** The queues that send to one browser and to one device. Without a notification, they send a test. */
export type PushSendQueues = {
  'push-send': { accountId: string; subscriptionId: string; notificationId: string | null }
  'push-device': { accountId: string; deviceId: string; notificationId: string | null }
}
declare module '../../../platform/jobs/enqueue.ts' {
  interface JobQueues extends PushSendQueues {}
}
