/** The types of background jobs. The server has a queue for each. */
export const jobTypes = [
  'mail',
  'push',
  'push-send',
  'push-device',
  'text',
  'text-media',
  'reminder',
  'session-due',
  'task-deliver',
  'task-remind',
  'series-extend',
  'calendar-read',
  'calendar-sync',
  'file-check',
  'invoice-documents',
  'invoice-sending',
  'payment-receipt',
  'payment-reminder',
  'estimate-document',
  'form-code',
  'form-document',
  'form-remind',
  'superbill-document',
  'treatment-plan-review',
  'waiting-list',
  'guardian-age',
  'online-payment',
  'farewell',
  'prune',
] as const
export type JobType = (typeof jobTypes)[number]

/** The reasons why a job failed, as codes of the program that contain no personal data. */
export const failureReasons = [
  'unreachable',
  'refused',
  'too-long',
  'interrupted',
  'disk',
  'database',
  'scanner',
  'other',
] as const
export type FailureReason = (typeof failureReasons)[number]
