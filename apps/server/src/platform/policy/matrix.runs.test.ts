import { runs } from '@attune/contract/common/runs.testing'
import pg from 'pg'
import { afterAll, describe, expect, test } from 'vitest'
import { type TestBrowser, openTestBrowser } from '../../testing/browser.ts'
import { isRead } from '../../request-groups.ts'
import { startSharedApp } from '../../testing/app.ts'
import { createTestPractice, type PolicyViewer } from '../../testing/samples/viewers.ts'
import { foreignCanaries, expectedAccess, viewersOf } from '../../testing/samples/expected-access.ts'
import type { TestContext } from '../../testing/fixtures/test-context.ts'
import { testedProcedures } from '../../testing/samples/sample-input-registry.ts'
import { type SampleInput, sampleInputsOf } from '../../testing/samples/sample-input.ts'
import { type Ownership, ownerships, type ProcedurePolicy } from './policy.ts'

/**
 * Procedures that may refuse their sample input, for example because it contains no valid token from an email. Each lists the refusal codes
 * that count as permitted; `undefined` is success.
 */
const permittedRefusals: Record<string, (string | undefined)[]> = {
  'assistantSetup.save': ['CHANGED'],
  'assistantSetup.saveKey': ['CHANGED'],
  'assistantSetup.recordAgreement': ['CHANGED'],
  'assistantSetup.switchOn': ['CHANGED'],
  // The calendar server of the sample account is not at a public address.
  'externalCalendar.beginGoogle': ['CONFLICT'],
  'externalCalendar.connect': ['CALENDAR_FAILED', 'LIMIT_REACHED'],
  'externalCalendar.find': ['CALENDAR_FAILED'],
  'externalCalendar.add': ['CALENDAR_FAILED', 'LIMIT_REACHED'],
  'externalCalendar.setPassword': ['CALENDAR_FAILED'],
  // No legal text is published.
  'legalText.publish': ['CHANGED'],
  'legalText.version': ['NOT_FOUND'],
  'legalText.dismissChange': ['NOT_FOUND'],
  'login.confirm': ['INVALID_LINK'],
  // All cases save the same note, and each save needs the version of the previous one.
  'note.saveClient': ['NOTE_CHANGED', undefined],
  'login.readLink': ['INVALID_LINK'],
  // The browser is signed in to only one account, the active one.
  'login.switchAccount': ['NOT_FOUND'],
  'login.secondFactor': ['CHALLENGE_OVER'],
  'login.reset': ['INVALID_LINK'],
  'login.confirmTwoStep': ['INVALID_CODE'],
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
  'login.erasureReport': ['INVALID_LINK'],
  'login.redeemHandover': ['INVALID_CODE'],
  'login.redeemAppCode': ['INVALID_CODE'],
  // The caller is a browser, not a native app.
  'nativeApp.recordDevice': ['NOT_OFFERED'],
  // The host has no keys for the push providers.
  'nativeApp.saveDevice': ['NOT_OFFERED'],
  'administration.startFactorReset': ['NO_FACTOR'],
  // The test app uses its own Postgres and has no backup destination, and the test does not have the words of the proposed key.
  'administration.testBackupDestination': ['NOT_FOUND'],
  'administration.addBackupDestination': ['NO_KEY'],
  'administration.confirmBackupKey': ['WRONG_WORDS'],
  'notificationAddress.add': [undefined, 'LIMIT_REACHED'],
  'notificationAddress.sendTest': ['NOT_VERIFIED'],
  'notificationAddress.verify': ['INVALID_LINK'],
  'login.setUp': ['INVALID_LINK'],
  'login.readInvitation': ['INVALID_LINK'],
  // The invoice of the sample input is addressed to the client.
  'invoice.sendLink': ['NOT_SENDABLE'],
  'invoice.openLink': ['INVALID_LINK'],
  // The client of the form has no contact who is a guardian.
  'form.sendSignLink': ['NO_CONTACT'],
  'form.startSigningHere': ['NO_CONTACT'],
  'form.openTicket': ['INVALID_LINK'],
  'form.saveTicketAnswers': ['INVALID_LINK'],
  'form.signTicket': ['INVALID_LINK'],
  'login.acceptInvitation': ['INVALID_LINK'],
  // When these calls run, the practice may have the maximum number of calendars or templates, or no calendar feed.
  'calendar.addImport': [undefined, 'LIMIT_REACHED'],
  'calendar.rotateFeed': [undefined, 'NO_FEED'],
  // No job makes the export in this test.
  'personalExport.download': ['NOT_FOUND'],
  'personalExport.downloadRecords': ['NOT_FOUND'],
  // An app message is never sent again.
  'message.retry': ['NOT_RETRYABLE'],
  // No provider of online payments responds, and no therapist has switched payments on.
  'onlinePayment.saveKey': ['PROVIDER_FAILED'],
  'onlinePayment.start': ['NOT_ON'],
  'guardian.startPayment': ['NOT_ON'],
  // The business of the sample input is not in the United States.
  'superbill.prepare': ['NOT_IN_US'],
  'superbill.make': ['NOT_IN_US'],
  // The business of the test practice is in Germany.
  'estimate.saveDraft': ['NOT_OFFERED'],
  'estimate.give': ['NOT_OFFERED'],
  'estimate.recordRequest': ['NOT_OFFERED'],
  // The therapist of the sample input has no availability.
  'session.book': ['NOT_OFFERED'],
  // The call for another owner has already put the caller on the waiting list of the same therapist.
  'waitingList.join': [undefined, 'ALREADY_WAITING'],
  // The fixtures of other calls have already saved versions of the same plan.
  'treatmentPlan.save': [undefined, 'CHANGED'],
  'treatmentPlan.sign': [undefined, 'CHANGED'],
  // The sample input contains a text that is not in the form.
  'form.sign': ['OUTDATED'],
  'guardian.signForm': ['OUTDATED'],
  // No channel is switched on.
  'consent.give': ['TERMS_CHANGED'],
  // The clients of the sample input have accounts and decide themselves.
  'guardian.renewOnWord': ['HAS_ACCOUNT'],
  // The assistant is off.
  'assistant.switchOn': ['TERMS_CHANGED'],
  'assistant.preview': ['OFF'],
  'assistant.ask': ['OFF'],
  'assistantConsent.give': ['TERMS_CHANGED'],
  // No account of the sample input is closed.
  'recordRetention.keepClosedRecords': ['NOT_FOUND'],
  // One of the other calls has placed or ended the hold of the record.
  'recordRetention.placeHold': [undefined, 'ALREADY_HELD'],
  'recordRetention.renewHold': [undefined, 'ENDED'],
  // The client has an open request, which the first of the other calls ends.
  'recordRequest.ask': [undefined, 'ALREADY_ASKED'],
  'recordRequest.withdraw': [undefined, 'ENDED'],
  'recordRequest.share': [undefined, 'ENDED'],
  'recordRequest.answer': [undefined, 'ENDED'],
  'recordRequest.refuse': [undefined, 'ENDED'],
  'task.saveTemplate': [undefined, 'LIMIT_REACHED'],
  // The series of the sample input has no recent move to undo.
  'series.change undoes': ['CHANGED'],
  'login.acceptInvitationSignedIn': ['INVALID_LINK', 'ONLY_CLIENTS'],
}
/** Writes without a limit of their own whose repeated call adds rows, by the reason. The limit of writes per minute applies to them too. */
const growsWithoutLimit = {
  'the operation counts the calls, or the emails that it sends': [
    'login.changeEmail',
    'login.signUp',
    'product.sendFeedback',
  ],
  'the row is deleted when it has expired, or after its time': ['journal.share', 'push.setViewed'],
  'the count would need the round trip that `beginsWithTransaction` saves': ['session.create'],
}
/** The writes during the last test of refused calls. */
let written: string[]
/**
 * Whether every viewer makes every permitted call. In `npm test`, one viewer of each role makes one permitted call of each procedure, and all its
 * refused calls. The other viewers differ from these in their rows only.
 */
