import { randomUUID } from 'node:crypto'
import { personalExportParts } from '@attune/contract/features/people/personal-export/personal-export.rules'
import { describe, expect, test } from 'vitest'
import { startSharedApp } from '../../../testing/app.ts'
import type { Person } from '../../../testing/people.ts'
import { newJournalEntry } from '../../../testing/records/journal.ts'
import { connectClient } from '../../../testing/records/sessions.ts'
import { foreignCanaries } from '../../../testing/samples/expected-access.ts'
import { createTestPractice } from '../../../testing/samples/viewers.ts'
import { timeAhead } from '../../../testing/time-ahead.ts'
import { checkSchemas, exportedFiles, textOfExport } from './personal-export.testing.ts'
import { partsFor } from './exported-parts.ts'

const app = await startSharedApp({ worker: false })
const practice = await createTestPractice(app)
const viewers = practice.viewers.filter(({ name }) => ['T1', 'C1a', 'C2a', 'A'].includes(name))
for (const viewer of viewers) await practice.contextOf(viewer)

test.each(viewers)(
  'the export of $name contains what the person may see, and nothing of anyone else @slow',
  async (viewer) => {
    const files = await exportedFiles(app, viewer.person as Person)
    const text = textOfExport(files)
    // A client's own unsent answer to a task, which a response to a list would not contain.
    const own = viewer.person?.role === 'client' ? `canary-${viewer.own}-draft` : ''
    expect(foreignCanaries(viewer, text).filter((word) => word !== own)).toEqual([])
    expect(text).toContain((viewer.person as Person).email)
  },
)

test.each(viewers)('the JSON of the export of $name follows the schemas beside it @slow', async (viewer) => {
  const files = await exportedFiles(app, viewer.person as Person)
  const { parts, errors } = checkSchemas(files)
  expect(parts.length).toBeGreaterThan(3)
  expect(errors).toEqual([])
})

test('the export of a client has the entries, forms and goals, and not what the therapist wrote about them @slow', async () => {
  const [viewer] = viewers.filter(({ name }) => name === 'C1a')
  const files = await exportedFiles(app, viewer?.person as Person)
  const text = textOfExport(files)
  expect(String(files.get('tasks.html'))).toContain('canary-1a-draft')
  for (const field of ['entry', 'private', 'reply', 'goal', 'form', 'signature', 'request', 'location'])
    expect(text, field).toContain(`canary-1a-${field}`)
  for (const field of ['note', 'comment', 'custody', 'tag', 'keywords'])
    expect(text, field).not.toContain(`canary-1a-${field}`)
})

test('the export of a therapist has templates, services and the calendar, and no record of a client @slow', async () => {
  const [viewer] = viewers.filter(({ name }) => name === 'T1')
  const files = await exportedFiles(app, viewer?.person as Person)
  const text = textOfExport(files)
  for (const field of ['template', 'service', 'event', 'absence', 'calendar', 'tag'])
    expect(text, field).toContain(`canary-1a-${field}`)
  for (const field of ['entry', 'private', 'reply', 'note', 'comment', 'custody', 'plan', 'goal', 'invoice', 'payer'])
    expect(text, field).not.toContain(`canary-1a-${field}`)
  expect([...files.keys()].some((path) => path.endsWith('calendar.ics'))).toBe(true)
  expect(String(files.get('index.html'))).toContain('Your clients’ records.')
})

test('each part belongs to the export of a role', () => {
  const named = (['client', 'therapist', 'admin'] as const).flatMap((role) =>
    partsFor(app, role).map(({ name }) => name),
  )
  expect(new Set(named)).toEqual(new Set(personalExportParts))
})

describe.each([
  { type: 'couple', size: 2 },
  { type: 'group', size: 3 },
  { type: 'family', size: 3 },
] as const)('in a $type of $size', ({ type, size }) => {
  test('the export of one participant contains nothing of the others @slow', async () => {
    const first = { couple: 20, group: 30, family: 40 }[type]
    const therapist = await app.person('therapist', first)
    const people = await Promise.all(Array.from({ length: size }, (_, at) => app.person('client', first + at)))
    const [exporting, ...others] = people as [Person, ...Person[]]
    const marks = new Map(others.map((other) => [other, `canary ${randomUUID()}`]))
    const clientIds: string[] = []
    for (const person of people) clientIds.push(await connectClient(app, therapist, person))
    const names = type === 'group' ? { showsNames: false, sharesName: true } : { showsNames: true, sharesName: true }
    const group = { id: randomUUID(), type, name: 'Tuesdays', memberLimit: size, typeId: null, ...names }
    await therapist.api.group.create({ ...group, clientIds })
    await therapist.api.session.create({
      id: randomUUID(),
      groupId: group.id,
      clientIds,
      startsAt: new Date(timeAhead(first, 12)).toISOString(),
      durationMinutes: 50,
      format: 'in-person',
      therapyType: type === 'couple' ? 'couples' : type,
      agreed: true,
      location: 'Room 2',
    })
    for (const [index, other] of people.entries()) {
      const text = marks.get(other) ?? 'of the person'
      await other.api.journal.save({ ...newJournalEntry(text), title: text })
      await other.api.message.send({ id: randomUUID(), conversationId: clientIds[index] ?? '', text })
    }

    const text = textOfExport(await exportedFiles(app, exporting))
    for (const own of ['Room 2', 'of the person']) expect(text).toContain(own)
    for (const [other, mark] of marks)
      for (const trace of [mark, other.email, other.lastName, other.accountId]) expect(text, trace).not.toContain(trace)
  })
})
