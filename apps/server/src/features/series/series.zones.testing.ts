import { shiftDay } from '@attune/contract/common/time'
import { randomUUID } from 'node:crypto'
import type { TestHouse } from '../../testing/house.ts'
import { connectClient } from '../../testing/sessions.ts'
import { occurrencesOf, type Rule } from './series.dates.ts'
import { judgeRule, timesIn } from './series.random.testing.ts'
import { extendSeries } from './series.ts'
import { atWall, holdingOf, weekly } from './series.testing.ts'

/** The next nights of each zone, seen from the end of 2026. Vancouver and São Paulo change their clocks no more, Kathmandu never did. */
export const nights: Record<string, [string, string]> = {
  'Europe/Berlin': ['2027-03-28', '2027-10-31'],
  'Europe/London': ['2027-03-28', '2027-10-31'],
  'America/New_York': ['2027-03-14', '2027-11-07'],
  'America/Vancouver': ['2027-03-14', '2027-11-07'],
  'America/Sao_Paulo': ['2027-02-20', '2027-10-17'],
  'Australia/Lord_Howe': ['2027-04-04', '2027-10-03'],
  'Australia/Sydney': ['2027-04-04', '2027-10-03'],
  'Asia/Kathmandu': ['2027-03-28', '2027-10-31'],
}

/** A therapist in a zone with a client in the same. */
export async function pairIn(house: TestHouse, zone: string, number: number) {
  const [therapist, client] = await Promise.all([house.person('therapist', number), house.person('client', number)])
  await Promise.all([therapist.api.account.saveSettings({ zone }), client.api.account.saveSettings({ zone })])
  return { zone, therapist, client, clientId: await connectClient(house, therapist, client) }
}
type Pair = Awaited<ReturnType<typeof pairIn>>

/** A weekly series through a night, at a time within the hours that are changed, and what is wrong with it in the API, its mail and its reminders. */
export async function seriesThrough(house: TestHouse, pair: Pair, night: string, time: string): Promise<string[]> {
  const { zone, therapist, client, clientId } = pair
  const first = shiftDay(night, -7 * 3)
  const id = randomUUID()
  const { made } = await therapist.api.series.plan({
    id,
    clientIds: [clientId],
    startsAt: atWall(first, time, zone),
    durationMinutes: 50,
    format: 'video',
    repeat: weekly(),
  })
  const rule: Rule = { zone, firstDay: first, time, durationMinutes: 50, repeat: weekly() }
  const wrong = judgeRule(rule).wrong
  const held = await holdingOf(house, therapist, id)
  const until = held.at(-1)?.day ?? ''
  const should = occurrencesOf(rule, until).map(({ startsAt, endsAt }) => `${startsAt} ${endsAt}`)
  const differs = (what: string, times: string[]) => {
    if (times.toSorted().join() !== should.join()) wrong.push(`${zone} ${time} ${night}: ${what}`)
  }
  differs(
    'stored',
    held.map(({ startsAt, endsAt }) => `${startsAt} ${endsAt}`),
  )
  const listed = await client.api.session.list({ which: 'upcoming', limit: 100 })
  const ids = new Set(held.map((row) => row.id))
  differs(
    'told by the API',
    listed.items.filter((one) => ids.has(one.id)).map(({ startsAt, endsAt }) => `${startsAt} ${endsAt}`),
  )
  differs('mailed', await mailed(house, id))
  if (made !== should.length) wrong.push(`${zone}: ${made} made of ${should.length}`)
  return wrong
}

async function mailed(house: TestHouse, act: string): Promise<string[]> {
  const { rows } = await house.hands.definer.query<{ id: string }>(`select id from app.mail where subject_id = $1`, [
    act,
  ])
  const before = house.inbox.mails.length
  for (const { id } of rows) await house.mail.deliver({ mailId: id }, { retryCount: 0, last: false })
  const files = house.inbox.mails
    .slice(before)
    .flatMap((mail) => mail.attachments.filter(({ filename }) => filename === 'invite.ics'))
  return files.flatMap((file) => [...timesIn(file.content.toString()).values()])
}

/** A year on the job has laid out the next two changes of the clock as well. */
export async function aYearOn(house: TestHouse, { therapist }: Pair): Promise<number> {
  const { rows } = await house.hands.definer.query<{ id: string }>(
    'select id from app.series where therapist_id = $1',
    [therapist.accountId],
  )
  for (const { id } of rows) await extendSeries(house, { seriesId: id, therapistId: therapist.accountId })
  return (await holdingOf(house, therapist)).length
}
