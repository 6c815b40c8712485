import { randomUUID } from 'node:crypto'
import { checkFile } from '../../apps/server/src/features/care/file/check/check.ts'
import type { TestBrowser } from '../../apps/server/src/testing/browser.ts'
import { event, firstWorkday, type Life, on } from './life.ts'
import { pdfOf } from './pdf.ts'
import { type DemoEvent, minutesAfter, memberOf, sessionKey, therapistOf, type World } from './world.ts'

/**
 * Returns the events of diagnosis, treatment plan and progress. From the third session with a note on, the plan is shared with the client and signed
 * by both.
 */
export function planEvents(life: Life): DemoEvent[] {
  const { key, member, texts, sessions } = life
  const noted = sessions.filter(({ note }) => note !== null)
  const [, second, third] = noted
  if (!member.code || !second || !third) return []
  const objectiveIds: string[] = []
  const ids = { versionId: '', diagnosisId: randomUUID() }
  const begun = event(life, 'practice', minutesAfter(second.endsAt, 6), async (world) => {
    const { api } = therapistOf(world, member.therapist)
    const { id: clientId } = memberOf(world, key)
    const from = second.startsAt.toISOString().slice(0, 10)
    if (member.code)
      await api.treatmentPlan.saveDiagnosis({
        id: ids.diagnosisId,
        clientId,
        version: 0,
        ...member.code,
        text: texts.diagnosis ?? '',
        from,
        until: null,
      })
    const content = planContent(life, objectiveIds)
    if (content.goals.length === 0) return
    ids.versionId = (await api.treatmentPlan.save({ id: randomUUID(), clientId, version: 0, ...content })).versionId
  })
  const shared = event(life, 'practice', minutesAfter(third.endsAt, 7), async (world) => {
    const { api } = therapistOf(world, member.therapist)
    const { id: clientId } = memberOf(world, key)
    const { first, last } = world.texts.therapists[member.therapist]
    await api.treatmentPlan.sign({ clientId, versionId: ids.versionId, name: `${first} ${last}` })
    await api.treatmentPlan.share({
      clientId,
      versionId: ids.versionId,
      asksSignature: key !== 'teen',
      diagnosisIds: [],
    })
  })
  const signed = event(life, 'client', firstWorkday(life, minutesAfter(third.endsAt, 1440), '20:45'), (world) => {
    const { api, id: clientId } = memberOf(world, key)
    return api.treatmentPlan.signMine({ clientId, versionId: ids.versionId, name: `${texts.first} ${texts.last}` })
  })
  if (!texts.plan) return [begun]
  const isSigned = key !== 'teen' && key !== 'ocd'
  const marks = [second, noted[Math.floor(noted.length / 2)] ?? third, noted.at(-1) ?? third]
  const progress = marks.map((session, place) =>
    event(life, 'practice', minutesAfter(session.endsAt, 8 + place), (world) =>
      addProgress(world, life, objectiveIds, place, session.startsAt),
    ),
  )
  return [begun, shared, ...(isSigned ? [signed] : []), ...progress]
}

function planContent({ texts, calendar }: Life, objectiveIds: string[]) {
  const goals = (texts.plan ?? []).map(([text, ...objectives]) => ({
    id: randomUUID(),
    text,
    objectives: objectives.map(([objective, measure, target]) => {
      const id = randomUUID()
      objectiveIds.push(id)
      return { id, text: objective, measure, target, targetOn: null, state: 'open' as const }
    }),
  }))
  const review = calendar.dayAhead(3).add({ weeks: 3 })
  return { goals, interventions: texts.interventions ?? [], reviewOn: review.toString() }
}

async function addProgress(world: World, { key, member }: Life, objectiveIds: string[], place: number, at: Date) {
  const { api } = therapistOf(world, member.therapist)
  const { id: clientId } = memberOf(world, key)
  for (const [nth, objectiveId] of objectiveIds.entries()) {
    const percent = member.progress?.[nth]?.[place] ?? 0
    await api.treatmentPlan.addProgress({
      id: randomUUID(),
      clientId,
      objectiveId,
      notedOn: at.toISOString().slice(0, 10),
      percent,
      comment: '',
    })
  }
}

/**
 * Returns the events in which the therapist shares the agreed next steps of the latest session with a note, and in which the client writes and shares
 * a safety plan.
 */
