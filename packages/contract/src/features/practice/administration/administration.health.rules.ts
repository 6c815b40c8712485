/** The parts of the system whose health the admin dashboard shows, in display order. */
export const healthItems = [
  'database',
  'queue',
  'email',
  'push',
  'sms',
  'whatsapp',
  'scanner',
  'disk',
  'files',
  'certificate',
  'address',
  'relay',
  'backup',
  'log-archive',
  'version',
] as const
export type HealthItem = (typeof healthItems)[number]

/**
 * `untried`: set up, but nothing was accepted yet. `warning`: works, but an admin should act. `failing`: does not work. `off`: switched off on
 * purpose.
 */
export type HealthState = 'ok' | 'untried' | 'warning' | 'failing' | 'off'

/** The possible results of a check, each with its part of the system and its state. */
export const healthReasons = {
  'database-ok': { item: 'database', state: 'ok' },
  'database-slow': { item: 'database', state: 'warning' },
  'queue-ok': { item: 'queue', state: 'ok' },
  'queue-delayed': { item: 'queue', state: 'failing' },
  'email-ok': { item: 'email', state: 'ok' },
  'email-untried': { item: 'email', state: 'untried' },
  'email-refused': { item: 'email', state: 'failing' },
  'email-failing': { item: 'email', state: 'failing' },
  'email-not-set-up': { item: 'email', state: 'warning' },
  'push-ok': { item: 'push', state: 'ok' },
  'push-untried': { item: 'push', state: 'untried' },
  'push-refused': { item: 'push', state: 'failing' },
  'push-failing': { item: 'push', state: 'failing' },
  'push-off': { item: 'push', state: 'off' },
  'sms-ok': { item: 'sms', state: 'ok' },
  'sms-untried': { item: 'sms', state: 'untried' },
  'sms-failing': { item: 'sms', state: 'failing' },
  'sms-incomplete': { item: 'sms', state: 'failing' },
  'sms-off': { item: 'sms', state: 'off' },
  'whatsapp-ok': { item: 'whatsapp', state: 'ok' },
  'whatsapp-untried': { item: 'whatsapp', state: 'untried' },
  'whatsapp-failing': { item: 'whatsapp', state: 'failing' },
  'whatsapp-incomplete': { item: 'whatsapp', state: 'failing' },
  'whatsapp-off': { item: 'whatsapp', state: 'off' },
  'scanner-ok': { item: 'scanner', state: 'ok' },
  'scanner-failing': { item: 'scanner', state: 'failing' },
  'scanner-not-set-up': { item: 'scanner', state: 'warning' },
  'disk-ok': { item: 'disk', state: 'ok' },
  'disk-low': { item: 'disk', state: 'warning' },
  'disk-full': { item: 'disk', state: 'failing' },
  'files-ok': { item: 'files', state: 'ok' },
  'files-failing': { item: 'files', state: 'failing' },
  'certificate-ok': { item: 'certificate', state: 'ok' },
  'certificate-ends-soon': { item: 'certificate', state: 'warning' },
  'certificate-ended': { item: 'certificate', state: 'failing' },
  'certificate-unreadable': { item: 'certificate', state: 'failing' },
  'address-mismatch': { item: 'address', state: 'warning' },
  'relay-ok': { item: 'relay', state: 'ok' },
  'relay-starting': { item: 'relay', state: 'untried' },
  'relay-other': { item: 'relay', state: 'untried' },
  'relay-port-taken': { item: 'relay', state: 'failing' },
  'relay-ending': { item: 'relay', state: 'failing' },
  'relay-silent': { item: 'relay', state: 'failing' },
  'relay-off': { item: 'relay', state: 'off' },
  'relay-loopback': { item: 'relay', state: 'off' },
  'backup-recent': { item: 'backup', state: 'ok' },
  'backup-same-disk': { item: 'backup', state: 'warning' },
  'backup-old': { item: 'backup', state: 'failing' },
  'backup-no-space': { item: 'backup', state: 'failing' },
  'backup-failed': { item: 'backup', state: 'failing' },
  'backup-destination-failing': { item: 'backup', state: 'failing' },
  'backup-destination-lost': { item: 'backup', state: 'failing' },
  'backup-never': { item: 'backup', state: 'warning' },
  'log-archive-ok': { item: 'log-archive', state: 'ok' },
  'log-archive-waiting': { item: 'log-archive', state: 'failing' },
  'log-archive-gap': { item: 'log-archive', state: 'failing' },
  'version-ok': { item: 'version', state: 'ok' },
} as const satisfies Record<string, { item: HealthItem; state: HealthState }>
export type HealthReason = keyof typeof healthReasons

/** The results that require action by an admin. */
export type HealthProblem = {
  [Reason in HealthReason]: (typeof healthReasons)[Reason]['state'] extends 'warning' | 'failing' ? Reason : never
}[HealthReason]

export const isHealthProblem = (reason: HealthReason): reason is HealthProblem =>
  healthReasons[reason].state === 'warning' || healthReasons[reason].state === 'failing'

/** The counted rows: accounts by role, and records by type. */
export const countedTypes = [
  'therapists',
  'clients',
  'admins',
  'records',
  'sessions',
  'messages',
  'tasks',
  'entries',
  'invoices',
] as const
export type CountedType = (typeof countedTypes)[number]

/** The parts of the used storage: profile pictures, uploaded files by kind, generated documents, and the whole database. */
export const storedTypes = ['avatars', 'image', 'pdf', 'audio', 'video', 'documents', 'database'] as const
export type StoredType = (typeof storedTypes)[number]

/** The reasons why an account should be checked by an admin. */
export const accountConcerns = ['no-second-factor', 'reset-pending', 'never-signed-in', 'long-unused'] as const
export type AccountConcern = (typeof accountConcerns)[number]
