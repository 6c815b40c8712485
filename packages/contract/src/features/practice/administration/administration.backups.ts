import { z } from 'zod'
import { Done, EmptyInput } from '../../../common/ids.ts'
import { read, write } from '../../../common/procedure.ts'
import { limitRefusal } from '../../../common/refusals.ts'
import { isStorable } from '../../../common/text/text.ts'
import {
  backupKeyWords,
  backupLimits,
  backupPhases,
  destinationProblems,
  isAccessKey,
  isSecondBackupKey,
  isBucketName,
  isBucketPrefix,
  isStorageAddress,
} from './administration.backups.rules.ts'

const Problem = z.enum(destinationProblems)
const AccessKey = z.string().max(backupLimits.accessKey).refine(isAccessKey, 'NOT_A_KEY')

/** A backup destination as an admin enters it: a folder on the server, or a bucket of S3 or of a compatible service. */
export const NewDestination = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('folder'),
    folder: z.string().trim().min(1).max(backupLimits.folder).refine(isStorable, 'UNSTORABLE_TEXT'),
  }),
  z.strictObject({
    kind: z.literal('s3'),
    endpoint: z.string().trim().max(backupLimits.endpoint).refine(isStorageAddress, 'NOT_AN_ADDRESS'),
    region: z
      .string()
      .trim()
      .regex(/^[a-z0-9-]+$/i)
      .max(backupLimits.region),
    bucket: z.string().trim().refine(isBucketName, 'NOT_A_BUCKET'),
    prefix: z.string().trim().max(backupLimits.prefix).refine(isBucketPrefix, 'NOT_A_PREFIX'),
    accessKeyId: AccessKey,
    secretAccessKey: AccessKey,
  }),
])
export type NewDestination = z.infer<typeof NewDestination>

const ChosenDestination = z.strictObject({
  /** The path of the folder or the address of the bucket, without a key. */
  name: z.string(),
  kind: z.enum(['folder', 's3']),
  /** The time of the last backup there; null if there is none. */
  lastAt: z.string().nullable(),
  /** The time of the latest attempt if it failed; otherwise null. */
  failedAt: z.string().nullable(),
})
export type ChosenDestination = z.infer<typeof ChosenDestination>

/**
 * The problem of the last attempt. `failed`: no backup was made. `destination`: a backup did not reach every destination. `space`: the disk has
 * `free` bytes, and the backup needs `needed`.
 */
const BackupProblem = z.discriminatedUnion('why', [
  z.strictObject({ why: z.enum(['failed', 'destination']), at: z.string() }),
  z.strictObject({ why: z.literal('space'), at: z.string(), free: z.number(), needed: z.number() }),
])

/** A running backup. */
const BackupProgress = z.strictObject({
  startedAt: z.string(),
  phase: z.enum(backupPhases),
  /** The number of bytes that the phase has processed. */
  done: z.number(),
  /** The total number of bytes of the phase; 0 if it is unknown. */
  total: z.number(),
})

/** The last backup that was verified by restoring it. */
const ProvedBackup = z.strictObject({
  at: z.string(),
  /** The size of the backup in bytes. */
  size: z.number(),
  /** The duration of the backup and its verification in seconds. */
  seconds: z.number(),
  /** The time of the newest audit log line in the backup; null if there is none. */
  newest: z.string().nullable(),
})

export const BackupState = z.strictObject({
  /** Whether the practice uses its own Postgres. If so, Attune does not archive the log of this database. */
  hasOwnDatabase: z.boolean(),
  /**
   * The time of the last backup that was verified, or that an admin recorded by hand after making it with another tool; null if there was none.
   */
  lastAt: z.string().nullable(),
  /** Whether the last backup was made more than 48 hours ago. Before the first backup, the time since the practice was created counts. */
  isOverdue: z.boolean(),
  /** The last verification; null if there was none. */
  proved: ProvedBackup.nullable(),
  /** The problem of the last attempt; null if it succeeded. */
  problem: BackupProblem.nullable(),
  /** The progress of the running backup; null if no backup runs. */
  progress: BackupProgress.nullable(),
  /** The time of the next backup, and its time zone. */
  next: z.strictObject({ at: z.string(), zone: z.string() }),
  /** Whether the last backup is on the same disk as the data. */
  isOnSameDisk: z.boolean(),
  /** The chosen destinations; empty if backups stay in the default folder. */
  destinations: z.array(ChosenDestination),
  /** The folders outside the data folder in which the server may write backups, including subfolders. */
  allowedFolders: z.array(z.string()),
  key: z.strictObject({
    /** The fingerprint of the printed key; null if no key was printed. */
    printed: z.string().nullable(),
    /** The number of keys that were printed earlier. The words of such a key open the backups that were made while it was in use. */
    earlier: z.number(),
    /** The public key of a second person; null if there is none. */
    second: z.string().nullable(),
  }),
})
export type BackupState = z.infer<typeof BackupState>

