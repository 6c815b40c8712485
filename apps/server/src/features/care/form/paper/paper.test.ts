import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { startSharedApp } from '../../../../testing/app.ts'
import { queryAsRole } from '../../../../testing/database/database.ts'
import { putPictures } from '../../file/file.fixtures.testing.ts'
import { minimalClient } from '../../../../testing/records/clients.ts'
import { connectClient } from '../../../../testing/records/sessions.ts'
import type { Person } from '../../../../testing/people.ts'
import { findStoredFormDocument } from '../document/document.ts'
import { confirmedForm, field, sampleContent, sendTo, signing } from '../form.testing.ts'

const app = await startSharedApp({ worker: false })
const [therapist, child] = await Promise.all([app.person('therapist'), app.person('client')])
const clientId = await connectClient(app, therapist, child)
await app.db.asActor({ role: 'therapist', id: therapist.accountId }, ({ kysely }) =>
  sql`update app.client set date_of_birth = '2015-03-01' where id = ${clientId}`.execute(kysely),
)

const codeOf = (call: Promise<unknown>) =>
  call.then(
    () => null,
    (error: { code: string }) => error.code,
  )
async function upload(): Promise<string> {
  const id = randomUUID()
  await putPictures(app, { name: 'scan', therapist, client: child, recordId: clientId }, therapist, [id])
  return id
}
const canRead = async (person: Person, id: string) =>
  (await codeOf(person.api.file.address({ id, variant: 'whole' }))) === null
const openForm = async (content = sampleContent()) =>
  sendTo(therapist, clientId, await confirmedForm(therapist, content))
const onPaper = async (id: string) => ({
  clientId,
  id,
  signatureId: randomUUID(),
  replacesId: null as string | null,
  fileId: await upload(),
  signerName: 'Marta Flores',
  signedOn: '2020-03-01',
})
const missing = async () => (await therapist.api.form.missing({ clientId })).items.map(({ sentFormId }) => sentFormId)

test('the login of a minor cannot sign for a parent, not even in the name of a guardian @slow', async () => {
  const id = await openForm()
  const opened = await child.api.form.open({ id })
  expect(opened).toMatchObject({ isForMinor: true, guardians: [], hasSignature: true })
  expect(await codeOf(child.api.form.sign(signing(opened)))).toBe('NEEDS_GUARDIAN')
  const asGuardian = { ...signing(opened), typedName: 'Marta Flores', guardianId: randomUUID() }
  expect(await codeOf(child.api.form.sign(asGuardian))).toBe('NEEDS_GUARDIAN')
  expect((await therapist.api.form.sent({ clientId, id })).state).toBe('open')
})

test('a minor submits a form without a signature, and nobody signs a guardian’s signature for a client of unknown age', async () => {
  const id = await openForm(sampleContent({ fields: [field('short-text', 'Your school')] }))
  const submitted = { state: 'signed', hasSignature: false }
  expect(await child.api.form.sign(signing(await child.api.form.open({ id })))).toMatchObject(submitted)
  expect(await therapist.api.form.sent({ clientId, id })).toMatchObject(submitted)
  const client = await app.person('client', 2)
  const otherId = await connectClient(app, therapist, client)
  const minors = await therapist.api.form.create({ id: randomUUID(), template: 'minors', language: 'en' })
  const sent = await sendTo(therapist, otherId, await therapist.api.form.confirm({ id: minors.id, version: 1 }))
  const opened = await client.api.form.open({ id: sent })
  expect(await codeOf(client.api.form.sign(signing(opened, {})))).toBe('NEEDS_GUARDIAN')
  expect((await therapist.api.form.ofClient({ clientId: otherId })).items[0]?.needsGuardian).toBe(true)
})

test('the client’s list says which open forms a guardian signs', async () => {
  const signed = await openForm()
  const submitted = await openForm(sampleContent({ fields: [field('short-text', 'Your school')] }))
  const needs = async () => {
    const { items } = await child.api.form.mine({})
    return [signed, submitted].map((id) => items.find((form) => form.id === id)?.needsGuardian)
  }
  expect(await needs()).toEqual([true, false])
  expect((await child.api.form.open({ id: signed })).needsGuardian).toBe(true)
  await therapist.api.form.signOnPaper(await onPaper(signed))
  expect(await needs()).toEqual([false, false])
})

test('a signature on paper makes the form signed, and therapist and client see who signed, when, and the scan', async () => {
  const id = await openForm()
  const input = await onPaper(id)
  expect([await missing(), await canRead(child, input.fileId)]).toEqual([expect.arrayContaining([id]), false])
  await therapist.api.form.signOnPaper(input)
  const seen = await therapist.api.form.signOnPaper(input)
  const shown = {
    state: 'signed',
    paper: { signerName: 'Marta Flores', signedOn: '2020-03-01' },
    scan: { id: input.fileId },
  }
  expect(seen).toMatchObject({ ...shown, answers: null, signature: null, needsGuardian: false })
  expect(await child.api.form.open({ id })).toMatchObject(shown)
  expect([(await missing()).includes(id), await canRead(child, input.fileId)]).toEqual([false, true])
  const actor = { role: 'therapist', id: therapist.accountId } as const
  expect(await app.db.asActor(actor, (tx) => findStoredFormDocument(tx, id))).toBeNull()
  const audited = await queryAsRole<{ action: string }>(
    'backup',
    app.databaseUrl,
    `select action from app.audit where thing_id = '${id}' order by id`,
  )
  expect(audited.map(({ action }) => action)).toContain('sign-on-paper')
})

