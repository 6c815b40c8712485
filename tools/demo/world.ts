import type { GroupType } from '@attune/contract/features/schedule/group/group.rules'
import type { Language } from '@attune/contract/common/text/text.schemas'
import { randomUUID } from 'node:crypto'
import type { RunningApp } from '../../apps/server/src/app.ts'
import type { ApiClient, TestBrowser } from '../../apps/server/src/testing/browser.ts'
import type { DemoCalendar } from './calendar.ts'
import type { CastMember } from './cast.ts'
import type { StoryClock } from './clock.ts'
import type { DemoSession } from './plan.ts'
import type { DemoTexts, PersonTexts } from './texts.ts'

/** A therapist of the demo practice with a signed-in browser, and the ids of the settings that later events refer to. */
export type DemoTherapist = {
  browser: TestBrowser
  api: ApiClient
  id: string
  types: string[]
  services: string[]
  tags: string[]
  forms: Record<string, string>
  /** The id of the therapist's own questionnaire. */
  measureId: string
}

export type DemoPerson = {
  key: string
  member: CastMember
  texts: PersonTexts
  /** The id of the client record and of its conversation. */
  id: string
  accountId: string
  browser: TestBrowser
  api: ApiClient
}

/** The context of the events of the demo practice. Therapists and clients are added as they join. */
export type World = {
  app: RunningApp
  clock: StoryClock
  language: Language
  texts: DemoTexts
  calendar: DemoCalendar
  therapists: DemoTherapist[]
  people: Map<string, DemoPerson>
  /** The signed-in browsers of the guardians with an account, by email address. */
  guardians: Map<string, TestBrowser>
  /** The ids of sessions by client and start. */
  sessions: Map<string, string>
  /** The ids of the named couple, family and group. */
  groups: Map<GroupType, string>
}

/** Something that happens in the demo practice at an instant. All events are in one list, ordered by time. */
export type DemoEvent = {
  at: Date
  therapist: 0 | 1
  by: 'practice' | 'client'
  run: (world: World) => Promise<unknown>
}

export function memberOf(world: World, key: string): DemoPerson {
  const person = world.people.get(key)
  if (!person) throw new Error(`${key} has not joined the demo practice yet`)
  return person
}

export function therapistOf(world: World, place: number): DemoTherapist {
  const therapist = world.therapists[place]
  if (!therapist) throw new Error(`therapist ${place} has not joined the demo practice yet`)
  return therapist
}

export const sessionKey = ({ key, startsAt }: Pick<DemoSession, 'key' | 'startsAt'>) =>
  `${key} ${startsAt.toISOString()}`
export const act = (id: string) => ({ id, command: randomUUID() })
export const minutesAfter = (at: Date, minutes: number) => new Date(at.getTime() + minutes * 60_000)

/** The form of a check-in. */
export const checkIn = ({
  texts: {
    checkIn: [question, low, high],
  },
}: World) => ({ kind: 'check-in', question, low, high }) as const
