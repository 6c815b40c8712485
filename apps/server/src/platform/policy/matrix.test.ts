import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { policies } from '../../router.ts'
import { type Caller, openCaller } from '../../testing/api.ts'
import { openTestHouse, type TestHouse } from '../../testing/house.ts'
import { openPractice, type Practice, type Viewer } from '../../testing/viewers.ts'
import { strangersCanaries, verdict } from '../../testing/verdicts.ts'
import type { World } from '../../testing/world.ts'
import { connectionTo } from '../database/pools.ts'
import { type Entry, inputsOf, type Whose, whoses } from './policy.ts'

/** Procedures whose sample input cannot succeed, such as those that need a token from an email: the refusals that count as permitted. */
const permittedRefusals: Record<string, (string | undefined)[]> = {
  'login.confirm': ['INVALID_LINK'],
  'login.lookAtLink': ['INVALID_LINK'],
  'login.secondFactor': ['CHALLENGE_OVER'],
  'login.reset': ['INVALID_LINK'],
  'login.confirmEnrolment': ['INVALID_CODE'],
  'login.newRecoveryCodes': ['STEP_UP'],
  'login.removeApp': ['INVALID_CREDENTIALS'],
  'login.stepUp': ['STEP_UP'],
  'login.signInWith': ['NOT_FOUND'],
  'login.linkProvider': ['NOT_FOUND'],
  'login.unlinkProvider': ['NOT_FOUND'],
  'login.registerPasskey': ['CHALLENGE_OVER', 'STEP_UP'],
  'login.signInWithPasskey': ['CHALLENGE_OVER'],
  'login.deletePasskey': ['NOT_FOUND'],
  'login.confirmEmailChange': ['INVALID_LINK'],
  'login.stopEmailChange': ['INVALID_LINK'],
  'login.stopFactorReset': ['INVALID_LINK'],
  'login.deleteAccount': ['INVALID_CREDENTIALS'],
  'login.redeemHandover': ['INVALID_CODE'],
  'administration.startFactorReset': ['NO_FACTOR'],
  'login.setUp': ['INVALID_LINK'],
  'login.lookAtInvitation': ['INVALID_LINK'],
  'login.acceptInvitation': ['INVALID_LINK'],
  // By then the practice may have reached the maximum number of calendars and templates.
  'calendar.addImport': [undefined, 'TOO_MANY'],
  'calendar.rotateFeed': [undefined, 'NO_FEED'],
  'task.saveTemplate': [undefined, 'TOO_MANY'],
  // There is no recent move to undo.
  'series.change undoes': ['CHANGED'],
  'login.acceptInvitationSignedIn': ['INVALID_LINK', 'ONLY_CLIENTS'],
}

const procedures = Object.entries(policies).flatMap(([feature, entries]) =>
  Object.entries(entries as Record<string, Entry>).map(([name, entry]) => ({
    name: `${feature}.${name}`,
    path: `${feature}/${name}`,
    entry,
  })),
)

let app: TestHouse
let practice: Practice
let backup: pg.Client
/** The hash of all rows after the last test of refusals. */
let rowsBefore: string[]

beforeAll(async () => {
  app = await openTestHouse({ worker: false })
  practice = await openPractice(app)
  backup = new pg.Client(connectionTo(app.databaseUrl, 'attune_app_backup', app.secrets))
  await backup.connect()
  // Creates all fixtures before the first refused call.
  for (const viewer of practice.viewers) await practice.worldOf(viewer)
  rowsBefore = await rowHash()
})
afterAll(async () => {
  await backup.end()
  await app.close()
})

