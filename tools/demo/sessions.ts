import { type Block, richTextFromPlain } from '@attune/contract/common/rich-text/rich-text'
import type { RichText } from '@attune/contract/common/rich-text/rich-text.schemas'
import { randomUUID } from 'node:crypto'
import { cast } from './cast.ts'
import type { DemoSession } from './plan.ts'
import type { DemoTexts } from './texts.ts'
import { addPartsOfCouple, gatheringOf, signAll } from './together.ts'
import { act, type DemoEvent, minutesAfter, memberOf, sessionKey, therapistOf, type World } from './world.ts'

/** Returns the events of a client's sessions: each session is scheduled after the previous one, takes place and gets its note. */
export function eventsOfSessions(sessions: DemoSession[], joinedAt: Date, texts: DemoTexts): DemoEvent[] {
  const over = sessions.filter(({ state }) => state === 'completed' || state === 'missed')
  const [key = ''] = sessions.map((one) => one.key)
  const member = cast[key]
  if (!member) return []
  const { therapist } = member
  const upcoming = sessions.filter((one) => !over.includes(one))
  return sessions.flatMap((one, place): DemoEvent[] => {
    const before = upcoming.includes(one) ? lastNoted(over) : over[place - 1]
    const plannedAt = minutesAfter(before?.endsAt ?? minutesAfter(joinedAt, 15), 6 + upcoming.indexOf(one))
    const planned: DemoEvent = {
      at: plannedAt,
      therapist,
      by: 'practice',
      run: (world) => plan(world, one, place === 0),
    }
    if (!over.includes(one)) return [planned]
    const after = (minutes: number, run: DemoEvent['run']): DemoEvent => ({
      at: minutesAfter(one.endsAt, minutes),
      therapist,
      by: 'practice',
      run,
    })
    const outcome = after(1, (world) => close(world, one))
    if (one.note === null) return [planned, outcome]
    const text = texts.people[key]?.notes[one.note] ?? ''
    const isSigned = !(member.unsigned && one === lastNoted(over))
    return [planned, outcome, after(4, (world) => writeNote(world, one, text, isSigned))]
  })
}

/** Returns the latest session with a note, otherwise the latest ended session. Upcoming sessions were scheduled after it. */
const lastNoted = (over: DemoSession[]) => over.findLast(({ note }) => note !== null) ?? over.at(-1)

async function plan(world: World, session: DemoSession, isFirst: boolean): Promise<void> {
  const person = memberOf(world, session.key)
  const { api, types } = therapistOf(world, person.member.therapist)
  const { practice } = world.texts
  const isCouple = session.key === 'coupleA'
  const groupId = isCouple ? await gatheringOf(world, 'couple', ['coupleA', 'coupleB']) : null
  const id = randomUUID()
  world.sessions.set(sessionKey(session), id)
  await api.session.create({
    id,
    groupId,
    clientIds: isCouple ? [person.id, memberOf(world, 'coupleB').id] : [person.id],
    startsAt: session.startsAt.toISOString(),
    durationMinutes: person.member.minutes ?? 50,
    format: person.member.format,
    therapyType: isCouple ? 'couples' : 'individual',
    location: person.member.format === 'in-person' ? (isCouple ? practice.secondRoom : practice.room) : '',
    agreed: true,
    typeId: types[isCouple ? 2 : isFirst ? 1 : 0] ?? null,
  })
}

async function close(world: World, session: DemoSession): Promise<void> {
  const { api } = therapistOf(world, memberOf(world, session.key).member.therapist)
  const id = world.sessions.get(sessionKey(session)) ?? ''
  await (session.state === 'missed' ? api.session.noShow(act(id)) : api.session.complete(act(id)))
}

async function writeNote(world: World, session: DemoSession, written: string, isSigned: boolean): Promise<void> {
  const { api } = therapistOf(world, memberOf(world, session.key).member.therapist)
  const sessionId = world.sessions.get(sessionKey(session)) ?? ''
  const { version } = await api.note.save({ sessionId, text: noteText(written, world.texts), version: 0 })
  if (session.key !== 'coupleA') {
    if (isSigned) await api.note.sign({ sessionId, command: randomUUID(), version })
    return
  }
  const notes = world.texts.people.coupleA?.notes.length ?? 0
  await addPartsOfCouple(world, sessionId, notes - 1 - (session.note ?? 0))
  if (isSigned) await signAll(api, sessionId)
}

/** Returns the note as text, or as a document with the headings of the therapist's template if it has parts. */
function noteText(written: string, { template }: DemoTexts): string | RichText {
  const parts = written.split(' | ')
  if (parts.length === 1) return written
  const content = parts.flatMap((part, place): Block[] => [
    { type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text: template[1][place]?.[0] ?? '' }] },
    ...richTextFromPlain(part).content,
  ])
  return { type: 'doc', content }
}
