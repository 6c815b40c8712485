import { randomUUID } from 'node:crypto'
import type { Whose } from '../platform/policy/policy.ts'
import type { TestHouse } from './house.ts'
import type { Person } from './people.ts'
import type { Things, World } from './world.ts'

/** Every text that a stranger must never see carries this word, the pair that it belongs to and where it stands. */
export const canary = (pair: string, where: string) => `canary-${pair}-${where}`

export type Pair = { name: string; therapist: Person; client: Person; recordId: string }
export type Viewer = { name: string; person: Person | null; own: string; sibling: string; other: string }

export type Practice = {
  viewers: Viewer[]
  /** The world as a viewer sees it, for calls that are refused: its things stay as they are. */
  worldOf(viewer: Viewer): Promise<World>
  /** The same with things that nobody has touched yet. */
  freshWorldOf(viewer: Viewer): Promise<World>
}

const minute = 60_000
const day = 24 * 60 * minute

/** Two therapists with two clients each, an admin, and everybody's point of view. */
export async function openPractice(house: TestHouse): Promise<Practice> {
  const [t1, t2, c1a, c1b, c2a, c2b, admin] = await Promise.all([
    house.person('therapist', 1),
    house.person('therapist', 2),
    house.person('client', 1),
    house.person('client', 2),
    house.person('client', 3),
    house.person('client', 4),
    house.person('admin', 1),
  ])
  const pairs = new Map<string, Pair>()
  for (const [name, therapist, client] of [
    ['1a', t1, c1a],
    ['1b', t1, c1b],
    ['2a', t2, c2a],
    ['2b', t2, c2b],
  ] as const) {
    pairs.set(name, { name, therapist, client, recordId: await connect(house, name, therapist, client) })
  }
  // As the set-up page leaves it.
  await admin.api.administration.saveSettings({
    practiceName: 'Practice',
    therapistSignup: 'approval',
    tellExistingAccounts: false,
    publicUrl: null,
  })
  let slots = 0
  const nextSlot = () => new Date(Date.UTC(2027, 0, 4, 8) + slots++ * 2 * 60 * minute).toISOString()
  const viewers: Viewer[] = [
    { name: 'T1', person: t1, own: '1a', sibling: '1b', other: '2a' },
    { name: 'T2', person: t2, own: '2a', sibling: '2b', other: '1a' },
    { name: 'C1a', person: c1a, own: '1a', sibling: '1b', other: '2a' },
    { name: 'C1b', person: c1b, own: '1b', sibling: '1a', other: '2a' },
    { name: 'C2a', person: c2a, own: '2a', sibling: '2b', other: '1a' },
    { name: 'A', person: admin, own: '1a', sibling: '1b', other: '2a' },
    { name: 'anonymous', person: null, own: '1a', sibling: '1b', other: '2a' },
  ]

  const worlds = new Map<Viewer, Promise<World>>()
  const practice: Practice = {
    viewers,
    worldOf(viewer) {
      const known = worlds.get(viewer) ?? practice.freshWorldOf(viewer)
      worlds.set(viewer, known)
      return known
    },
    async freshWorldOf(viewer) {
      const whosePairs = { own: viewer.own, sibling: viewer.sibling, other: viewer.other } as const
      const made = await Promise.all(
        (['own', 'sibling', 'other'] as const).map(async (whose) => {
          const pair = pairs.get(whosePairs[whose])
          if (!pair) throw new Error(`no pair ${whosePairs[whose]}`)
          const reader = whose === 'own' ? (viewer.person ?? pair.client) : pair.client
          return [whose, await makeThings(house, pair, nextSlot(), reader)] as const
        }),
      )
      const known: Record<string, Things> = Object.fromEntries(made)
      return {
        // Who has no login yet still has a password.
        me: viewer.person ?? c1a,
        of: (whose: Whose) => known[whose] ?? unknownThings(),
        newId: () => randomUUID(),
        freeSlot: nextSlot,
      }
    },
  }
  return practice
}

async function connect(house: TestHouse, name: string, therapist: Person, client: Person): Promise<string> {
  const id = randomUUID()
  await house.db.asActor({ role: 'therapist', id: therapist.accountId }, async (tx) => {
    await tx.kysely
      .insertInto('client')
      .values({
        id,
        therapist_id: therapist.accountId,
        first_name: client.firstName,
        last_name: canary(name, 'name'),
        email: client.email,
        address: canary(name, 'address'),
        phone: canary(name, 'phone'),
      })
      .execute()
    await tx.kysely
      .insertInto('client_note')
      .values({ therapist_id: therapist.accountId, client_id: id, text: canary(name, 'note') })
      .execute()
    await tx.kysely
      .insertInto('client_contact')
      .values({ therapist_id: therapist.accountId, client_id: id, name: canary(name, 'contact'), is_emergency: true })
      .execute()
  })
  await house.hands.definer.query(
    `update app.client set account_id = $2, status = 'active', connected_at = now() where id = $1`,
    [id, client.accountId],
  )
  return id
}

