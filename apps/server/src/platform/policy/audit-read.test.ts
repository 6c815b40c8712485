import { contract } from '@attune/contract'
import { getEventIteratorSchemaDetails } from '@orpc/contract'
import pg from 'pg'
import { z } from 'zod'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { insertRecordCopies } from '../../features/care/record-copy/record-copy.fixtures.testing.ts'
import { createTestApp, type TestApp } from '../../testing/app.ts'
import { createTestPractice, type TestPractice } from '../../testing/samples/viewers.ts'
import type { TestContext } from '../../testing/fixtures/test-context.ts'
import { testedProcedures } from '../../testing/samples/sample-input-registry.ts'
import { connectionOptions } from '../database/pools.ts'
import { auditRefusalsOnly } from './audit-read.ts'

/** Names of fields that contain clinical text. */
const clinical = new Set(
  `notes text texts content excerpt answer draft addenda comments replies plan warningSigns nextSteps objectives score scores checkIns url`.split(
    ' ',
  ),
)

/** Procedures that return a clinical field to therapists but are not audited, each with the reason. */
const notAudited: Record<string, string> = {
  'assistant.source': 'writes a line for the source under its own name',
  'assistant.preview': 'writes a line for each source under its own name',
  'assistant.ask': 'writes the line when the request leaves',
  'assistant.drafts': 'the therapist’s own drafts',
  'assistant.conversations': 'the therapist’s own questions',
  'assistant.conversation': 'the therapist’s own questions and their answers',
  'changeRequest.accept': 'the therapist’s own words to a wish',
  'changeRequest.decline': 'the therapist’s own words to a wish',
  'changeRequest.counter': 'the therapist’s own words to a wish',
  'client.add': 'a record that the call has just created',
  'connection.invitationPreview': 'the words of an invitation',
  'externalCalendar.beginGoogle': 'the address of Google’s page',
  'externalCalendar.connect': 'addresses of the therapist’s own calendars',
  'externalCalendar.find': 'addresses of the therapist’s own calendars',
  'externalCalendar.setPassword': 'addresses of the therapist’s own calendars',
  'invoice.toBill': 'the therapist’s own words on an invoice',
  'invoice.create': 'the therapist’s own words on an invoice',
  'invoice.saveDraft': 'the therapist’s own words on an invoice',
  'invoice.get': 'the therapist’s own words on an invoice',
  'invoice.issue': 'the therapist’s own words on an invoice',
  'invoice.credit': 'the therapist’s own words on an invoice',
  'invoice.correct': 'the therapist’s own words on an invoice',
  'superbill.prepare': 'the therapist’s own words on an invoice',
  'guardian.custodyNotes': 'the therapist’s own words, of which the client does not learn',
  'guardian.saveCustodyNote': 'the therapist’s own words, of which the client does not learn',
  'recordRetention.endings': 'names, the time of the last session and the end of the retention',
  'recordRetention.ofClient': 'the therapist’s own reasons of a hold, of which the client does not learn',
  'recordRequest.ofClient': 'the therapist’s own answers to requests',
  'form.get': 'the therapist’s own form',
  'form.create': 'the therapist’s own form',
  'form.save': 'the therapist’s own form',
  'form.confirm': 'the therapist’s own form',
  'form.setOnJoining': 'the therapist’s own form',
  'measure.get': 'the therapist’s own questionnaire',
  'measure.create': 'the therapist’s own questionnaire',
  'measure.save': 'the therapist’s own questionnaire',
  'measure.release': 'the therapist’s own questionnaire',
  'measure.readFile': 'a file of the therapist, without a client',
  'form.signOnPaper': 'writes the line of the recorded signature',
  'personalExport.downloadRecords': 'the job that made the file wrote a line for each client',
  'form.removePaperSignature': 'writes the line of the removed signature',
  'form.withdrawOnPaper': 'writes the line of the withdrawal',
  'estimate.get': 'the therapist’s own words on an estimate',
  'estimate.saveDraft': 'the therapist’s own words on an estimate',
  'estimate.give': 'the therapist’s own words on an estimate',
  'invoice.exportPeriod': 'an address; the audit log has the export',
  'invoice.removeDraft': 'the therapist’s own words on an invoice',
  'dashboard.attention': 'a list: the beginning of the latest messages',
  'dashboard.get': 'a list: the beginning of the latest messages',
  'journal.shared': 'a list: titles and first words',
  'journal.addComment': 'the therapist’s own words',
  'journal.reply': 'the therapist’s own words',
  'message.list': 'a list: the beginning of the latest message',
  'message.send': 'the therapist’s own words',
  'guardian.conversations': 'a list: the beginning of the latest message',
  'guardian.writeToGuardian': 'the therapist’s own words',
  'message.edit': 'the therapist’s own words',
  'message.delete': 'the therapist’s own message, without its words',
  'message.retry': 'the therapist’s own words',
  'messageSettings.own': 'the therapist’s own words, to no one in particular',
  'messageSettings.saveQuickReplies': 'the therapist’s own words, to no one in particular',
  'payment.reminders': 'the words of the practice on a reminder',
  'payment.remind': 'the words of the practice on a reminder',
  'service.list': 'the price list of the practice',
  'service.add': 'the price list of the practice',
  'service.edit': 'the price list of the practice',
  'service.setArchived': 'the price list of the practice',
  'session.waiting': 'a list; the therapist’s own words to a wish',
  'textMessage.options': 'templates of the practice',
  'textMessage.unassigned': 'texts that belong to no client until the therapist assigns them',
  'treatmentPlan.favorites': 'the therapist’s own list of codes, without a client',
  'task.list': 'a list: the score of a submitted questionnaire, without its answers',
  'task.measures': 'writes a line for each client whose score it shows, once per opening',
  'task.measuresToSend': 'the therapist’s own questionnaires',
  'task.comment': 'the therapist’s own words',
  'task.templates': 'the therapist’s own words',
  'task.saveTemplate': 'the therapist’s own words',
}

