import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject } from 'vitest'
import { type HouseOptions, type OpenHouse, openHouse } from '../house.ts'
import type { Config } from '../platform/config.ts'
import { openLog } from '../platform/log.ts'
import { type Caller, openCaller } from './api.ts'
import { openClock, type TestClock } from './clock.ts'
import { testSecrets } from './database.ts'
import { type Inbox, openInbox } from './inbox.ts'
import { type Hands, makePerson, openHands, type Person, type Role, signIn } from './people.ts'
import { cloneDatabase } from './template.ts'

export type TestHouse = Omit<OpenHouse, 'clock'> & {
  clock: TestClock
  inbox: Inbox
  /** All lines of the log, as they were written. */
  logged: string[]
  hands: Hands
  databaseUrl: string
  /** A browser that nobody has signed in with. */
  anyone(): Caller
  /** The nth therapist, client or admin, signed in as strongly as the role asks; the same one each time. */
  person(role: Role, n?: number): Promise<Person>
  /** Another browser of somebody, with a login of this strength. */
  secondBrowser(person: Person, strength: 1 | 2): Promise<Caller>
  close(): Promise<void>
}

export type TestHouseOptions = {
  config?: Partial<Config>
  /** An empty database in a Postgres of the test's own, for one that kills it. */
  databaseUrl?: string
  /** False: no mail server is configured. */
  mail?: boolean
} & Omit<HouseOptions, 'clock' | 'log'>

/** A whole server on a free port with a database, a mail server and a clock of its own. */
export async function openTestHouse(options: TestHouseOptions = {}): Promise<TestHouse> {
  const database = options.databaseUrl
    ? { url: options.databaseUrl, drop: async () => {} }
    : await cloneDatabase(inject('adminUrl'))
  const dataDir = mkdtempSync(join(tmpdir(), 'attune-house-'))
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
    logLevel: 'debug',
    ...options.config,
  }
  const log = openLog(config.logLevel, (line) => logged.push(line))
  const house = await openHouse(config, testSecrets, database.url, {
    openCallsPerMinute: 10_000,
    poolSize: 4,
    migrated: options.databaseUrl === undefined,
    ...options,
    clock,
    log,
  })
  const hands = await openHands(database.url, house)
  const people = new Map<string, Promise<Person>>()
  const anyone = () => openCaller(house.address, house.site.key)

  return {
    ...house,
    clock,
    inbox,
    logged,
    hands,
    databaseUrl: database.url,
    anyone,
    person(role, n = 1) {
      const known = people.get(`${role}${n}`) ?? makePerson(house, hands, role, n, 'Europe/Berlin')
      people.set(`${role}${n}`, known)
      return known
    },
    async secondBrowser(person, strength) {
      const caller = anyone()
      await signIn(house, hands, caller, person.accountId, strength)
      return caller
    },
    async close() {
      await house.close()
      await Promise.all([hands.close(), inbox.close()])
      await database.drop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
