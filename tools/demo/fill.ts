import { randomUUID } from 'node:crypto'
import { TOTP, URI } from 'otpauth'
import { type ApiClient, type TestBrowser, openTestBrowser } from '../../apps/server/src/testing/browser.ts'
import type { RunningApp } from '../../apps/server/src/app.ts'
import { wallClockOf } from '@attune/contract/common/time'
import { createDemoJournals } from './journal.ts'
import { createDemoGroupSessions, createDemoRequests, createDemoNotes } from './requests.ts'
import {
  demoAdmin,
  demoApplicant,
  demoClients,
  type DemoClient,
  demoDomain,
  demoPassword,
  type DemoTherapist,
  demoTherapists,
} from './people.ts'
import { createDemoMessages } from './messages.ts'
import { createDemoSafetyPlan } from './safety.ts'
import { createDemoTasks } from './tasks.ts'
import { createDemoAvailability, createDemoSeries } from './week.ts'
import { insertDemoSessions, demoSessionsOfYear, demoZone } from './sessions.ts'

export type DemoAccount = { name: string; email: string; role: string; totp: TOTP | null }
/** An account with a browser in which it is signed in. */
type SignedInAccount = DemoAccount & { browser: TestBrowser }

/** Creates the demo practice through the API, except for the weekly sessions and the past tasks, which are inserted into the database. */
export async function createDemoPractice(app: RunningApp, say: (line: string) => void): Promise<SignedInAccount[]> {
  const newCaller = () => openTestBrowser(app.address, app.site.key)
  const token = tokenOf(app.setupLink ?? '')
  say('The admin sets the practice up.')
  const adminBrowser = newCaller()
  const adminApi = adminBrowser.api
  await adminApi.login.setUp({
    ...demoAdmin,
    token,
    password: demoPassword,
    zone: demoZone,
    practiceName: 'Lindqvist Psychotherapy',
    publicUrl: null,
    therapist: null,
  })
  const adminTotp = await enrol(adminApi)
  const keys: SignedInAccount[] = [
    { name: fullName(demoAdmin), email: demoAdmin.email, role: 'admin', totp: adminTotp, browser: adminBrowser },
  ]
  const settings = { practiceName: 'Lindqvist Psychotherapy', tellExistingAccounts: false, publicUrl: null }
  await adminApi.administration.saveSettings({ ...settings, therapistSignup: 'open' })

  for (const [place, person] of demoTherapists.entries()) {
    say(`${fullName(person)} comes with a year of sessions.`)
    const therapistBrowser = newCaller()
    const therapist = therapistBrowser.api
    const { key, id } = await register(app, therapistBrowser, person)
    keys.push(key)
    const theirs = demoClients.filter((_, client) => client % demoTherapists.length === place)
    const ids: string[] = []
    const theirCallers: TestBrowser[] = []
    for (const client of theirs) {
      const visitor = newCaller()
      const clientId = await addClient(app, therapist, client, visitor.api)
      if (client.accepted) ids.push(clientId)
      if (client.accepted) theirCallers.push(visitor)
      if (client.accepted)
        keys.push({ name: fullName(client), email: client.email, role: 'client', totp: null, browser: visitor })
    }
    const theirApis = theirCallers.map(({ api }) => api)
    const now = app.clock.now()
    const today = wallClockOf(now.toISOString(), demoZone).day
    await insertDemoSessions(app.db, id, demoSessionsOfYear(ids, now))
    await createDemoGroupSessions(therapist, ids, today)
    await therapist.notification.markAllRead({})
    await createDemoRequests(therapist, id, theirApis, today)
    await createDemoNotes(therapist)
    if (theirApis[0]) await createDemoSafetyPlan(theirApis[0], therapist, { therapistId: id, clientId: ids[0] ?? '' })
    const pairs = theirApis.map((api, nth) => ({ api, id: ids[nth] ?? '' }))
    await createDemoTasks(app.db, therapist, id, pairs, today)
    await createDemoJournals(app, { api: therapist, id }, theirCallers, now)
    await createDemoMessages(therapist, pairs)
    await createDemoAvailability(therapist, today)
    await createDemoSeries(therapist, ids.slice(0, 1), today)
  }
  await adminApi.administration.saveSettings({ ...settings, therapistSignup: 'approval' })
  await adminApi.notification.markAllRead({})
  say(`${fullName(demoApplicant)} asks to become a therapist.`)
  await register(app, newCaller(), demoApplicant)
  return keys
}

async function register(
  app: RunningApp,
  browser: TestBrowser,
  person: DemoTherapist,
): Promise<{ key: SignedInAccount; id: string }> {
  const visitor = browser.api
  const { firstName, lastName, ...profile } = person
  const email = `${firstName}.${lastName}@${demoDomain}`.toLowerCase()
  await visitor.login.signUp({ firstName, lastName, email, password: demoPassword, language: 'en' })
  const account = await app.auth.users.byEmail(email)
  if (!account) throw new Error(`${email} was not registered`)
  const link = await app.auth.linkFor('confirm', account.id, await app.auth.users.nextGeneration(account.id))
  await visitor.login.confirm({ token: tokenOf(link), password: demoPassword })
  await visitor.account.onboard({ role: 'therapist', firstName, lastName, zone: demoZone, language: 'en' })
  const totp = await enrol(visitor)
  await visitor.account.saveTherapistProfile({ ...profile, bio: '' })
  return { key: { name: fullName(person), email, role: 'therapist', totp, browser }, id: account.id }
}

async function addClient(
  app: RunningApp,
  therapist: ApiClient,
  client: DemoClient,
  visitor: ApiClient,
): Promise<string> {
  const { accepted, ...facts } = client
  const id = randomUUID()
  const emergency = {
    emergencyName: `Paul ${client.lastName}`,
    emergencyPhone: '+49 40 555 0177',
    emergencyRelationship: 'Family',
  }
  const record = await therapist.client.add({
    id,
    ...facts,
    ...emergency,
    address: 'Lindenallee 14, 20259 Hamburg',
    notes: '',
    invite: true,
  })
  if (accepted && record.invitation) {
    const { link } = await therapist.connection.invitationSecrets({ id: record.invitation.id })
    await visitor.login.acceptInvitation({
      token: tokenOf(link),
      password: demoPassword,
      language: client.language,
      zone: demoZone,
    })
  }
  return id
}

async function enrol(visitor: ApiClient): Promise<TOTP> {
  const { uri } = await visitor.login.enrol({ password: demoPassword })
  const totp = URI.parse(uri)
  if (!(totp instanceof TOTP)) throw new Error('the second factor is not a TOTP')
  await visitor.login.confirmEnrolment({ code: totp.generate() })
  return totp
}

const tokenOf = (link: string) => new URLSearchParams(new URL(link).hash.slice(1)).get('token') ?? ''
const fullName = (person: { firstName: string; lastName: string }) => `${person.firstName} ${person.lastName}`