type Schema = { _zod: { def: Record<string, unknown> } }

/** Returns the clinical fields at any depth of an output. Does not return fields that are counts, enums or booleans. */
function clinicalIn(schema: Schema, name = '', seen = new Set<Schema>()): string[] {
  const { def } = schema._zod
  const {
    type,
    shape,
    element,
    innerType,
    options,
    in: before,
    valueType,
  } = def as Record<string, Schema> & {
    type: string
    shape?: Record<string, Schema>
    options?: Schema[]
  }
  const leaf = ['enum', 'boolean', 'literal', 'null'].includes(type)
  const counted = type === 'number' && name !== 'score'
  const own = clinical.has(name) && !leaf && !counted && !onlyChoices(schema) ? [name] : []
  if (leaf || seen.has(schema)) return own
  const within = new Set(seen).add(schema)
  const below = [
    ...Object.entries(shape ?? {}).flatMap(([key, field]) => clinicalIn(field, key, within)),
    ...[element, innerType, before, valueType, ...(options ?? [])].flatMap((part) =>
      part?._zod ? clinicalIn(part, own.length ? '' : name, within) : [],
    ),
  ]
  return [...own, ...below]
}

/** Whether a schema is an enum, including an optional, nullable or otherwise wrapped enum. */
function onlyChoices({ _zod: { def } }: Schema): boolean {
  const inner = def['innerType'] as Schema | undefined
  return def['type'] === 'enum' || (inner !== undefined && onlyChoices(inner))
}

const ofTherapists = testedProcedures.filter(({ policy }) => policy.who.includes('therapist'))

function outputOf(name: string): Schema {
  const [feature = '', procedure = ''] = name.split('.')
  const features = contract as unknown as Record<string, Record<string, { '~orpc': { outputSchema: Schema } }>>
  const schema = features[feature]?.[procedure]?.['~orpc'].outputSchema as Schema
  const streamed = getEventIteratorSchemaDetails(schema as never)
  return streamed ? (z.union([streamed.yields, streamed.returns] as never) as unknown as Schema) : schema
}