/** One hash per table over all its rows. */
async function rowHash(): Promise<string[]> {
  const { rows: tables } = await backup.query<{ name: string }>(
    `select oid::regclass::text as name from pg_class where relnamespace = 'app'::regnamespace and relkind = 'r' order by 1`,
  )
  const each = tables.map(
    ({ name }) =>
      `select '${name}' as name, md5(coalesce(string_agg(md5(t::text), '' order by md5(t::text)), '')) as hash from ${name} t`,
  )
  const { rows } = await backup.query<{ name: string; hash: string }>(each.join(' union all '))
  return rows.map(({ name, hash }) => `${name} ${hash}`).sort()
}

/** Whether the input names a fixture at all; new random ids do not count. */
async function namesThings(entry: Entry, world: World): Promise<boolean> {
  const still: World = { ...world, newId: () => 'new', freeSlot: () => 'free' }
  return JSON.stringify(await entry.specimen(still, 'own')) !== JSON.stringify(await entry.specimen(still, 'unknown'))
}

/** A separate browser for permitted calls: signing out or in with one does not affect the others. */
const browserOf = async ({ person }: Viewer): Promise<Caller> =>
  person ? app.secondBrowser(person, person.role === 'client' ? 1 : 2) : openCaller(app.address, app.site.key)

async function call(caller: Caller, path: string, input: unknown) {
  const answer = await caller.send(path, input)
  const body = await answer.text()
  return { status: answer.status, body, code: (JSON.parse(body) as { code?: string }).code }
}

// All refusals come first, while there are few rows to hash.
describe.each(procedures)('$name', ({ name, path, entry }) => {
  test('is refused for callers outside the policy, changes no row and shows no data [6.06]', async () => {
    const before = rowsBefore
    try {
      for (const viewer of practice.viewers) {
        const world = await practice.worldOf(viewer)
        const named = await namesThings(entry, world)
        for (const whose of whoses) {
          const expected = verdict(entry, viewer, whose, named)
          if (expected === 'allowed' || (!named && whose !== 'own')) continue
          const caller = viewer.person ?? openCaller(app.address, app.site.key)
          const { status, body, code } = await call(caller, path, await entry.specimen(world, whose))
          const what = `${viewer.name} ${whose}: ${status} ${body.slice(0, 300)}`
          if (expected === 'no-login') expect([status, code], what).toEqual([401, 'NO_LOGIN'])
          else if (expected === 'forbidden') expect([status, code], what).toEqual([403, 'FORBIDDEN'])
          else if (entry.foreign === 'empty')
            expect([status, body], what).toEqual([200, expect.stringContaining('"items":[]')])
          else expect([404, 409], what).toContain(status)
          expect(body.match(/canary-/g), what).toBeNull()
        }
      }
    } finally {
      rowsBefore = await rowHash()
    }
    expect(rowsBefore, name).toEqual(before)
  })

  test('is refused for a login without the second factor that its role needs [6.06]', async () => {
    if (entry.strength !== 'full') return
    for (const viewer of practice.viewers) {
      if (!viewer.person || viewer.person.role === 'client') continue
      const world = await practice.worldOf(viewer)
      if (verdict(entry, viewer, 'own', true) !== 'allowed') continue
      const weak = await app.secondBrowser(viewer.person, 1)
      const answer = await weak.send(path, await entry.specimen(world, 'own'))
      expect([answer.status, await answer.json()]).toMatchObject([401, { code: 'STEP_UP', data: { need: 'enrol' } }])
    }
  })
})

type Somebody = Viewer & { person: NonNullable<Viewer['person']> }
/** One viewer per role: further fields pass the same authorization as the sample input. */
const oneOfEach = () =>
  practice.viewers.filter(({ name, person }) => person && ['T1', 'C1a', 'A'].includes(name)) as Somebody[]

const outOfReach: Record<Somebody['person']['role'], Whose[]> = {
  therapist: ['other'],
  client: ['sibling', 'other'],
  admin: [],
}

