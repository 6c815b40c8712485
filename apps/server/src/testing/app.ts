import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, inject } from 'vitest'
import { type RunningApp, createApp } from '../app.ts'
import type { AppOptions } from '../app-services.ts'
import type { Config } from '../platform/config/config.ts'
import { openLog } from '../platform/log.ts'
import { type TestBrowser, openTestBrowser } from './browser.ts'
import { openClock, type TestClock } from './clock.ts'
import { cloneDatabase, testSecrets } from './database/database.ts'
import { type Inbox, openInbox } from './doubles/inbox.ts'
import {
  type PrivilegedPools,
  createPerson,
  openPrivilegedPools,
  type Person,
  type TestRole,
  insertLogin,
} from './people.ts'

export type TestApp = Omit<RunningApp, 'clock'> & {
  clock: TestClock
  inbox: Inbox
  /** All lines of the log, as JSON. */
  logged: string[]
  privileged: PrivilegedPools
  databaseUrl: string
  /** Returns a browser that is not signed in. */
  anonymous(): TestBrowser
  /**
   * Returns the nth therapist, client or admin, signed in with the assurance level of the role. The same role and `n` return the same
   * person.
   */
  person(role: TestRole, n?: number): Promise<Person>
  /** Opens another browser of a person, signed in with the assurance level `strength`. */
  secondBrowser(person: Person, strength: 1 | 2): Promise<TestBrowser>
  close(): Promise<void>
}

/** Cheap password hashing, because most tests sign people in. Tests that measure durations use the cost of the product. */
const cheapPasswords = { memory: 64, passes: 1, parallelism: 1 }
/** Disables the idle lock, because tests move the clock. A test that sets `idleMinutes` to undefined uses the setting instead. */
const neverIdle = () => Infinity
/**
 * Responses about email addresses are not delayed, because most tests sign people up. Tests that measure durations use
 * the times of the product.
 */
const shortIntervals = { signUp: 1, mail: 1, wrongPassword: 1 }

export type TestAppOptions = {
  config?: Partial<Config>
  /**
   * URL of an empty database in the test's own Postgres, for tests that kill Postgres. Default: a new database in the Postgres of the run.
   */
  databaseUrl?: string
  /** False starts the server without a configured mail server. */
  mail?: boolean
  /** The events that the log may contain at the level error. Any other error in the log fails the test. */
  expectedErrors?: readonly string[]
} & Omit<AppOptions, 'clock' | 'log'>

/** Better Auth also logs ordinary refusals as errors, such as a second registration of an email address. */
const signInEngineError = 'The sign-in engine reported an error'

/** Starts a whole server on a free port with its own database, mail server and clock. */
export async function createTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const database = options.databaseUrl
    ? { url: options.databaseUrl, drop: async () => {} }
    : await cloneDatabase(inject('adminUrl'))
  const dataDir = mkdtempSync(join(tmpdir(), 'attune-test-'))
  const inbox = await openInbox()
  const clock = openClock()
  const logged: string[] = []
  const config: Config = {
    port: 0,
    host: '127.0.0.1',
    publicUrl: null,
    dataDir,
    secretsDir: join(dataDir, 'secrets'),
    databaseUrl: database.url,
    tls: null,
    trustProxy: [],
    smtpUrl: options.mail === false ? null : inbox.url,
    mailFrom: options.mail === false ? null : 'Attune <post@attune.test>',
    providers: [],
    clamd: null,
    filesBucket: null,
    filesLocalHosts: [],
    assistantLocalHosts: [],
    nativePush: { fcm: null, apns: null },
    calendarLocalHosts: [],
    googleCalendar: null,
    backupFolders: [join(dataDir, 'backups')],
    backupLocalHosts: [],
    backupKilobytesPerSecond: 15_000,
    ownRelay: null,
    otherRelay: null,
    relayAddress: null,
    isRelayOff: false,
    invitations: { perHour: 10_000, perDay: 10_000 },
    limitsWrites: false,
    allowsTestPayments: false,
    metricsListen: null,
    logLevel: 'debug',
    ...options.config,
  }
  const { expectedErrors = [], ...appOptions } = options
  const log = openLog(config.logLevel, (line) => {
    logged.push(line)
    const { level, msg } = JSON.parse(line) as { level: string; msg: string }
    // `tools/tests/unexpected-output.ts` fails a test that prints an error.
    if (level === 'error' && msg !== signInEngineError && !expectedErrors.includes(msg)) console.error(line)
  })
  const app = await createApp(config, testSecrets, database.url, {
    openCallsPerMinute: 10_000,
    poolSize: 4,
    passwordCost: cheapPasswords,
    idleMinutes: neverIdle,
    responseIntervals: shortIntervals,
    maxPollSeconds: 0.5,
    // Off, because tests move the clock past 03:00, the time of the daily backup.
    dailyBackup: false,
    migrated: options.databaseUrl === undefined,
    // Without a double, tests must not reach the real payment provider.
    paymentApiOrigin: 'http://127.0.0.1:1',
    ...appOptions,
    clock,
    log,
  })
  const hands = await openPrivilegedPools(database.url, app)
  const people = new Map<string, Promise<Person>>()
  const anyone = () => openTestBrowser(app.address, app.site.key)

  return {
    ...app,
    clock,
    inbox,
    logged,
    privileged: hands,
    databaseUrl: database.url,
    anonymous: anyone,
    person(role, n = 1) {
      const known = people.get(`${role}${n}`) ?? createPerson(app, hands, role, n, 'Europe/Berlin')
      people.set(`${role}${n}`, known)
      return known
    },
    async secondBrowser(person, strength) {
      const caller = anyone()
      await insertLogin(app, hands, caller, person.accountId, strength)
      return caller
    },
    async close() {
      await app.close()
      await Promise.all([hands.close(), inbox.close()])
      await database.drop()
      // A process that the server has ended may still be writing its last file.
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
    },
  }
}

/**
 * Starts one server for all tests of a file, and closes it after them. Hooks run in reverse order, so a hook that closes something that the server
 * needs must be registered before this call.
 */
export async function startSharedApp(options: TestAppOptions = {}): Promise<TestApp> {
  const app = await createTestApp(options)
  afterAll(() => app.close())
  return app
}
