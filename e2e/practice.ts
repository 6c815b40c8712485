import type { Browser } from '@playwright/test'
import { randomUUID } from 'node:crypto'
import { TOTP, URI } from 'otpauth'
import { type TestBrowser, openTestBrowser, repeatingBusyCalls } from '../apps/server/src/testing/browser.ts'
import { minimalClient } from '../apps/server/src/testing/records/clients.ts'
import { periodStart, shiftDay, todayIn } from '../packages/contract/src/common/time/time.ts'
import { startJourneyServer, type JourneyServer } from './server.ts'
import { renewLastUse } from './time.ts'
import { newVisitor, visitorPassword, type VisitorOptions, type Visitor } from './visitor.ts'

/** A person with an account. The object calls the API as the person's browser would. */
export type PracticeMember = TestBrowser & { email: string; totp: TOTP | null }
/** A client with the id of their record. */
export type ClientPracticeMember = PracticeMember & { clientId: string }
/** A practice with its first admin and a therapist. */
export type JourneyPractice = {
  admin: PracticeMember
  therapist: PracticeMember
  newMember(email: string): PracticeMember
  /** Creates a client of the therapist. The client has already accepted the invitation. */
  newClient(firstName: string, lastName: string, language?: 'en' | 'de'): Promise<ClientPracticeMember>
  /** Creates a person who has confirmed the email address but has not done the onboarding. */
  newcomer(firstName: string, lastName: string): Promise<PracticeMember>
}

export const journeyZone = 'Europe/Berlin'
/** Returns the day that is `days` days after today, in the zone of the practice. */
export const dayAhead = (days: number) => shiftDay(todayIn(journeyZone, new Date()), days)
/** Returns a day of the previous month, in the zone of the practice. */
export const dayOfLastMonth = (day: number) => shiftDay(periodStart('monthly', dayAhead(0), -1), day - 1)
export const tokenOfLink = (link: string) => new URLSearchParams(new URL(link).hash.slice(1)).get('token') ?? ''
export const emailAddressOf = (firstName: string) => `${firstName.toLowerCase()}@practice.test`

/** A person who was signed in when the database was saved. */
type SavedMember = { email: string; cookies: [string, string][]; totp: string }
type SavedPractice = { database: string; admin: SavedMember; therapist: SavedMember }

/**
 * Sets up the practice that the journeys use, once per run, and keeps its database as the original of the journeys'
 * copies.
 */
export async function saveJourneyPractice(): Promise<void> {
  const product = await startJourneyServer()
  const { admin, therapist } = await setUpPracticeByApi(product)
  const save = ({ email, cookieJar, totp }: PracticeMember): SavedMember => ({
    email,
    cookies: [...cookieJar],
    totp: String(totp),
  })
  const database = await product.stop('database')
  const saved: SavedPractice = { database, admin: save(admin), therapist: save(therapist) }
  process.env.ATTUNE_TEST_PRACTICE = JSON.stringify(saved)
}

/**
 * Starts the server on a copy of the saved practice, which has an admin and a therapist, both signed in, and no
 * clients. `more` contains additional environment variables.
 */
export async function startJourneyPractice(
  more: Record<string, string> = {},
): Promise<{ product: JourneyServer; practice: JourneyPractice }> {
  const saved = JSON.parse(process.env.ATTUNE_TEST_PRACTICE ?? '') as SavedPractice
  const product = await startJourneyServer(more, saved.database)
  await renewLastUse(product)
  const newMember = await createMembers(product)
  const restore = ({ email, cookies, totp }: SavedMember): PracticeMember => {
    const member = newMember(email)
    for (const [name, value] of cookies) member.cookieJar.set(name, value)
    return { ...member, totp: parseTotp(totp) }
  }
  return { product, practice: createPractice(product, newMember, restore(saved.admin), restore(saved.therapist)) }
}

/** Sets up a practice through the API. Other journeys test the pages for setting up a practice. */
export async function setUpPracticeByApi(product: JourneyServer): Promise<JourneyPractice> {
  const newMember = await createMembers(product)
  const admin = newMember('admin@practice.test')
  const therapist = newMember('nora@practice.test')
  const names = { firstName: 'Nora', lastName: 'Lindqvist', language: 'en', zone: journeyZone } as const
  const as = { email: therapist.email, password: visitorPassword }
  const practice = { token: tokenOfLink(product.setupLink), practiceName: 'Lindqvist Psychotherapy', publicUrl: null }
  const first = { email: admin.email, password: visitorPassword }
  const setUp = newMember(admin.email)
  await setUp.api.login.setUp({ ...names, ...practice, ...first, therapist: as })
  // The journeys sign in to both accounts at the same time, so each account has its own authenticator app.
  await setUp.api.login.signOutAll({})
  for (const [member, account] of [
    [admin, first],
    [therapist, as],
  ] as const) {
    await member.api.login.signIn(account)
    await enrolByCalls(member)
  }
  return createPractice(product, newMember, admin, therapist)
}

