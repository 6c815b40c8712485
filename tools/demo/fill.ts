import { randomUUID } from 'node:crypto'
import { TOTP, URI } from 'otpauth'
import { type Api, type Caller, openCaller } from '../../apps/server/src/testing/api.ts'
import type { OpenHouse } from '../../apps/server/src/house.ts'
import { wallOf } from '@attune/contract/common/time'
import { writeJournals } from './journal.ts'
import { meetTogether, negotiate, writeDown } from './negotiations.ts'
import { admin, clients, type DemoClient, domain, password, therapists } from './people.ts'
import { planForHardHours } from './safety.ts'
import { giveTasks } from './tasks.ts'
import { layWeek, repeatAnHour } from './week.ts'
import { writeSessions, yearOfSessions, zone } from './sessions.ts'

export type Key = { name: string; email: string; role: string; totp: TOTP | null }

/** Creates the demo practice through the API; inserts only past sessions and tasks directly. */
export async function fill(app: OpenHouse, say: (line: string) => void): Promise<Key[]> {
  const newCaller = () => openCaller(app.address, app.site.key)
  const newVisitor = () => newCaller().api
  const token = tokenOf(app.setupLink ?? '')
  say('The admin sets the practice up.')
  const adminApi = newVisitor()
  await adminApi.login.setUp({
    ...admin,
    token,
    password,
    zone,
    practiceName: 'Lindqvist Psychotherapy',
    publicUrl: null,
    therapist: null,
  })
  const keys: Key[] = [{ name: fullName(admin), email: admin.email, role: 'admin', totp: await enrol(adminApi) }]
  const settings = { practiceName: 'Lindqvist Psychotherapy', tellExistingAccounts: false, publicUrl: null }
  await adminApi.administration.saveSettings({ ...settings, therapistSignup: 'open' })

  for (const [place, person] of therapists.entries()) {
    say(`${fullName(person)} comes with a year of sessions.`)
    const therapist = newVisitor()
    const { key, id } = await register(app, therapist, person)
    keys.push(key)
    const theirs = clients.filter((_, client) => client % therapists.length === place)
    const ids: string[] = []
    const theirCallers: Caller[] = []
    for (const client of theirs) {
      const visitor = newCaller()
      const clientId = await addClient(app, therapist, client, visitor.api)
      if (client.accepted) ids.push(clientId)
      if (client.accepted) theirCallers.push(visitor)
      if (client.accepted) keys.push({ name: fullName(client), email: client.email, role: 'client', totp: null })
    }
    const theirApis = theirCallers.map(({ api }) => api)
    const now = app.clock.now()
    const today = wallOf(now.toISOString(), zone).day
    await writeSessions(app.db, id, yearOfSessions(ids, now))
    await meetTogether(therapist, ids, today)
    await therapist.notification.markAllRead({})
    await negotiate(therapist, id, theirApis, today)
    await writeDown(therapist)
    if (theirApis[0]) await planForHardHours(theirApis[0], therapist, { therapistId: id, clientId: ids[0] ?? '' })
    const pairs = theirApis.map((api, nth) => ({ api, id: ids[nth] ?? '' }))
    await giveTasks(app.db, therapist, id, pairs, today)
    await writeJournals(app, { api: therapist, id }, theirCallers, now)
    await layWeek(therapist, today)
    await repeatAnHour(therapist, ids.slice(0, 1), today)
  }
  await adminApi.administration.saveSettings({ ...settings, therapistSignup: 'approval' })
  await adminApi.notification.markAllRead({})
  return keys
}

async function register(
  app: OpenHouse,
  visitor: Api,
  person: (typeof therapists)[number],
): Promise<{ key: Key; id: string }> {
  const { firstName, lastName, ...profile } = person
  const email = `${firstName}.${lastName}@${domain}`.toLowerCase()
  await visitor.login.signUp({ firstName, lastName, email, password, language: 'en' })
  const account = await app.auth.people.byEmail(email)
  if (!account) throw new Error(`${email} was not registered`)
  const link = await app.auth.linkFor('confirm', account.id, await app.auth.people.nextGeneration(account.id))
  await visitor.login.confirm({ token: tokenOf(link), password })
  await visitor.account.onboard({ role: 'therapist', firstName, lastName, zone, language: 'en' })
  const totp = await enrol(visitor)
  await visitor.account.saveTherapistProfile({ ...profile, bio: '' })
  return { key: { name: fullName(person), email, role: 'therapist', totp }, id: account.id }
}

async function addClient(app: OpenHouse, therapist: Api, client: DemoClient, visitor: Api): Promise<string> {
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
    await visitor.login.acceptInvitation({ token: tokenOf(link), password, language: client.language, zone })
  }
  return id
}

async function enrol(visitor: Api): Promise<TOTP> {
  const { uri } = await visitor.login.enrol({ password })
  const totp = URI.parse(uri)
  if (!(totp instanceof TOTP)) throw new Error('the second factor is not a TOTP')
  await visitor.login.confirmEnrolment({ code: totp.generate() })
  return totp
}

const tokenOf = (link: string) => new URLSearchParams(new URL(link).hash.slice(1)).get('token') ?? ''
const fullName = (person: { firstName: string; lastName: string }) => `${person.firstName} ${person.lastName}`
