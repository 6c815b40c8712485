import type { Browser } from '@playwright/test'
import { randomUUID } from 'node:crypto'
import { TOTP, URI } from 'otpauth'
import { type TestBrowser, openTestBrowser } from '../apps/server/src/testing/browser.ts'
import { minimalClient } from '../apps/server/src/testing/clients.ts'
import type { JourneyServer } from './server.ts'
import { newVisitor, visitorPassword, type VisitorOptions, type Visitor } from './visitor.ts'

/** A person with an account; calls the API as their browser would. */
export type PracticeMember = TestBrowser & { email: string; totp: TOTP | null }
/** A client with the id of their record. */
export type ClientPracticeMember = PracticeMember & { clientId: string }
/** A practice with its first admin and that admin's account as a therapist. */
export type JourneyPractice = {
  admin: PracticeMember
  therapist: PracticeMember
  newMember(email: string): PracticeMember
  /** A client of the therapist who has accepted the invitation already. */
  newClient(firstName: string, lastName: string, language?: 'en' | 'de'): Promise<ClientPracticeMember>
  /** A person who has confirmed the email address but has not done the onboarding. */
  newcomer(firstName: string, lastName: string): Promise<PracticeMember>
}

export const journeyZone = 'Europe/Berlin'
export const tokenOfLink = (link: string) => new URLSearchParams(new URL(link).hash.slice(1)).get('token') ?? ''
export const emailAddressOf = (firstName: string) => `${firstName.toLowerCase()}@practice.test`

/** Sets up a practice through the API; other journeys test the pages for it. */
export async function setUpPracticeByApi(product: JourneyServer): Promise<JourneyPractice> {
  const page = await (await fetch(product.address)).text()
  const key = /<meta name="attune-key" content="([^"]*)"/.exec(page)?.[1] ?? ''
  const newMember = (email: string): PracticeMember => ({
    ...openTestBrowser(product.address, () => key),
    email,
    totp: null,
  })
  const admin = newMember('admin@practice.test')
  const therapist = newMember('nora@practice.test')
  const names = { firstName: 'Nora', lastName: 'Lindqvist', language: 'en', zone: journeyZone } as const
  const as = { email: therapist.email, password: visitorPassword }
  const practice = { token: tokenOfLink(product.setupLink), practiceName: 'Lindqvist Psychotherapy', publicUrl: null }
  await admin.api.login.setUp({ ...names, ...practice, email: admin.email, password: visitorPassword, therapist: as })
  await therapist.api.login.signIn(as)
  await Promise.all([enrolByCalls(admin), enrolByCalls(therapist)])

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

/** Adds a client record with the name only, or with an invitation. */
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

/** Schedules a session in `days` days, at an hour in UTC. */
export function planSessionByApi(
  therapist: PracticeMember,
  clientId: string,
  days: number,
  hour: number,
  agreed = false,
) {
  const day = new Date(Date.now() + days * 24 * 60 * 60_000).toISOString().slice(0, 10)
  return planSessionAtByApi(therapist, clientId, `${day}T${String(hour).padStart(2, '0')}:00:00Z`, agreed)
}

export function planSessionAtByApi(therapist: PracticeMember, clientId: string, startsAt: string, agreed = false) {
  return therapist.api.session.plan({ id: randomUUID(), clientIds: [clientId], startsAt, format: 'video', agreed })
}

async function enrolByCalls(member: PracticeMember): Promise<void> {
  const { uri } = await member.api.login.enrol({ password: visitorPassword })
  const totp = URI.parse(uri)
  if (!(totp instanceof TOTP)) throw new Error('the second factor is not a TOTP')
  await member.api.login.confirmEnrolment({ code: totp.generate() })
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
