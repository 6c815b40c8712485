// npm run demo [-- --language de]: creates a demo practice in an empty database: two therapists, their clients, a year of history.
// npm run demo -- --years 5 --therapists 20: adds therapists with years of work, and prints the size and growth of every table and folder.
import type { Language } from '@attune/contract/common/text/text.schemas'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TOTP, URI } from 'otpauth'
import { createApp } from '../apps/server/src/app.ts'
import { type Config, readConfig } from '../apps/server/src/platform/config/config.ts'
import { startEmbedded } from '../apps/server/src/platform/database/embedded.ts'
import { requireDatabaseOfPractice } from '../apps/server/src/platform/database/existing.ts'
import { probeDatabase } from '../apps/server/src/platform/database/probe.ts'
import { openLog } from '../apps/server/src/platform/log.ts'
import { requireNoUnfinishedRestore } from '../apps/server/src/platform/data-folder/restore-marker.ts'
import { loadSecrets, type Secrets } from '../apps/server/src/platform/secrets/secrets.ts'
import { StartError } from '../apps/server/src/platform/process/start-error.ts'
import { requireStoppedDatabase } from './backup/stopped.ts'
import { type DemoAccount, demoEmail, demoPassword } from './demo/accounts.ts'
import { openStoryClock } from './demo/clock.ts'
import { createDemoPractice } from './demo/fill.ts'
import { languageOf, readTexts } from './demo/texts.ts'
import { addYears, groupsPerTherapist } from './demo/years/add-years.ts'
import { cleanOldRows } from './demo/years/clean.ts'
import { type YearsOptions, yearsOf } from './demo/years/options.ts'
import { reportGrowth } from './demo/years/report.ts'

const root = join(import.meta.dirname, '..')
const say = (line: string) => console.log(line)

try {
  await run()
} catch (error) {
  console.error(error instanceof StartError ? error.message : error)
  process.exitCode = 1
}

async function run(): Promise<void> {
  // This server only creates the demo practice. It sends no email and listens on the loopback address only.
  const config = {
    ...readConfig(process.env, root),
    port: 0,
    host: '127.0.0.1',
    smtpUrl: null,
    clamd: null,
    assistantLocalHosts: [],
    googleCalendar: null,
    nativePush: { fcm: null, apns: null },
    limitsWrites: false,
    publicUrl: null,
    tls: null,
  }
  const language = languageOf(process.argv.slice(2))
  const years = yearsOf(process.argv.slice(2))
  const keysFile = join(config.dataDir, 'demo.json')
  requireNoUnfinishedRestore(config.dataDir)
  const { secrets, hasPractice } = loadSecrets(config.secretsDir)
  if (config.databaseUrl) await probeDatabase(config.databaseUrl)
  else await requireStoppedDatabase(config)
  await requireDatabaseOfPractice(config, hasPractice, 'npm run demo', process.argv)
  const embedded = config.databaseUrl
    ? null
    : await startEmbedded({ dataDir: config.dataDir, password: secrets.dbPasswords.install })
  try {
    const databaseUrl = config.databaseUrl ?? embedded?.url ?? ''
    const keys = await createOrRead({ config, secrets, databaseUrl, language, keysFile, isLarge: years !== null })
    if (years) await grow(years, { databaseUrl, dataDir: config.dataDir, language })
    print(keys)
  } finally {
    await embedded?.stop()
  }
}

type Creation = {
  config: Config
  secrets: Secrets
  databaseUrl: string
  language: Language
  keysFile: string
  isLarge: boolean
}

/** Creates the demo practice, or returns the accounts of the one that exists. */
async function createOrRead({ config, secrets, databaseUrl, language, keysFile, isLarge }: Creation) {
  const clock = openStoryClock()
  const options = { log: openLog('error'), clock, worker: false, openCallsPerMinute: 100_000 }
  const app = await createApp(config, secrets, databaseUrl, options)
  try {
    const existing = readKeys(keysFile)
    if (app.setupLink === null && !existing)
      throw new StartError('This database has real accounts. The demo practice needs an empty database.')
    if (app.setupLink === null && isLarge)
      throw new StartError(
        'This database has a demo practice already. --years and --therapists need an empty database.',
      )
    if (app.setupLink === null) return existing ?? []
    const keys = await createDemoPractice({ app, clock, databaseUrl, language, say })
    const stored = keys.map(({ name, email, role, totp }) => ({ name, email, role, totp: totp?.toString() ?? null }))
    writeFileSync(keysFile, JSON.stringify(stored), { mode: 0o600 })
    return keys
  } finally {
    await app.close()
  }
}

/** Adds therapists with years of work, deletes what the product would have deleted, and prints the sizes and limits. */
async function grow(
  { years, therapists }: YearsOptions,
  place: { databaseUrl: string; dataDir: string; language: Language },
) {
  const { practice, therapists: people } = readTexts(place.language)
  const therapistEmail = demoEmail(people[0]?.first ?? '', people[0]?.last ?? '')
  say(`${therapists} therapists work for ${years} years.`)
  const order = { ...place, zone: practice.zone, therapistEmail, years, therapists, groups: groupsPerTherapist, say }
  await addYears(order)
  say('Old rows are deleted.')
  const cleanings = await cleanOldRows(place.databaseUrl)
  for (const line of await reportGrowth({ ...place, years, cleanings })) say(line)
}

function readKeys(file: string): DemoAccount[] | null {
  try {
    const keys = JSON.parse(readFileSync(file, 'utf8')) as (Omit<DemoAccount, 'totp'> & { totp: string | null })[]
    return keys.map((key) => ({ ...key, totp: key.totp ? (URI.parse(key.totp) as TOTP) : null }))
  } catch {
    return null
  }
}

function print(keys: DemoAccount[]): void {
  say(`\nThe demo practice is ready. Start it with npm start. Password for every account: ${demoPassword}\n`)
  for (const { name, email, role, totp } of keys) {
    const factor = totp ? `  key ${totp.secret.base32}  code now ${totp.generate()}` : ''
    if (role !== 'client') say(`${role.padEnd(10)} ${name.padEnd(18)} ${email}${factor}`)
  }
  const some = keys.filter((key) => key.role === 'client')
  say(
    `${'client'.padEnd(10)} ${some.length} people, such as ${some
      .slice(0, 3)
      .map((key) => key.email)
      .join(', ')}`,
  )
  say('\nCodes change every 30 seconds. To see new ones, stop the server and run npm run demo again.')
}