export function careEvents(life: Life): DemoEvent[] {
  const { key, member, texts, sessions } = life
  const latest = sessions.findLast(({ note }) => note !== null)
  const events: DemoEvent[] = []
  if (texts.next && latest)
    events.push(
      event(life, 'practice', minutesAfter(latest.endsAt, 9), async (world) => {
        const { api } = therapistOf(world, member.therapist)
        const sessionId = world.sessions.get(sessionKey(latest)) ?? ''
        await api.note.saveText({ sessionId, kind: 'next-steps', text: (texts.next ?? []).join('\n'), version: 0 })
        await api.note.shareText({ sessionId, kind: 'next-steps', shared: true })
      }),
    )
  const { safety } = texts
  const planned = sessions.find(({ note }) => note === 3)
  if (safety && planned)
    events.push(
      event(life, 'client', firstWorkday(life, minutesAfter(planned.endsAt, 60), '20:05'), async (world) => {
        const { api } = memberOf(world, key)
        const { id: therapistId } = therapistOf(world, member.therapist)
        const person = ([name, phone]: [string, string]) => ({ name, phone })
        await api.safety.save({
          version: 0,
          warningSigns: safety.signs,
          whatHelps: safety.helps,
          people: safety.people.map(person),
          professionals: safety.professionals.map(person),
          country: null,
        })
        await api.safety.share({ therapistId, shared: true, turn: 1 })
      }),
    )
  return events
}

/** Returns the events of a referral letter, house rules for a client, and a document request. */
export function documentEvents(life: Life): DemoEvent[] {
  const { key, member, sessions } = life
  const [first] = sessions.filter(({ note }) => note !== null)
  const place = { depression: 0, pain: 0, panic: 1, teen: 1, insomnia: 2 }[key]
  if (place === undefined || !first) return []
  return [
    event(life, 'practice', minutesAfter(first.endsAt, 12), async (world) => {
      const therapist = therapistOf(world, member.therapist)
      const { id: clientId } = memberOf(world, key)
      const name = world.texts.document[place] ?? ''
      if (place === 2) return therapist.api.document.ask({ clientId, id: randomUUID(), title: name })
      const lines = [world.texts.practice.name, '', name.replace(/\.pdf$/, '')]
      const fileId = await uploadPdf(world, therapist, name, pdfOf(lines))
      return therapist.api.document.add({ clientId, id: randomUUID(), fileId, isShared: place === 1 })
    }),
  ]
}

/**
 * Returns, depending on the client, the events of a request for a copy of the record that awaits an answer, of such a request that was answered on
 * paper, or of a legal hold. Most clients have no such events.
 */
export function recordEvents(life: Life): DemoEvent[] {
  const { key, member, texts } = life
  const requestId = randomUUID()
  const asked = (ago: number) =>
    event(life, 'client', on(life, ago, '18:25'), (world) => {
      const { api, id: clientId } = memberOf(world, key)
      return api.recordRequest.ask({ id: requestId, clientId })
    })
  if (key === 'ended') return [asked(9)]
  const { copyAnswer: how, hold: reason } = texts
  if (how !== undefined)
    return [
      asked(34),
      event(life, 'practice', on(life, 29, '11:55'), (world) => {
        const { id: clientId } = memberOf(world, key)
        return therapistOf(world, member.therapist).api.recordRequest.answer({ id: requestId, clientId, how })
      }),
    ]
  if (reason === undefined) return []
  return [
    event(life, 'practice', on(life, 3, '12:20'), (world) => {
      const { id: clientId } = memberOf(world, key)
      const { api } = therapistOf(world, member.therapist)
      return api.recordRetention.placeHold({ id: randomUUID(), clientId, reason })
    }),
  ]
}

/** Uploads a file and checks it at once, because no job runs while the demo practice is created. Returns its id. */
export async function uploadPdf(
  { app }: World,
  owner: { browser: TestBrowser; id: string },
  name: string,
  bytes: Buffer,
): Promise<string> {
  const id = randomUUID()
  const send = async (method: string, path: string, headers: Record<string, string>, body?: Buffer) => {
    const key = app.site.key()
    const answer = await fetch(`${app.address}/api/uploads${path}`, {
      method,
      headers: {
        'tus-resumable': '1.0.0',
        origin: app.address,
        'x-attune-key': key,
        cookie: owner.browser.cookies(),
        ...headers,
      },
      ...(body && { body: new Uint8Array(body) }),
    })
    if (!answer.ok) throw new Error(`${name} could not be sent: ${answer.status}`)
  }
  const metadata = Object.entries({ id, name, kind: 'pdf' })
  await send('POST', '', {
    'upload-length': String(bytes.length),
    'upload-metadata': metadata.map(([what, value]) => `${what} ${Buffer.from(value).toString('base64')}`).join(','),
  })
  await send('PATCH', `/${id}`, { 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' }, bytes)
  await checkFile(app, { fileId: id, accountId: owner.id })
  return id
}
