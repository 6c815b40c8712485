import { randomUUID } from 'node:crypto'
import type { Ownership } from '../../platform/policy/policy.ts'
import type { TestApp } from '../app.ts'
import type { Person } from '../people.ts'
import { canary, type ConnectedPair } from '../fixtures/fixture.ts'
import { unknownFixtures } from '../fixtures/unknown-fixtures.ts'
import { createFixtures, failOnMissingFixture } from '../fixtures/fixtures.ts'
import type { Fixtures, TestContext } from '../fixtures/test-context.ts'
import { insertGuardian } from '../records/guardians.ts'
import { timeAhead } from '../time-ahead.ts'

const minute = 60_000

export type PolicyViewer = {
  name: string
  person: Person | null
  own: string
  sibling: string
  other: string
  /** Whether the person has no record of their own and acts for the client of the pair `own` with every right. */
  isGuardian?: true
}

export type TestPractice = {
  viewers: PolicyViewer[]
  /** Returns the context of a viewer for refused calls. All refused calls share the context, because they leave the fixtures unchanged. */
  contextOf(viewer: PolicyViewer): Promise<TestContext>
  /** Returns a context with new fixtures: all fixtures, or only those that the function `names` reads. */
  freshContextOf(viewer: PolicyViewer, names?: (testContext: TestContext) => unknown): Promise<TestContext>
}

/**
 * Creates two therapists with two clients each, a therapist without clients, and an admin. The viewers are the first two therapists, three
 * of the four clients, the admin, a guardian of the first client, and an anonymous caller.
 */
export async function createTestPractice(app: TestApp): Promise<TestPractice> {
  const [t1, t2, stranger, c1a, c1b, c2a, c2b, admin, guardian] = await Promise.all([
    app.person('therapist', 1),
    app.person('therapist', 2),
    app.person('therapist', 3),
    app.person('client', 1),
    app.person('client', 2),
    app.person('client', 3),
    app.person('client', 4),
    app.person('admin', 1),
    app.person('client', 5),
  ])
  const pairs = new Map<string, ConnectedPair>()
  for (const [name, therapist, client] of [
    ['1a', t1, c1a],
    ['1b', t1, c1b],
    ['2a', t2, c2a],
    ['2b', t2, c2b],
  ] as const) {
    pairs.set(name, { name, therapist, client, recordId: await connect(app, name, therapist, client) })
  }
  await insertGuardian(app, { therapistId: t1.accountId, clientId: recordOf(pairs, '1a'), account: guardian })
  // Saves the settings that an admin enters on the setup page.
  await admin.api.administration.saveSettings({
    practiceName: 'Practice',
    therapistSignup: 'approval',
    tellExistingAccounts: false,
    publicUrl: null,
  })
  let slots = 0
  const nextSlot = () => new Date(timeAhead(42, 8) + slots++ * 6 * 60 * minute).toISOString()
  const viewers: PolicyViewer[] = [
    { name: 'T1', person: t1, own: '1a', sibling: '1b', other: '2a' },
    { name: 'T2', person: t2, own: '2a', sibling: '2b', other: '1a' },
    { name: 'C1a', person: c1a, own: '1a', sibling: '1b', other: '2a' },
    { name: 'C1b', person: c1b, own: '1b', sibling: '1a', other: '2a' },
    { name: 'C2a', person: c2a, own: '2a', sibling: '2b', other: '1a' },
    { name: 'A', person: admin, own: '1a', sibling: '1b', other: '2a' },
    { name: 'G1a', person: guardian, own: '1a', sibling: '1b', other: '2a', isGuardian: true },
    { name: 'anonymous', person: null, own: '1a', sibling: '1b', other: '2a' },
  ]

  const contexts = new Map<PolicyViewer, Promise<TestContext>>()
  const practice: TestPractice = {
    viewers,
    contextOf(viewer) {
      const known = contexts.get(viewer) ?? practice.freshContextOf(viewer)
      contexts.set(viewer, known)
      return known
    },
    async freshContextOf(viewer, names) {
      const whosePairs = { own: viewer.own, sibling: viewer.sibling, other: viewer.other } as const
      const own: Omit<TestContext, 'fixturesOf'> = {
        // The anonymous viewer has no account, so their inputs contain the account, email and password of a client.
        caller: viewer.person ?? c1a,
        newId: () => randomUUID(),
        freeSlot: nextSlot,
        yesterday: () => new Date(Date.now() - 24 * 60 * minute).toISOString(),
      }
      const named = names && readFrom(names, own)
      const known = new Map<Ownership, Fixtures>()
      // Creates the fixtures of one ownership at a time, so that no call waits too long for a connection.
      for (const whose of ['own', 'sibling', 'other'] as const) {
        const pair = pairs.get(whosePairs[whose])
        if (!pair) throw new Error(`no pair ${whosePairs[whose]}`)
        const reader = whose === 'own' ? (viewer.person ?? pair.client) : pair.client
        const forClient = viewer.person?.role === 'client'
        const order = { app, pair, slot: nextSlot(), reader, forClient }
        const fixtures = await createFixtures(order, named && (named.get(whose) ?? new Set()))
        // For 'other', `therapistId` names a therapist who has no clients.
        if (whose === 'other' && 'therapistId' in fixtures) fixtures.therapistId = stranger.accountId
        known.set(whose, failOnMissingFixture(fixtures))
      }
      return { ...own, fixturesOf: (whose: Ownership) => known.get(whose) ?? unknownFixtures() }
    },
  }
  return practice
}

const recordOf = (pairs: Map<string, ConnectedPair>, name: string) => pairs.get(name)?.recordId ?? ''

/** Returns the names of the fixtures that `names` reads from a context, by ownership. */
function readFrom(
  names: (testContext: TestContext) => unknown,
  own: Omit<TestContext, 'fixturesOf'>,
): Map<Ownership, Set<string>> {
  const named = new Map<Ownership, Set<string>>()
  const of = (whose: Ownership) => {
    const fields = named.get(whose) ?? new Set()
    named.set(whose, fields)
    return new Proxy(unknownFixtures(), {
      get(fixtures, name) {
        fields.add(String(name))
        return fixtures[name as keyof Fixtures]
      },
    })
  }
  names({ ...own, fixturesOf: of })
  return named
}

async function connect(app: TestApp, name: string, therapist: Person, client: Person): Promise<string> {
  const id = randomUUID()
  await app.db.asActor({ role: 'therapist', id: therapist.accountId }, async (tx) => {
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
  await app.privileged.definer.query(
    `update app.client set account_id = $2, status = 'active', connected_at = now() where id = $1`,
    [id, client.accountId],
  )
  return id
}