const asEveryone = runs(0, 1) === 1
const oneOfEachRole = ['T1', 'C1a', 'A', 'G1a', 'anonymous']

const app = await startSharedApp({
  worker: false,
  // A guardian joins a call with others only through a relay.
  config: { otherRelay: { urls: ['turn:relay.example:3478?transport=udp'], secret: 'of the relay in tests' } },
})
const practice = await createTestPractice(app)
const viewers = practice.viewers.filter(({ name }) => asEveryone || oneOfEachRole.includes(name))
// Creates all fixtures before the first refused call.
for (const viewer of viewers) await practice.contextOf(viewer)
const installer = new pg.Client(app.databaseUrl)
await installer.connect()
await installer.query('set role attune_owner')
await recordWrites()
afterAll(() => installer.end())

/**
 * Adds triggers that record each write of a row, because comparing all tables after each refused call takes most of the time of this file.
 * Omits the rows of the audit log about refused calls of an admin's procedures, and the counts of requests, which the server saves once a
 * minute.
 */
async function recordWrites(): Promise<void> {
  await installer.query(`
    create table app.written (what text);
    create function app.record_write() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
    begin
      insert into app.written values (tg_op || ' ' || tg_table_name);
      return null;
    end $$`)
  const { rows: tables } = await installer.query<{ name: string }>(
    `select oid::regclass::text as name from pg_class where relnamespace = 'app'::regnamespace and relkind = 'r'
     and relname not in ('request_count', 'written') order by 1`,
  )
  const each = tables.map(({ name }) => {
    const on = (event: string, when = '') =>
      `create trigger written_by_${event.split(' ')[0]} after ${event} on ${name} for each row ${when} execute function app.record_write()`
    return name === 'app.audit'
      ? `${on('insert', `when (new.action not like 'refused:%')`)}; ${on('update or delete')}`
      : on('insert or update or delete')
  })
  await installer.query(each.join(';'))
}

