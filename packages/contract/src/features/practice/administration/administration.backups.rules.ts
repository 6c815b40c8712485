/** The parts of a backup, in their order. */
export const backupPhases = ['copy', 'pack', 'prove', 'send', 'clean-up'] as const
export type BackupPhase = (typeof backupPhases)[number]

/**
 * Why a destination of backups cannot be used. `not-allowed`: a folder that `BACKUP_FOLDERS` does not name. `in-data`: a folder in the data folder,
 * so that each backup would contain the earlier ones. `not-marked`: a folder that was not prepared on the server, or whose disk is not mounted.
 * `not-stored`: the object of the test could not be read back.
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

/** The number of words of a key, and how many of them are typed back. */
export const backupKeyWords = { all: 24, typed: 2 } as const

/** A backup that is older than this number of hours is overdue. */
export const overdueBackupHours = 48

/** The highest numbers of characters, and of destinations. */
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

/** Whether a text can be the name of a bucket of S3. */
export const isBucketName = (name: string): boolean => /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(name)

/** Whether a text can be the address of a storage service: without a path, a query, and a user. */
export function isStorageAddress(address: string): boolean {
  if (!/^https?:\/\/[^\s/]/i.test(address) || !URL.canParse(address)) return false
  const { username, password, pathname, search, hash } = new URL(address)
  return `${username}${password}${search}${hash}` === '' && pathname === '/'
}

/** Whether a text can be the beginning of the keys in a bucket: empty, or folders with a slash at the end. */
export const isBucketPrefix = (prefix: string): boolean => /^(?:[A-Za-z0-9_-][A-Za-z0-9._-]*\/)*$/.test(prefix)

/** Whether a text can be a key of a storage service, which is sent in a header. */
export const isAccessKey = (key: string): boolean => /^[\x21-\x7e]+$/.test(key)

/** Whether a text has the form of a public key of age. */
export const isSecondBackupKey = (text: string): boolean => /^age1[02-9ac-hj-np-z]{58}$/.test(text)
