import { shiftDay, todayIn } from '@attune/contract/common/time/time'
import { randomUUID } from 'node:crypto'
import type { GuardianRight } from '@attune/contract/features/people/guardian/guardian.rules'
import type { TestApp } from '../../../../testing/app.ts'
import type { TestBrowser } from '../../../../testing/browser.ts'
import type { Person } from '../../../../testing/people.ts'
import { minimalClient } from '../../../../testing/records/clients.ts'

export const givenGuardian = {
  rights: ['sessions', 'invoices'] as GuardianRight[],
  basis: 'parent' as 'parent' | 'court-order' | 'power-of-attorney',
  validUntil: null as string | null,
  knowsOthers: false,
  reachesBack: false,
}

export const newGuardianContact = (email: string | null = `${randomUUID()}@guardian.test`, name = 'Anna Weber') => ({
  id: randomUUID(),
  name,
  phone: '',
  email,
  relationship: 'Mother',
  isEmergency: false,
  isGuardian: true,
  isPayer: false,
})

/** Returns the day of birth of a person who is `age` years and a few days old. */
export const bornYearsAgo = (app: { clock: Pick<TestApp['clock'], 'now'> }, age: number) =>
  shiftDay(todayIn('Europe/Berlin', app.clock.now()), -Math.ceil(age * 365.25) - 5)

/** Adds the record of a child, Tim, with contacts. `age` null leaves out the date of birth. */
export async function addChild(
  app: TestApp,
  therapist: Person,
  contacts = [newGuardianContact()],
  { age = 8, ...more }: { age?: number | null } & Partial<typeof minimalClient> = {},
) {
  const id = randomUUID()
  const dateOfBirth = age === null ? null : bornYearsAgo(app, age)
  await therapist.api.client.add({
    ...minimalClient,
    firstName: 'Tim',
    id,
    dateOfBirth,
    contacts,
    invite: false,
    ...more,
  })
  return { id, contacts }
}

export type InviteOptions = Partial<typeof givenGuardian>

/** Invites the contact of a record as a guardian. */
export const inviteContact = (therapist: Person, clientId: string, contactId: string, options: InviteOptions = {}) =>
  therapist.api.guardian.invite({ id: randomUUID(), clientId, contactId, ...givenGuardian, ...options })

/** Returns the token in the link of an invitation. */
export async function guardianToken(therapist: Person, id: string): Promise<string> {
  const { link } = await therapist.api.guardian.secrets({ id })
  return link.split('#token=')[1] ?? ''
}

/** Accepts an invitation with the account of a signed-in person. */
export const acceptAsGuardian = async (person: TestBrowser, therapist: Person, id: string) =>
  person.api.login.acceptInvitationSignedIn({ token: await guardianToken(therapist, id) })