/** Returns the writes since the last call. */
async function recordedWrites(): Promise<string[]> {
  const { rows } = await installer.query<{ what: string }>('delete from app.written returning what')
  return rows.map(({ what }) => what)
}

/** Whether the sample input contains the id of a fixture. New random ids and instants (some are 'now') do not count. */
async function namesThings(sample: SampleInput, testContext: TestContext): Promise<boolean> {
  const still: TestContext = { ...testContext, newId: () => 'new', freeSlot: () => 'free' }
  const inputOf = async (whose: 'own' | 'unknown') =>
    JSON.stringify(await sample.input(still, whose)).replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'moment')
  return (await inputOf('own')) !== (await inputOf('unknown'))
}

/** Opens a separate browser for a permitted call, so that a call that signs in or out does not affect the other tests. */
const browserOf = async ({ person }: PolicyViewer): Promise<TestBrowser> =>
  person ? app.secondBrowser(person, person.role === 'client' ? 1 : 2) : openTestBrowser(app.address, app.site.key)

async function call(caller: TestBrowser, path: string, input: unknown) {
  const answer = await caller.send(path, input)
  const body = await answer.text()
  return { status: answer.status, body, code: (JSON.parse(body) as { code?: string }).code }
}

test('control: a written row is recorded', async () => {
  await app.privileged.definer.query("update app.profile set role = role where role = 'admin'")
  expect(await recordedWrites()).toContain('UPDATE profile')
  expect(await recordedWrites()).toEqual([])
})

// The refused calls run before the permitted calls, which write.
describe.each(testedProcedures)('$name', ({ name, path, policy, sample }) => {
  test('is refused for callers outside the policy, changes no row and shows no data [6.06]', async () => {
    try {
      for (const viewer of viewersOf(viewers, policy)) {
        const testContext = await practice.contextOf(viewer)
        const named = await namesThings(sample, testContext)
        for (const whose of ownerships) {
          const expected = expectedAccess(policy, viewer, whose, named)
          if (expected === 'allowed' || (!named && whose !== 'own')) continue
          const caller = viewer.person ?? openTestBrowser(app.address, app.site.key)
          const { status, body, code } = await call(caller, path, await sample.input(testContext, whose))
          const what = `${viewer.name} ${whose}: ${status} ${body.slice(0, 300)}`
          if (expected === 'no-login') expect([status, code], what).toEqual([401, 'NO_LOGIN'])
          else if (expected === 'forbidden') expect([status, code], what).toEqual([403, 'FORBIDDEN'])
          else if (policy.outOfReach === 'empty')
            expect([status, body], what).toEqual([200, expect.stringContaining('"items":[]')])
          else expect([404, 409], what).toContain(status)
          expect(body.match(/canary-/g), what).toBeNull()
        }
      }
    } finally {
      written = await recordedWrites()
    }
    expect(written, name).toEqual([])
  })

  test('is refused for a login without the second factor that its role needs', async () => {
    if (policy.assurance === 'any') return
    for (const viewer of viewersOf(viewers, policy)) {
      if (!viewer.person || viewer.person.role === 'client') continue
      const testContext = await practice.contextOf(viewer)
      if (expectedAccess(policy, viewer, 'own', true) !== 'allowed') continue
      const weak = await app.secondBrowser(viewer.person, 1)
      const answer = await weak.send(path, await sample.input(testContext, 'own'))
      expect([answer.status, await answer.json()]).toMatchObject([401, { code: 'STEP_UP', data: { need: 'enrol' } }])
    }
  })
})

