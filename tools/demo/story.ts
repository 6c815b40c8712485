import type { SignedInAccount } from './accounts.ts'
import type { DemoCalendar } from './calendar.ts'
import { careEvents, documentEvents, planEvents, recordEvents } from './care.ts'
import { cast } from './cast.ts'
import { joinAsGuardian } from './guardians.ts'
import { acceptInvitation, addClient, signForms } from './join.ts'
import { event, journalEvents, type Life, messageEvents, readEvents, taskEvents } from './life.ts'
import { measureEvents } from './measures.ts'
import { moneyEvents } from './money.ts'
import { sessionsOf } from './plan.ts'
import { requestEvents } from './requests.ts'
import { waitingEvents } from './waiting.ts'
import { eventsOfSessions } from './sessions.ts'
import { eventsTogether, firstMeeting } from './together.ts'
import type { DemoTexts } from './texts.ts'
import { type DemoEvent, minutesAfter } from './world.ts'

/**
 * Returns the time at which the practice opens, and all events of its history, ordered by time. Adds the accounts of clients to `accounts`. `keys`
 * are the clients of the story.
 */
export function demoStory(
  texts: DemoTexts,
  calendar: DemoCalendar,
  accounts: SignedInAccount[],
  keys: readonly string[] = Object.keys(cast),
) {
  const members = Object.entries(cast).filter(([key]) => keys.includes(key))
  const events = members.flatMap(([key, member]) => {
    const own = texts.people[key]
    if (!own) throw new Error(`the demo practice has no texts of ${key}`)
    const sessions = sessionsOf(key, texts, calendar)
    const life: Life = { key, member, texts: own, sessions, calendar }
    const { joinsAt, joined } = joinEvents(life, texts, accounts)
    if (!member.joins) return joined
    return [
      ...joined,
      ...eventsOfSessions(sessions, joinsAt, texts),
      ...[
        planEvents,
        careEvents,
        documentEvents,
        recordEvents,
        journalEvents,
        taskEvents,
        measureEvents,
        messageEvents,
        moneyEvents,
        requestEvents,
        waitingEvents,
        readEvents,
      ].flatMap((of) => of(life)),
    ]
  })
  const sorted = [...events, ...eventsTogether(calendar, keys)]
    .filter(({ at }) => at <= calendar.now)
    .toSorted((one, other) => one.at.getTime() - other.at.getTime())
  const first = sorted[0]?.at ?? calendar.now
  let opened = calendar.workdayAgo(1)
  while (calendar.at(opened, '9:00') > minutesAfter(first, -7 * 1440) || !calendar.isWorkday(opened))
    opened = opened.subtract({ days: 1 })
  return { began: calendar.at(opened, '9:00'), events: sorted }
}

/**
 * Returns the events in which the therapist adds the client some days before the first session, the client accepts the invitation, a guardian
 * joins, and the forms are signed.
 */
function joinEvents(life: Life, texts: DemoTexts, accounts: SignedInAccount[]): { joinsAt: Date; joined: DemoEvent[] } {
  const { key, member, calendar, texts: own } = life
  const [first] = key === 'coupleB' ? sessionsOf('coupleA', texts, calendar) : life.sessions
  const starts = [first?.startsAt, firstMeeting(key, calendar)].flatMap((at) => at?.getTime() ?? [])
  let day = calendar.workdayAgo(2)
  if (starts.length > 0)
    while (calendar.at(day, '0:00').getTime() > Math.min(...starts) - 6 * 86_400_000 || !calendar.isWorkday(day))
      day = day.subtract({ days: 1 })
  const minute = Number(member.phone) % 50
  const added = event(life, 'practice', calendar.at(day, 12 * 60 + minute), (world) =>
    addClient(world, key, member, own),
  )
  const accepted = event(life, 'client', calendar.at(day, 18 * 60 + minute), async (world) => {
    accounts.push(await acceptInvitation(world, key))
  })
  const guarded = event(life, 'client', calendar.at(day, 18 * 60 + minute + 5), async (world) => {
    const account = await joinAsGuardian(world, key)
    if (account) accounts.push(account)
  })
  const signed = event(life, 'client', calendar.at(day, 19 * 60 + minute), (world) => signForms(world, key))
  return { joinsAt: accepted.at, joined: member.joins ? [added, accepted, guarded, signed] : [added, guarded] }
}