test('every procedure that shows clinical text to a therapist is audited or listed with a reason', () => {
  const silent = ofTherapists
    .filter(({ name, policy }) => !policy.auditRead && !(name in notAudited))
    .map(({ name }) => `${name}: ${[...new Set(clinicalIn(outputOf(name)))].join(' ')}`)
    .filter((line) => !line.endsWith(': '))
  expect(silent).toEqual([])
  const known = new Set(ofTherapists.map(({ name }) => name))
  expect(Object.keys(notAudited).filter((name) => !known.has(name))).toEqual([])
})

type Errors = Record<string, { data?: Schema } | undefined>
function refusalsOf(name: string): Errors {
  const [feature = '', procedure = ''] = name.split('.')
  const features = contract as unknown as Record<string, Record<string, { '~orpc': { errorMap: Errors } }>>
  return features[feature]?.[procedure]?.['~orpc'].errorMap ?? {}
}
const shownWhenRefused = ofTherapists.flatMap(({ name, policy, sample }) =>
  Object.entries(refusalsOf(name)).flatMap(([code, refusal]) =>
    refusal?.data && clinicalIn(refusal.data).length > 0 ? [{ name, code, policy, sample }] : [],
  ),
)

test('every refusal that contains clinical text is audited', () => {
  expect(shownWhenRefused.length).toBeGreaterThan(4)
  const silent = shownWhenRefused.filter(
    ({ name, code, policy }) => !policy.auditRead?.refusals?.includes(code) && !(name in notAudited),
  )
  expect(silent.map(({ name }) => name)).toEqual([])
})

/** Inputs that replace a sample input if nothing can be read with it, or if another call of this test has already opened its resource. */
const inputsForJoinedClients: Record<string, (testContext: TestContext) => object> = {
  'client.setStatus': (testContext) => ({
    id: testContext.fixturesOf('own').leavingClientId,
    status: 'inactive',
    command: testContext.newId(),
  }),
  'client.markSamePerson': (testContext) => ({
    id: testContext.fixturesOf('own').clientId,
    as: testContext.fixturesOf('own').invitedClientId,
  }),
  'message.search': (testContext) => ({ search: 'mon', conversationId: testContext.fixturesOf('own').clientId }),
  'message.latestFromOther': (testContext) => ({ id: testContext.fixturesOf('sibling').clientId }),
  'session.get': (testContext) => ({ id: testContext.fixturesOf('own').completedSessionId }),
  'recordCopy.ofSession': (testContext) => ({ sessionId: testContext.fixturesOf('own').completedSessionId }),
  'client.markDifferent': (testContext) => ({
    id: testContext.fixturesOf('own').clientId,
    from: testContext.fixturesOf('own').invitedClientId,
  }),
}

/** The procedure that returns text only from sessions with several clients. This practice has no such session; the test of the feature has one. */
const readsOfSeveralClients = 'recordExport.names'

/** Returns the same input, based on versions that do not exist. */
const withOtherVersions = (input: unknown): unknown =>
  JSON.parse(JSON.stringify(input), (key, value: unknown) => (/^(noteVersion|version)$/.test(key) ? 77 : value))

