import { randomUUID } from 'node:crypto'
import type { Whose } from '../platform/policy/policy.ts'
import type { TestHouse } from './house.ts'
import type { Person } from './people.ts'
import { canary, type Pair } from './thing-sessions.ts'
import { unknownThings } from './thing-nobodys.ts'
import { makeThings, onlyMade } from './things.ts'
import type { Things, World } from './world.ts'

const minute = 60_000

export type Viewer = { name: string; person: Person | null; own: string; sibling: string; other: string }

export type Practice = {
  viewers: Viewer[]
  /** The world as a viewer sees it, for calls that are refused: its things stay as they are. */
  worldOf(viewer: Viewer): Promise<World>
  /** The same with things that nobody has touched yet: all of them, or those that `names` reads of it. */
  freshWorldOf(viewer: Viewer, names?: (world: World) => unknown): Promise<World>
}

/** Two therapists with two clients each, an admin, and everybody's point of view. */
export async function openPractice(house: TestHouse): Promise<Practice> {
  const [t1, t2, stranger, c1a, c1b, c2a, c2b, admin] = await Promise.all([
    house.person('therapist', 1),
    house.person('therapist', 2),
    house.person('therapist', 3),
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
  const nextSlot = () => new Date(Date.UTC(2027, 0, 4, 8) + slots++ * 6 * 60 * minute).toISOString()
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
    async freshWorldOf(viewer, names) {
      const whosePairs = { own: viewer.own, sibling: viewer.sibling, other: viewer.other } as const
      const own: Omit<World, 'of'> = {
        // Who has no login yet still has a password.
        me: viewer.person ?? c1a,
        newId: () => randomUUID(),
        freeSlot: nextSlot,
        yesterday: () => new Date(Date.now() - 24 * 60 * minute).toISOString(),
      }
      const named = names && readFrom(names, own)
      const known = new Map<Whose, Things>()
      // One after the other: a busy machine keeps nobody waiting for a connection.
      for (const whose of ['own', 'sibling', 'other'] as const) {
        const pair = pairs.get(whosePairs[whose])
        if (!pair) throw new Error(`no pair ${whosePairs[whose]}`)
        const reader = whose === 'own' ? (viewer.person ?? pair.client) : pair.client
        const forClient = viewer.person?.role === 'client'
        const order = { house, pair, slot: nextSlot(), reader, forClient }
        const things = await makeThings(order, named && (named.get(whose) ?? new Set()))
        // Another's therapist is one whom no code of these leads to: nobody has come to know them by joining.
        if (whose === 'other' && 'therapistId' in things) things.therapistId = stranger.accountId
        known.set(whose, onlyMade(things))
      }
      return { ...own, of: (whose: Whose) => known.get(whose) ?? unknownThings() }
    },
  }
  return practice
}

/** Which things of whom somebody reads from a world. */
function readFrom(names: (world: World) => unknown, own: Omit<World, 'of'>): Map<Whose, Set<string>> {
  const named = new Map<Whose, Set<string>>()
  const of = (whose: Whose) => {
    const fields = named.get(whose) ?? new Set()
    named.set(whose, fields)
    return new Proxy(unknownThings(), {
      get(things, name) {
        fields.add(String(name))
        return things[name as keyof Things]
      },
    })
  }
  names({ ...own, of })
  return named
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
