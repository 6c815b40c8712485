/** The queue that sends to one browser. Without a notification, it sends a test. */
export type PushSendQueues = {
  'push-send': { accountId: string; subscriptionId: string; notificationId: string | null }
}
declare module '../../platform/jobs/enqueue.ts' {
  interface JobQueues extends PushSendQueues {}
}
