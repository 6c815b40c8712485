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

/** A destination of backups as an admin enters it: a folder of the server, or a bucket of S3 or of a service with the same interface. */
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

/** A chosen destination: its name, which contains no key, the last backup that it got, and since when attempts have failed. */
const ChosenDestination = z.strictObject({
  name: z.string(),
  kind: z.enum(['folder', 's3']),
  lastAt: z.string().nullable(),
  failedAt: z.string().nullable(),
})
export type ChosenDestination = z.infer<typeof ChosenDestination>

/** Why the latest attempt made no backup, or only one that did not reach a destination. */
const BackupProblem = z.discriminatedUnion('why', [
  z.strictObject({ why: z.enum(['failed', 'destination']), at: z.string() }),
  z.strictObject({ why: z.literal('space'), at: z.string(), free: z.number(), needed: z.number() }),
])

/** The running backup: `done` and `total` are bytes of its phase; `total` is 0 where it is not known. */
const BackupProgress = z.strictObject({
  startedAt: z.string(),
  phase: z.enum(backupPhases),
  done: z.number(),
  total: z.number(),
})

/** The last backup that was restored for a proof: size in bytes, duration in seconds, and the time of its newest record. */
const ProvedBackup = z.strictObject({
  at: z.string(),
  size: z.number(),
  seconds: z.number(),
  newest: z.string().nullable(),
})

export const BackupState = z.strictObject({
  /** Whether the practice uses its own Postgres, which its database host backs up. */
  hasOwnDatabase: z.boolean(),
  /** The time of the last backup that was proved, or of the recorded one of the practice's own Postgres. */
  lastAt: z.string().nullable(),
  isOverdue: z.boolean(),
  proved: ProvedBackup.nullable(),
  problem: BackupProblem.nullable(),
  progress: BackupProgress.nullable(),
  /** When the next backup is made; null if Attune makes none. */
  next: z.strictObject({ at: z.string(), zone: z.string() }).nullable(),
  isOnSameDisk: z.boolean(),
  destinations: z.array(ChosenDestination),
  /** The folders outside the data folder below which the server may write backups. */
  allowedFolders: z.array(z.string()),
  key: z.strictObject({
    /** The fingerprint of the printed key; null if none was printed yet. */
    printed: z.string().nullable(),
    /** How many keys were printed before it. Their words open the backups of their time. */
    earlier: z.number(),
    /** The public key of a second person. */
    second: z.string().nullable(),
  }),
})
export type BackupState = z.infer<typeof BackupState>

/** A backup at a place. `isProved` is null if Attune no longer knows. Sizes are bytes: of the data, and of the database as it is stored. */
const StoredBackup = z.strictObject({
  name: z.string(),
  at: z.string(),
  size: z.number(),
  storedBytes: z.number(),
  /** The fingerprints of the keys that open it. */
  keys: z.array(z.string()),
  hasSecrets: z.boolean(),
  isProved: z.boolean().nullable(),
})
export type StoredBackup = z.infer<typeof StoredBackup>

/** A place with its backups at the time of the call. With a `problem` it could not be read. */
const BackupPlace = z.strictObject({
  name: z.string(),
  kind: z.enum(['default', 'folder', 's3']),
  problem: Problem.nullable(),
  /** The command that restores from here, on the server. */
  restoreCommand: z.string(),
  backups: z.array(StoredBackup),
})
export type BackupPlace = z.infer<typeof BackupPlace>

/** The result of a test. `free`: the free bytes of a folder; null for a bucket. */
const DestinationTest = z.strictObject({
  problem: Problem.nullable(),
  free: z.number().nullable(),
  isOnSameDisk: z.boolean(),
})
export type DestinationTest = z.infer<typeof DestinationTest>

const PROBLEM = { PROBLEM: { status: 409, data: z.object({ problem: Problem }) } } as const

export const backupProcedures = {
  /** The state of the backups without a look at the destinations. */
  backups: read.input(EmptyInput).output(BackupState),
  /** The backups of every destination, newest first. Reads the destinations. */
  storedBackups: read.input(EmptyInput).output(z.strictObject({ places: z.array(BackupPlace) })),
  /** Starts a backup. Changes nothing if one runs. Refuses with OWN_DATABASE if the practice uses its own Postgres. */
  startBackup: write
    .input(EmptyInput)
    .output(Done)
    .errors({ OWN_DATABASE: { status: 409 } }),
  /** Writes an object to a destination, reads it back and deletes it. Refuses with NOT_FOUND for a name that is not chosen. */
  testBackupDestination: write.input(z.strictObject({ name: z.string().max(800) })).output(DestinationTest),
  /**
   * Tests a destination and adds it to the chosen ones. Refuses with:
   * - NO_KEY as long as no key was printed, because only backups under a printed key leave the machine
   * - PROBLEM if the test found one; then nothing changes
   * - LIMIT_REACHED
   */
  addBackupDestination: write
    .input(NewDestination)
    .output(DestinationTest)
    .errors({ ...PROBLEM, NO_KEY: { status: 409 }, ...limitRefusal }),
  /** Removes a destination from the chosen ones. The backups at it stay. */
  removeBackupDestination: write.input(z.strictObject({ name: z.string().max(800) })).output(Done),
  /**
   * Makes a new key and returns its words, which no other call returns again, and the numbers of those to type back. It is used after
   * `confirmBackupKey`; until then the previous key stays.
   */
  proposeBackupKey: write
    .input(EmptyInput)
    .output(z.strictObject({ words: z.array(z.string()), positions: z.array(z.number()), fingerprint: z.string() })),
  /** Uses the proposed key from now on. Refuses with WRONG_WORDS and their numbers, and with NO_KEY_PROPOSED if none waits. */
  confirmBackupKey: write
    .input(z.strictObject({ words: z.array(z.string().max(backupLimits.word)).length(backupKeyWords.typed) }))
    .output(Done)
    .errors({
      WRONG_WORDS: { status: 409, data: z.object({ positions: z.array(z.number()) }) },
      NO_KEY_PROPOSED: { status: 409 },
    }),
  /** Names the public key of a second person who can open new backups, or none. Refuses with NO_KEY as long as no key was printed. */
  setSecondBackupKey: write
    .input(z.strictObject({ recipient: z.string().trim().refine(isSecondBackupKey, 'NOT_A_RECIPIENT').nullable() }))
    .output(Done)
    .errors({ NO_KEY: { status: 409 }, NOT_A_RECIPIENT: { status: 409 } }),
}