type Somebody = PolicyViewer & { person: NonNullable<PolicyViewer['person']> }
/** Returns one viewer per role. One is enough here, because inputs with further fields pass the same authorization as the sample input. */
const oneOfEach = (policy: ProcedurePolicy) =>
  viewersOf(viewers, policy).filter(({ name, person }) => person && oneOfEachRole.includes(name)) as Somebody[]

const outOfReach: Record<Somebody['person']['role'], Ownership[]> = {
  therapist: ['other'],
  client: ['sibling', 'other'],
  admin: [],
}

/** Returns inputs with a field that names a fixture out of the role's reach, each paired with the same input for an unknown id. */
function beyond(sample: SampleInput, viewer: Somebody, testContext: TestContext) {
  const still: TestContext = { ...testContext, newId: () => 'new', freeSlot: () => 'free' }
  const own = sampleInputsOf(sample, still, 'own')
  const nobodys = sampleInputsOf(sample, testContext, 'unknown')
  return outOfReach[viewer.person.role].flatMap((whose) => {
    const fixed = sampleInputsOf(sample, still, whose)
    return sampleInputsOf(sample, testContext, whose).flatMap(({ field, input }, at) =>
      field && JSON.stringify(fixed[at]?.input) !== JSON.stringify(own[at]?.input)
        ? [{ what: `${viewer.name} ${field} ${whose}`, input, nobodys: nobodys[at]?.input }]
        : [],
    )
  })
}

describe.each(testedProcedures.filter(({ sample }) => sample.fields))(
  '$name, field by field',
  ({ name, path, policy, sample }) => {
    test('answers the same for a foreign id as for an unknown id, and changes no row', async () => {
      try {
        for (const viewer of oneOfEach(policy)) {
          const testContext = await practice.contextOf(viewer)
          if (expectedAccess(policy, viewer, 'own', true) !== 'allowed') continue
          for (const { what, input, nobodys } of beyond(sample, viewer, testContext)) {
            const [answer, unknown] = [await call(viewer.person, path, input), await call(viewer.person, path, nobodys)]
            expect([answer.status, answer.code], what).toEqual([unknown.status, unknown.code])
            if (answer.status === 200) expect(answer.body, what).toBe(unknown.body)
            else expect([400, 404, 409], what).toContain(answer.status)
            expect(foreignCanaries(viewer, answer.body), what).toEqual([])
          }
        }
      } finally {
        written = await recordedWrites()
      }
      expect(written, name).toEqual([])
    })
  },
)

/** The writes that record a read: rows in the audit log and the access log, and rows in `change`, which notify pages of new rows in an access log. */
const auditOfReads = ['INSERT audit', 'INSERT access', 'INSERT change']

/** Makes a permitted call. If the procedure counts as a read, expects that the call writes nothing but the audit of reads. */
async function callPermitted(caller: TestBrowser, name: string, path: string, input: unknown) {
  await recordedWrites()
  const answer = await call(caller, path, input)
  const writes = new Set(await recordedWrites())
  if (isRead(name.split('.')))
    expect(
      [...writes].filter((write) => !auditOfReads.includes(write)),
      name,
    ).toEqual([])
  return answer
}