async function makeThings(house: TestHouse, pair: Pair, slot: string, reader: Person): Promise<Things> {
  const ids = { session: randomUUID(), invited: randomUUID(), invitation: randomUUID(), marker: randomUUID() }
  const therapist_id = pair.therapist.accountId
  const expiresAt = new Date(Date.now() + 10 * day)
  const invitedEmail = `invited-${ids.invited}@attune.test`
  await house.db.asActor({ role: 'therapist', id: therapist_id }, async (tx) => {
    const { kysely } = tx
    await Promise.all([
      kysely
        .insertInto('session')
        .values({
          id: ids.session,
          therapist_id,
          starts_at: slot,
          ends_at: new Date(Date.parse(slot) + 50 * minute),
          format: 'video',
          location: canary(pair.name, 'location'),
          status: 'scheduled',
        })
        .execute(),
      kysely
        .insertInto('session_client')
        .values({ therapist_id, session_id: ids.session, client_id: pair.recordId, starts_at: slot })
        .execute(),
      kysely
        .insertInto('session_history')
        .values({
          therapist_id,
          session_id: ids.session,
          by_account: therapist_id,
          by_role: 'therapist',
          action: 'create',
          to_status: 'scheduled',
          starts_at_after: slot,
          command: ids.session,
        })
        .execute(),
      kysely
        .insertInto('client')
        .values({
          id: ids.invited,
          therapist_id,
          first_name: 'Ines',
          last_name: canary(pair.name, 'invited'),
          email: invitedEmail,
        })
        .execute(),
      kysely
        .insertInto('invitation')
        .values({
          id: ids.invitation,
          therapist_id,
          client_id: ids.invited,
          email: invitedEmail,
          language: 'en',
          sent_at: new Date(Date.now() - 10 * minute),
          expires_at: expiresAt,
        })
        .execute(),
    ])
  })
  const [notificationId, applicant, secrets] = await Promise.all([
    makeNotification(house, reader, ids.marker),
    makeApplicant(house),
    house.auth.invitationSecrets(ids.invitation, 1, { email: invitedEmail, expiresAt }),
  ])
  return {
    therapistId: therapist_id,
    clientId: pair.recordId,
    accountId: pair.client.accountId,
    email: pair.client.email,
    sessionId: ids.session,
    invitedClientId: ids.invited,
    invitedEmail,
    invitationId: ids.invitation,
    notificationId,
    ...applicant,
    code: secrets.code,
  }
}

async function makeNotification(house: TestHouse, reader: Person, marker: string): Promise<string> {
  await house.hands.definer.query(
    `insert into app.notification (account_id, kind, params, related_type, related_id) values ($1, 'session-planned', $2, 'session', $3)`,
    [reader.accountId, { name: canary(reader.email, 'notification'), startsAt: '2027-01-04T08:00:00.000Z' }, marker],
  )
  const row = await house.db.asActor({ role: reader.role, id: reader.accountId }, (tx) =>
    tx.kysely.selectFrom('notification').select('id').where('related_id', '=', marker).executeTakeFirstOrThrow(),
  )
  return row.id
}

/** Somebody who waits for the therapist role and for the mail that proves the address. */
async function makeApplicant(house: TestHouse): Promise<{ roleRequestId: string; mailId: string }> {
  const [accountId, roleRequestId, mailId] = [randomUUID(), randomUUID(), randomUUID()]
  const email = `applicant-${accountId}@attune.test`
  await house.hands.auth.query(
    `insert into auth."user" (id, email, first_name, link_generation) values ($1, $2, 'Ines', 1)`,
    [accountId, email],
  )
  await house.db.asActor({ role: 'client', id: accountId }, async (tx) => {
    await tx.kysely
      .insertInto('profile')
      .values({ account_id: accountId, email, first_name: 'Ines', last_name: 'Applicant' })
      .execute()
    await tx.kysely.insertInto('role_request').values({ id: roleRequestId, account_id: accountId }).execute()
  })
  await house.db.asActor({ role: 'worker', id: accountId }, (tx) =>
    tx.kysely
      .insertInto('mail')
      .values({
        id: mailId,
        kind: 'confirm',
        account_id: accountId,
        acting_for: accountId,
        subject_id: accountId,
        generation: 1,
      })
      .execute(),
  )
  return { roleRequestId, mailId }
}

/** Ids that are nobody's, new each time. */
function unknownThings(): Things {
  const id = randomUUID
  return {
    therapistId: id(),
    clientId: id(),
    accountId: id(),
    email: `nobody-${id()}@attune.test`,
    sessionId: id(),
    invitedClientId: id(),
    invitedEmail: `nobody-${id()}@attune.test`,
    invitationId: id(),
    notificationId: id(),
    roleRequestId: id(),
    mailId: id(),
    code: 'ZZZZZZZZ',
  }
}