/** A backup at a destination. */
const StoredBackup = z.strictObject({
  name: z.string(),
  at: z.string(),
  /** The size of the data in bytes. */
  size: z.number(),
  /** The size of the stored backup in bytes. */
  storedBytes: z.number(),
  /** The fingerprints of the keys that open the backup. */
  keys: z.array(z.string()),
  hasSecrets: z.boolean(),
  /** Whether the backup was verified; null if this is unknown. */
  isProved: z.boolean().nullable(),
})
export type StoredBackup = z.infer<typeof StoredBackup>

/** A destination with the backups that it contains now. */
const BackupPlace = z.strictObject({
  name: z.string(),
  kind: z.enum(['default', 'folder', 's3']),
  /** The reason why the destination could not be read; null if it was read. */
  problem: Problem.nullable(),
  /** The command that restores from this destination, to be run on the server. */
  restoreCommand: z.string(),
  backups: z.array(StoredBackup),
})
export type BackupPlace = z.infer<typeof BackupPlace>

/** The result of a test of a destination. */
const DestinationTest = z.strictObject({
  /** The reason why backups cannot be stored at the destination; null if they can. */
  problem: Problem.nullable(),
  /** The free bytes in a folder; null for a bucket. */
  free: z.number().nullable(),
  /** Whether a folder is on the same disk as the data. */
  isOnSameDisk: z.boolean(),
})
export type DestinationTest = z.infer<typeof DestinationTest>

const PROBLEM = { PROBLEM: { status: 409, data: z.object({ problem: Problem }) } } as const

export const backupProcedures = {
  /** The state of the backups. Does not read the destinations. */
  backups: read.input(EmptyInput).output(BackupState),
  /** The backups at every destination, newest first. Reads the destinations. */
  storedBackups: read.input(EmptyInput).output(z.strictObject({ places: z.array(BackupPlace) })),
  /** Starts a backup. Changes nothing if a backup is already running. */
  startBackup: write.input(EmptyInput).output(Done),
  /** Writes an object to a destination, reads it back and deletes it. Refuses with NOT_FOUND for a name that is not chosen. */
  testBackupDestination: write.input(z.strictObject({ name: z.string().max(800) })).output(DestinationTest),
  /**
   * Tests a destination and adds it to the chosen ones. Refuses with:
   * - NO_KEY if no key was printed, because only backups that are encrypted to a printed key leave the machine
   * - PROBLEM if the test failed; nothing changes then
   * - LIMIT_REACHED
   */
  addBackupDestination: write
    .input(NewDestination)
    .output(DestinationTest)
    .errors({ ...PROBLEM, NO_KEY: { status: 409 }, ...limitRefusal }),
  /** Removes a destination from the chosen ones. Its backups are kept. */
  removeBackupDestination: write.input(z.strictObject({ name: z.string().max(800) })).output(Done),
  /**
   * Creates a new key and returns its words, which no later call returns, and the positions of the words to type. The previous key stays in use until
   * `confirmBackupKey`.
   */
  proposeBackupKey: write
    .input(EmptyInput)
    .output(z.strictObject({ words: z.array(z.string()), positions: z.array(z.number()), fingerprint: z.string() })),
  /**
   * Uses the proposed key from now on. Refuses with WRONG_WORDS and the positions of the wrong words, and with NO_KEY_PROPOSED if there is no
   * proposed key.
   */
  confirmBackupKey: write
    .input(z.strictObject({ words: z.array(z.string().max(backupLimits.word)).length(backupKeyWords.typed) }))
    .output(Done)
    .errors({
      WRONG_WORDS: { status: 409, data: z.object({ positions: z.array(z.number()) }) },
      NO_KEY_PROPOSED: { status: 409 },
    }),
  /**
   * Sets or removes the public key of a second person who can open new backups. Refuses with NO_KEY if no key was printed, and with NOT_A_RECIPIENT
   * if the text is no valid public key.
   */
  setSecondBackupKey: write
    .input(z.strictObject({ recipient: z.string().trim().refine(isSecondBackupKey, 'NOT_A_RECIPIENT').nullable() }))
    .output(Done)
    .errors({ NO_KEY: { status: 409 }, NOT_A_RECIPIENT: { status: 409 } }),
}