test('a signature on paper needs a checked scan of the therapist and a day that is not in the future', async () => {
  const id = await openForm()
  const input = await onPaper(id)
  const sign = (part: Partial<typeof input>) => codeOf(therapist.api.form.signOnPaper({ ...input, ...part }))
  expect(await sign({ fileId: randomUUID() })).toBe('NOT_FOUND')
  expect(await sign({ signedOn: '2099-01-01' })).toBe('FUTURE')
  expect(await sign({ signerName: ' ' })).toBe('BAD_REQUEST')
  await app.db.asActor({ role: 'worker', id: therapist.accountId }, ({ kysely }) =>
    sql`update app.file set state = 'checking' where id = ${input.fileId}`.execute(kysely),
  )
  expect(await sign({})).toBe('NOT_READY')
  expect((await therapist.api.form.sent({ clientId, id })).state).toBe('open')
})

test('a corrected signature on paper replaces the scan, and an older one can no longer be corrected', async () => {
  const id = await openForm()
  const first = await onPaper(id)
  await therapist.api.form.signOnPaper(first)
  const second = { ...(await onPaper(id)), replacesId: first.signatureId, signerName: 'Jon Flores' }
  const corrected = await therapist.api.form.signOnPaper(second)
  expect(corrected).toMatchObject({ paper: { id: second.signatureId, signerName: 'Jon Flores' } })
  expect([await canRead(child, first.fileId), await canRead(child, second.fileId)]).toEqual([false, true])
  const late = { ...(await onPaper(id)), replacesId: first.signatureId }
  expect(await codeOf(therapist.api.form.signOnPaper(late))).toBe('ILLEGAL_TRANSITION')
  expect(await codeOf(therapist.api.file.delete({ id: second.fileId }))).toBe('CONFLICT')
})

test('a removed signature on paper opens the form again, unless another copy is open', async () => {
  const form = await confirmedForm(therapist)
  const id = await sendTo(therapist, clientId, form)
  const input = await onPaper(id)
  await therapist.api.form.signOnPaper(input)
  const other = await sendTo(therapist, clientId, form)
  const remove = () => therapist.api.form.removePaperSignature({ clientId, id, signatureId: input.signatureId })
  expect(await codeOf(remove())).toBe('ALREADY_SENT')
  await therapist.api.form.cancel({ clientId, id: other })
  expect(await remove()).toMatchObject({ state: 'open', paper: null, scan: null, needsGuardian: true })
  expect(await remove()).toMatchObject({ state: 'open' })
  expect(await canRead(child, input.fileId)).toBe(false)
})

test('a withdrawal of a consent on paper keeps the form and the scan, and ends its correction', async () => {
  const id = await openForm()
  const input = await onPaper(id)
  expect(await codeOf(therapist.api.form.withdrawOnPaper({ clientId, id }))).toBe('ILLEGAL_TRANSITION')
  await therapist.api.form.signOnPaper(input)
  const withdrawn = await therapist.api.form.withdrawOnPaper({ clientId, id })
  expect(withdrawn).toMatchObject({ state: 'withdrawn', scan: { id: input.fileId } })
  expect((await therapist.api.form.withdrawOnPaper({ clientId, id })).withdrawnAt).toBe(withdrawn.withdrawnAt)
  const remove = therapist.api.form.removePaperSignature({ clientId, id, signatureId: input.signatureId })
  expect(await codeOf(remove)).toBe('ILLEGAL_TRANSITION')
})

test('a form of a client without an account is signed on paper, and an account that joins later sees it with the scan', async () => {
  const [recordId, later] = [randomUUID(), await app.person('client', 4)]
  await therapist.api.client.add({
    ...minimalClient,
    id: recordId,
    firstName: 'Lio',
    lastName: 'Flores',
    invite: false,
  })
  const id = await sendTo(therapist, recordId, await confirmedForm(therapist))
  const input = { ...(await onPaper(id)), clientId: recordId }
  expect(await therapist.api.form.signOnPaper(input)).toMatchObject({ state: 'signed' })
  await app.privileged.definer.query(
    `update app.client set account_id = $2, status = 'active', connected_at = now() where id = $1`,
    [recordId, later.accountId],
  )
  expect(await later.api.form.open({ id })).toMatchObject({ state: 'signed', scan: { id: input.fileId } })
  expect(await canRead(later, input.fileId)).toBe(true)
})

test('an electronic signature stays, and cannot be replaced by one on paper', async () => {
  const client = await app.person('client', 3)
  const recordId = await connectClient(app, therapist, client)
  const id = await sendTo(therapist, recordId, await confirmedForm(therapist))
  await client.api.form.sign(signing(await client.api.form.open({ id })))
  const input = { ...(await onPaper(id)), clientId: recordId }
  expect(await codeOf(therapist.api.form.signOnPaper(input))).toBe('ILLEGAL_TRANSITION')
  const reopen = app.db.asActor({ role: 'therapist', id: therapist.accountId }, (tx) =>
    tx.run('update app.sent_form set signed_at = null where id = $1', [id]),
  )
  await expect(reopen).rejects.toThrow('a signed form cannot be changed')
})
