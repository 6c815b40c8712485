/** The phases of a backup, in order. */
export const backupPhases = ['copy', 'pack', 'prove', 'send', 'clean-up'] as const
export type BackupPhase = (typeof backupPhases)[number]

/**
 * The reasons why a backup destination cannot be used. `not-allowed`: `BACKUP_FOLDERS` does not list the folder. `in-data`: the folder is in the data
 * folder, so that each backup would contain the earlier ones. `not-marked`: the folder was not prepared on the server, or its disk is not mounted.
 * `not-stored`: the test object could not be read back.
 */
export const destinationProblems = [
  'not-allowed',
  'in-data',
  'missing',
  'not-marked',
  'other-practice',
  'not-writable',
  'full',
  'address-not-allowed',
  'no-bucket',
  'no-access',
  'unreachable',
  'busy',
  'not-stored',
  'public',
  'refused',
] as const
export type DestinationProblem = (typeof destinationProblems)[number]

/** The number of words of a backup key, and the number of words that the admin must type back. */
export const backupKeyWords = { all: 24, typed: 2 } as const

/** A backup is overdue if the last one is more than this many hours old. */
export const overdueBackupHours = 48

/** The maximum lengths in characters, and the maximum number of destinations. */
export const backupLimits = {
  destinations: 4,
  folder: 400,
  endpoint: 300,
  region: 60,
  prefix: 100,
  accessKey: 200,
  word: 20,
  recipient: 100,
} as const

/** Whether a text is a valid name of an S3 bucket. */
export const isBucketName = (name: string): boolean => /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(name)

/** Whether a text is a valid address of a storage service: without path, query and user. */
export function isStorageAddress(address: string): boolean {
  if (!/^https?:\/\/[^\s/]/i.test(address) || !URL.canParse(address)) return false
  const { username, password, pathname, search, hash } = new URL(address)
  return `${username}${password}${search}${hash}` === '' && pathname === '/'
}

/** Whether a text is a valid key prefix in a bucket: empty, or folders with a slash at the end. */
export const isBucketPrefix = (prefix: string): boolean => /^(?:[A-Za-z0-9_-][A-Za-z0-9._-]*\/)*$/.test(prefix)

/** Whether a text can be an access key of a storage service: printable characters, because the key is sent in a header. */
export const isAccessKey = (key: string): boolean => /^[\x21-\x7e]+$/.test(key)

/** Whether a text has the format of an age public key. */
export const isSecondBackupKey = (text: string): boolean => /^age1[02-9ac-hj-np-z]{58}$/.test(text)