type NewMember = JourneyPractice['newMember']

async function createMembers(product: JourneyServer): Promise<NewMember> {
  const page = await (await fetch(product.address)).text()
  const key = /<meta name="attune-key" content="([^"]*)"/.exec(page)?.[1] ?? ''
  return (email) => ({ ...repeatingBusyCalls(openTestBrowser(product.address, () => key)), email, totp: null })
}

function createPractice(
  product: JourneyServer,
  newMember: NewMember,
  admin: PracticeMember,
  therapist: PracticeMember,
): JourneyPractice {
  async function newClient(firstName: string, lastName: string, language: 'en' | 'de' = 'en') {
    const client = newMember(emailAddressOf(firstName))
    const record = await addClientByApi(therapist, firstName, lastName, { email: client.email, language, invite: true })
    const { link } = await therapist.api.connection.invitationSecrets({ id: record.invitation?.id ?? '' })
    await client.api.login.acceptInvitation({
      token: tokenOfLink(link),
      password: visitorPassword,
      language,
      zone: journeyZone,
    })
    return { ...client, clientId: record.id }
  }

  async function newcomer(firstName: string, lastName: string) {
    const member = newMember(emailAddressOf(firstName))
    await member.api.login.signUp({
      firstName,
      lastName,
      email: member.email,
      password: visitorPassword,
      language: 'en',
    })
    const mail = await product.inbox.mailTo(member.email, /\/confirm#token=/)
    const token = /\/confirm#token=([\w-]+)/.exec(mail.text ?? '')?.[1] ?? ''
    await member.api.login.confirm({ token, password: visitorPassword })
    return member
  }
  return { admin, therapist, newMember, newClient, newcomer }
}

type Mailing = { email?: string | null; language?: 'en' | 'de'; invite?: boolean }

/** Adds a client record with the name only. `mailing` can add an email address and a language, and with `invite` an invitation. */
export function addClientByApi(therapist: PracticeMember, firstName: string, lastName: string, mailing: Mailing = {}) {
  const { email = null, language = 'en', invite = false } = mailing
  return therapist.api.client.add({
    ...minimalClient,
    id: randomUUID(),
    firstName,
    lastName,
    email,
    language,
    invite,
  })
}

/** Schedules a session in `days` days, counted in the zone of the practice, at an hour in UTC. */
export function planSessionByApi(
  therapist: PracticeMember,
  clientId: string,
  days: number,
  hour: number,
  agreed = false,
) {
  return planSessionAtByApi(therapist, clientId, `${dayAhead(days)}T${String(hour).padStart(2, '0')}:00:00Z`, agreed)
}

export function planSessionAtByApi(therapist: PracticeMember, clientId: string, startsAt: string, agreed = false) {
  return therapist.api.session.create({ id: randomUUID(), clientIds: [clientId], startsAt, format: 'video', agreed })
}

function parseTotp(uri: string): TOTP {
  const totp = URI.parse(uri)
  if (!(totp instanceof TOTP)) throw new Error('the second factor is not a TOTP')
  return totp
}

/** Sets up the second factor of an account. */
export async function enrolByCalls(member: PracticeMember): Promise<void> {
  const { uri } = await member.api.login.setUpTwoStep({ password: visitorPassword })
  const totp = parseTotp(uri)
  await member.api.login.confirmTwoStep({ code: totp.generate() })
  member.totp = totp
}

/** Opens a browser in which this person is signed in. */
export async function openSignedIn(
  browser: Browser,
  product: JourneyServer,
  member: PracticeMember,
  around: VisitorOptions = {},
): Promise<Visitor> {
  const visitor = await newVisitor(browser, product, member.email, around)
  const cookies = [...member.cookieJar].map(([name, value]) => ({ name, value, url: product.address, httpOnly: true }))
  await visitor.page.context().addCookies(cookies)
  return { ...visitor, totp: member.totp }
}
