import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { writeAsOwner } from '../apps/server/src/testing/practice.ts'
import { markdownTable, targetMark } from './cells.ts'
import { createBenchPractice, headersOf, ids } from './practice.ts'
import { startBenchServer } from './server.ts'

/**
 * The number that identifies the therapist, and the numbers of groups, of members per group, and of dates per group. The groups are planned one after
 * the other.
 */
const [owner, groups, people, dates] = [9, 12, 12, 52]
const dayMs = 24 * 60 * 60_000

/** Median and longest durations in milliseconds of the requests that plan a year of a group, and that add and remove a member. */
export type GroupFigures = Record<'plan' | 'add' | 'remove', { median: number; longest: number }>

/** Measures requests for groups whose sessions are weekly for a year, each group at a time of its own. */
export async function measureGroups(): Promise<GroupFigures> {
  const practice = await createBenchPractice(8_000, 1_000)
  try {
    const clientIds = await readClients(practice.url)
    const server = await startBenchServer({ DATABASE_URL: practice.url, ATTUNE_DATA: practice.dataDir })
    try {
      const headers = headersOf(practice, server.address, 'therapist', owner)
      const ask = async <Answer>(path: string, input: object) => {
        const body = JSON.stringify(input)
        const begun = performance.now()
        const answer = await fetch(`${server.address}/api/${path}`, { method: 'POST', headers, body })
        if (!answer.ok) throw new Error(`${path} answered ${answer.status} ${await answer.text()}`)
        return { took: performance.now() - begun, answer: (await answer.json()) as Answer }
      }
      const times = { plan: [] as number[], add: [] as number[], remove: [] as number[] }
      for (let turn = -2; turn < groups; turn++) {
        const took = await measureOne(ask, clientIds, turn + 2)
        if (turn < 0) continue
        for (const name of ['plan', 'add', 'remove'] as const) times[name].push(took[name])
      }
      return { plan: figuresOf(times.plan), add: figuresOf(times.add), remove: figuresOf(times.remove) }
    } finally {
      await server.stop()
    }
  } finally {
    await practice.close()
  }
}

type Ask = <Answer>(path: string, input: object) => Promise<{ took: number; answer: Answer }>
type Sessions = { items: { id: string }[] }

/** Plans a group of eleven, adds the twelfth member to all dates, and removes another member. Returns the durations of these requests. */
async function measureOne(ask: Ask, clientIds: string[], turn: number) {
  const [groupId, memberId] = [randomUUID(), randomUUID()]
  // Each group has its own combination of weekday and half of the day.
  const [day, hour] = [turn % 7, 6 + 8 * Math.floor(turn / 7)]
  const startsAt = new Date(Math.ceil(Date.now() / dayMs) * dayMs + day * dayMs + (hour * dayMs) / 24).toISOString()
  await ask('group/create', {
    id: groupId,
    type: 'group',
    name: 'A group',
    memberLimit: people,
    typeId: null,
    showsNames: false,
    sharesName: false,
    clientIds: clientIds.slice(1),
  })
  const repeat = { every: 'weeks', weeks: 1, ends: { by: 'count', count: dates } }
  const plan = await ask('series/create', {
    id: randomUUID(),
    clientIds: clientIds.slice(1),
    startsAt,
    format: 'video',
    therapyType: 'group',
    groupId,
    repeat,
    agreed: true,
  })
  const { answer } = await ask<Sessions>('session/list', { which: 'upcoming', groupId, limit: 100 })
  if (answer.items.length !== dates) throw new Error(`the group has ${answer.items.length} dates`)
  const joinedOn = new Date().toISOString().slice(0, 10)
  const add = await ask<{ members: { id: string }[] }>('group/addMember', {
    id: memberId,
    groupId,
    clientId: clientIds[0],
    joinedOn,
    sessionIds: answer.items.map(({ id }) => id),
  })
  const leaving = add.answer.members.find(({ id }) => id !== memberId)?.id
  const remove = await ask('group/removeMember', { id: leaving, leftOn: joinedOn })
  return { plan: plan.took, add: add.took, remove: remove.took }
}

function figuresOf(times: number[]) {
  const sorted = times.toSorted((a, b) => a - b)
  return { median: sorted[Math.floor(sorted.length / 2)] ?? Number.NaN, longest: sorted.at(-1) ?? Number.NaN }
}

async function readClients(url: string): Promise<string[]> {
  const db = new pg.Client(url)
  await db.connect()
  try {
    let clientIds: string[] = []
    await writeAsOwner(db, async () => {
      const { rows } = await db.query<{ id: string }>(
        'select id from app.client where therapist_id = $1 order by id limit $2',
        [ids.therapist(owner), people],
      )
      clientIds = rows.map(({ id }) => id)
    })
    return clientIds
  } finally {
    await db.end()
  }
}

export function groupsTable(figures: GroupFigures): string {
  const names = {
    plan: `plan ${people - 1} people on ${dates} dates`,
    add: `add a member to ${dates} dates`,
    remove: 'remove a member from them',
  }
  const row = (name: keyof GroupFigures) => {
    const { median, longest } = figures[name]
    const cell = (value: number) => `${value.toFixed(0)} ms`
    return [names[name], cell(median), cell(longest), '< 500 ms', targetMark(longest, (v) => v < 500)]
  }
  return markdownTable(
    ['one request', `half of ${groups} within`, 'all within', 'goal', ''],
    [row('plan'), row('add'), row('remove')],
  )
}