/** Inputs with a field that names a fixture out of the role's reach, each with the same input for an unknown id. */
function beyond(entry: Entry, viewer: Somebody, world: World) {
  const still: World = { ...world, newId: () => 'new', freeSlot: () => 'free' }
  const own = inputsOf(entry, still, 'own')
  const nobodys = inputsOf(entry, world, 'unknown')
  return outOfReach[viewer.person.role].flatMap((whose) => {
    const fixed = inputsOf(entry, still, whose)
    return inputsOf(entry, world, whose).flatMap(({ field, input }, at) =>
      field && JSON.stringify(fixed[at]?.input) !== JSON.stringify(own[at]?.input)
        ? [{ what: `${viewer.name} ${field} ${whose}`, input, nobodys: nobodys[at]?.input }]
        : [],
    )
  })
}

describe.each(procedures.filter(({ entry }) => entry.more))('$name, field by field', ({ name, path, entry }) => {
  test('answers the same for a foreign id as for an unknown id, and changes no row [6.06]', async () => {
    const before = rowsBefore
    try {
      for (const viewer of oneOfEach()) {
        const world = await practice.worldOf(viewer)
        if (verdict(entry, viewer, 'own', true) !== 'allowed') continue
        for (const { what, input, nobodys } of beyond(entry, viewer, world)) {
          const [answer, unknown] = [await call(viewer.person, path, input), await call(viewer.person, path, nobodys)]
          expect([answer.status, answer.code], what).toEqual([unknown.status, unknown.code])
          if (answer.status === 200) expect(answer.body, what).toBe(unknown.body)
          else expect([400, 404, 409], what).toContain(answer.status)
          expect(strangersCanaries(viewer, answer.body), what).toEqual([])
        }
      }
    } finally {
      rowsBefore = await rowHash()
    }
    expect(rowsBefore, name).toEqual(before)
  })
})

describe.each(procedures)('$name', ({ name, path, entry }) => {
  test('is permitted for callers in the policy, and refused with an unknown key [6.06]', async () => {
    for (const viewer of practice.viewers) {
      const named = await namesThings(entry, await practice.worldOf(viewer))
      for (const whose of whoses) {
        if (verdict(entry, viewer, whose, named) !== 'allowed' || (!named && whose !== 'own')) continue
        const names = (world: World) => entry.specimen(world, whose)
        const input = await names(named ? await practice.freshWorldOf(viewer, names) : await practice.worldOf(viewer))
        const caller = await browserOf(viewer)
        const odd = await call(caller, path, { ...(input as object), surprise: 1 })
        expect([odd.status, odd.code], `${viewer.name} ${whose} with a surprise: ${odd.body.slice(0, 300)}`).toEqual([
          400,
          'BAD_REQUEST',
        ])
        const { status, body, code } = await call(caller, path, input)
        const what = `${viewer.name} ${whose}: ${status} ${body.slice(0, 300)}`
        if (name in permittedRefusals) expect(permittedRefusals[name], what).toContain(code)
        else expect(status, what).toBe(200)
        expect(strangersCanaries(viewer, body), what).toEqual([])
      }
    }
  })
})

describe.each(procedures.filter(({ entry }) => entry.more))('$name, field by field', ({ name, path, entry }) => {
  test('is permitted with each field that names the caller’s own fixture [6.06]', async () => {
    for (const viewer of oneOfEach()) {
      if (verdict(entry, viewer, 'own', true) !== 'allowed') continue
      for (const field of Object.keys(entry.more ?? {})) {
        const inputOf = (world: World) => inputsOf(entry, world, 'own').find((each) => each.field === field)?.input
        const input = inputOf(await practice.freshWorldOf(viewer, inputOf))
        const { status, body, code } = await call(await browserOf(viewer), path, input)
        const what = `${viewer.name} ${field}: ${status} ${body.slice(0, 300)}`
        const refusals = permittedRefusals[`${name} ${field}`] ?? permittedRefusals[name]
        if (refusals) expect(refusals, what).toContain(code)
        else expect(status, what).toBe(200)
        expect(strangersCanaries(viewer, body), what).toEqual([])
      }
    }
  })
})
