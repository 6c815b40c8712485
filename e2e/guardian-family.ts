import { randomUUID } from 'node:crypto'
import {
  bornYearsAgo,
  givenGuardian,
  type newGuardianContact,
} from '../apps/server/src/features/people/guardian/invitations/guardian.invitations.testing.ts'
import { editClientRecord, minimalClient } from '../apps/server/src/testing/records/clients.ts'
import {
  journeyZone,
  tokenOfLink,
  type ClientPracticeMember,
  type JourneyPractice,
  type PracticeMember,
} from './practice.ts'
import { visitorPassword } from './visitor.ts'

export type GuardianContact = ReturnType<typeof newGuardianContact>
export type GivenRights = (typeof givenGuardian)['rights']
/** A guardian with an account: their calls to the API, and the id of the guardian for the child. */
export type GuardianMember = PracticeMember & { guardianId: string }

const born = (age: number) => bornYearsAgo({ clock: { now: () => new Date() } }, age)

/** Adds the record of a child without an account, `age` years old, with these guardians as contacts. Returns its id. */
export async function addGuardedChild(
  therapist: PracticeMember,
  firstName: string,
  age: number,
  contacts: GuardianContact[],
  lastName = 'Weber',
): Promise<string> {
  const id = randomUUID()
  const facts = { ...minimalClient, firstName, lastName, dateOfBirth: born(age), contacts }
  await therapist.api.client.add({ ...facts, id, invite: false })
  return id
}

/** Adds a child with an account, `age` years old, with these guardians as contacts. */
export async function newGuardedClient(
  practice: JourneyPractice,
  firstName: string,
  age: number,
  contacts: GuardianContact[],
): Promise<ClientPracticeMember> {
  const child = await practice.newClient(firstName, 'Weber')
  const edit = { firstName, lastName: 'Weber', email: child.email, dateOfBirth: born(age), contacts }
  await editClientRecord(practice.therapist, child.clientId, edit)
  return child
}

/**
 * Invites a contact of a record as a guardian. The rights also apply to data from before the invitation. Returns the id of the guardian and the token
 * of the link.
 */
export async function inviteGuardianByApi(
  therapist: PracticeMember,
  clientId: string,
  { id: contactId }: GuardianContact,
  rights: GivenRights,
): Promise<{ id: string; token: string }> {
  const id = randomUUID()
  await therapist.api.guardian.invite({ id, clientId, contactId, ...givenGuardian, rights, reachesBack: true })
  return { id, token: tokenOfLink((await therapist.api.guardian.secrets({ id })).link) }
}

/** Invites a contact of a record, who accepts with a new account. */
export async function joinAsGuardianByApi(
  practice: JourneyPractice,
  clientId: string,
  contact: GuardianContact,
  rights: GivenRights,
): Promise<GuardianMember> {
  const { id, token } = await inviteGuardianByApi(practice.therapist, clientId, contact, rights)
  const member = practice.newMember(contact.email ?? '')
  await member.api.login.acceptInvitation({ token, password: visitorPassword, language: 'en', zone: journeyZone })
  return { ...member, guardianId: id }
}