describe.each(testedProcedures)('$name', ({ name, path, policy, sample }) => {
  test('is permitted for callers in the policy, changes no row if it reads, and is refused with an unknown key @slow', async () => {
    for (const viewer of viewersOf(viewers, policy)) {
      const named = await namesThings(sample, await practice.contextOf(viewer))
      const permitted = ownerships.filter(
        (whose) => expectedAccess(policy, viewer, whose, named) === 'allowed' && (named || whose === 'own'),
      )
      for (const whose of permitted.slice(0, runs(1, permitted.length))) {
        const names = (testContext: TestContext) => sample.input(testContext, whose)
        const input = await names(
          named ? await practice.freshContextOf(viewer, names) : await practice.contextOf(viewer),
        )
        const caller = await browserOf(viewer)
        const odd = await call(caller, path, { ...(input as object), surprise: 1 })
        expect([odd.status, odd.code], `${viewer.name} ${whose} with a surprise: ${odd.body.slice(0, 300)}`).toEqual([
          400,
          'BAD_REQUEST',
        ])
        const { status, body, code } = await callPermitted(caller, name, path, input)
        const what = `${viewer.name} ${whose}: ${status} ${body.slice(0, 300)}`
        if (name in permittedRefusals) expect(permittedRefusals[name], what).toContain(code)
        else expect(status, what).toBe(200)
        expect(foreignCanaries(viewer, body), what).toEqual([])
      }
    }
  })
})

/** Returns the tables that have more rows after these writes, without those that record a read or a change. */
function tablesWithMoreRows(writes: readonly string[]): string[] {
  const counted = writes.filter((write) => !auditOfReads.includes(write))
  const byTable = Map.groupBy(counted, (write) => write.split(' ')[1] ?? '')
  const added = (of: readonly string[]) =>
    of.filter((write) => write.startsWith('INSERT')).length - of.filter((write) => write.startsWith('DELETE')).length
  return [...byTable].flatMap(([table, of]) => (added(of) > 0 ? [table] : []))
}

describe.each(testedProcedures.filter(({ name, policy }) => !policy.limit && !isRead(name.split('.'))))(
  '$name, which has no limit',
  ({ name, path, policy, sample }) => {
    test('adds no row when it is repeated with new ids, or is listed with a reason @slow', async () => {
      const tables = new Set<string>()
      for (const viewer of viewersOf(viewers, policy).filter((one) => oneOfEachRole.includes(one.name))) {
        const ownContext = await practice.contextOf(viewer)
        const named = await namesThings(sample, ownContext)
        if (expectedAccess(policy, viewer, 'own', named) !== 'allowed') continue
        const names = (testContext: TestContext) => sample.input(testContext, 'own')
        const testContext = named ? await practice.freshContextOf(viewer, names) : ownContext
        const caller = await browserOf(viewer)
        await call(caller, path, await names(testContext))
        await recordedWrites()
        await call(caller, path, await names(testContext))
        for (const table of tablesWithMoreRows(await recordedWrites())) tables.add(table)
      }
      const listed = Object.values(growsWithoutLimit).flat()
      const hint = 'give it a limit in its policy, or list it with the reason in growsWithoutLimit'
      expect(tables.size > 0, `new rows in ${[...tables].join(', ')}: ${hint}`).toBe(listed.includes(name))
    })
  },
)

describe.each(testedProcedures.filter(({ sample }) => sample.fields))(
  '$name, field by field',
  ({ name, path, policy, sample }) => {
    test('is permitted with each field that names the caller’s own fixture @slow', async () => {
      for (const viewer of oneOfEach(policy)) {
        if (expectedAccess(policy, viewer, 'own', true) !== 'allowed') continue
        for (const field of Object.keys(sample.fields ?? {})) {
          const inputOf = (testContext: TestContext) =>
            sampleInputsOf(sample, testContext, 'own').find((each) => each.field === field)?.input
          const input = inputOf(await practice.freshContextOf(viewer, inputOf))
          const { status, body, code } = await callPermitted(await browserOf(viewer), name, path, input)
          const what = `${viewer.name} ${field}: ${status} ${body.slice(0, 300)}`
          const refusals = permittedRefusals[`${name} ${field}`] ?? permittedRefusals[name]
          if (refusals) expect(refusals, what).toContain(code)
          else expect(status, what).toBe(200)
          expect(foreignCanaries(viewer, body), what).toEqual([])
        }
      }
    })
  },
)