describe('every procedure with an audited read', () => {
  let app: TestApp
  let practice: TestPractice
  let backup: pg.Client
  beforeAll(async () => {
    app = await createTestApp({ worker: false })
    practice = await createTestPractice(app)
    backup = new pg.Client(connectionOptions(app.databaseUrl, 'attune_app_backup', app.secrets))
    await backup.connect()
  })
  afterAll(async () => {
    await backup.end()
    await app.close()
  })

  test.each(
    ofTherapists.filter(
      ({ name, policy }) =>
        policy.auditRead && policy.auditRead.when !== auditRefusalsOnly && name !== readsOfSeveralClients,
    ),
  )(
    '$name adds one line to the client’s access log and one audit row; the client’s own read adds none @slow',
    async ({ name, policy, sample }) => {
      const viewer = practice.viewers[0]
      if (!viewer?.person) throw new Error('nobody looks')
      const names = (from: TestContext) => inputsForJoinedClients[name]?.(from) ?? sample.input(from, 'own')
      const testContext = await practice.freshContextOf(viewer, (from) => [
        names(from),
        from.fixturesOf('own').clientId,
        from.fixturesOf('own').completedSessionId,
        from.fixturesOf('own').messageId,
        from.fixturesOf('sibling').messageId,
      ])
      const { accountId } = viewer.person
      const objectives = { therapist_id: accountId, kind: 'objectives', text: 'To rest.', version: 1 }
      const { completedSessionId: session_id, clientId: client_id } = testContext.fixturesOf('own')
      const note = { therapist_id: accountId, text: 'Slept through twice.' }
      await app.db.asActor({ role: 'therapist', id: accountId }, ({ kysely }) =>
        Promise.all([
          kysely
            .insertInto('session_text')
            .values({ ...objectives, session_id })
            .execute(),
          kysely
            .insertInto('session_note')
            .values({ ...note, session_id, version: 1 })
            .onConflict((on) => on.doNothing())
            .execute(),
          kysely
            .insertInto('client_note')
            .values({ ...note, client_id })
            .onConflict((on) => on.columns(['therapist_id', 'client_id']).doUpdateSet({ text: note.text }))
            .execute(),
        ]),
      )
      await insertRecordCopies(app, { therapistId: accountId, sessionId: session_id, clientId: client_id })
      // Reads within 15 minutes share one line in the access log, and the setup of the test has already read data. Advances the clock past this
      // period.
      app.clock.advance(16 * 60_000)
      const opened = async () =>
        (
          await backup.query(
            `select account_id, thing, thing_id, reader_id, (select count(*) from app.client c where c.therapist_id = reader_id and c.account_id = a.account_id) as known
             from app.access a where at > $1 and thing = $2`,
            [new Date(app.clock.now().getTime() - 15 * 60_000), policy.auditRead?.resource],
          )
        ).rows
      expect(await opened()).toEqual([])
      const input = await names(testContext)
      const path = name.replace('.', '/')
      const answer = await viewer.person.send(path, input)
      const body = await answer.text()
      expect(answer.status, body).toBe(200)
      const output: unknown = JSON.parse(body)
      const lines = await opened()
      expect(lines.length).toBeGreaterThan(0)
      for (const line of lines) expect(line).toMatchObject({ reader_id: accountId, known: 1 })
      const ids = policy.auditRead?.ids as ((output: unknown) => string[]) | undefined
      // The output contains the ids of the resources. Each id adds one line, even if it occurs several times.
      if (ids) expect(lines).toHaveLength(new Set(ids(output)).size)
      else if (policy.auditRead?.subject !== 'clients') expect(lines).toHaveLength(1)
      const { rows: logged } = await backup.query(`select from app.audit where request_id = $1`, [
        answer.headers.get('x-request-id'),
      ])
      // Procedures that open notes of the same client share an audit row, because this test runs within 15 minutes.
      const mayShareRow = policy.audited?.resource === 'note' || policy.auditRead?.resource === 'note'
      expect(logged).toHaveLength(mayShareRow ? logged.length : 1)
      // Neither a repeated call nor a call by the client adds a line.
      if (policy.auditRead?.when) await viewer.person.send(path, input)
      const client = practice.viewers.find(({ name: who }) => who === 'C1a')?.person
      if (policy.who.includes('client')) await client?.send(path, input)
      expect(await opened()).toHaveLength(lines.length)
    },
  )

  test.each(shownWhenRefused.filter(({ policy }) => policy.auditRead))(
    '$name, refused because the data has changed, shows the current data and adds a line to the access log',
    async ({ name, code, policy, sample }) => {
      const viewer = practice.viewers[0]
      if (!viewer?.person) throw new Error('nobody looks')
      const testContext = await practice.freshContextOf(viewer, (from) => sample.input(from, 'own'))
      app.clock.advance(16 * 60_000)
      const since = app.clock.now()
      const input = withOtherVersions(await sample.input(testContext, 'own'))
      const answer = await viewer.person.send(name.replace('.', '/'), input)
      expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([409, code])
      const { rows } = await backup.query('select reader_id from app.access where at >= $1 and thing = $2', [
        since,
        policy.auditRead?.resource,
      ])
      expect(rows).toEqual([{ reader_id: viewer.person.accountId }])
    },
  )
})
