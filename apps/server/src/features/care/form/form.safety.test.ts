import { languages } from '@attune/contract/common/text/text'
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { startSharedApp } from '../../../testing/app.ts'
import { connectClient } from '../../../testing/records/sessions.ts'
import type { Person } from '../../../testing/people.ts'
import { formDrafts } from './form.templates.ts'
import { confirmedForm, field, sampleContent, sendTo, signing } from './form.testing.ts'

const app = await startSharedApp({ worker: false })
const [therapist, client] = await Promise.all([app.person('therapist'), app.person('client')])
const clientId = await connectClient(app, therapist, client)

const symptoms = field('choices', 'What have you noticed?', {
  options: ['Trouble sleeping', 'I no longer want to live', 'None of these'],
  safetyOptions: ['I no longer want to live'],
})
const intake = () => sampleContent({ title: 'Symptoms', isConsent: false, fields: [symptoms] })

/** Submits the form with these options as the client. Returns the id of the sent form. */
async function submit(chosen: string[]): Promise<string> {
  const id = await sendTo(therapist, clientId, await confirmedForm(therapist, intake()))
  await client.api.form.sign(signing(await client.api.form.open({ id }), { [symptoms.id]: chosen }))
  return id
}
const kindsAbout = async (person: Person) =>
  (await person.api.notification.list({})).items.map(({ kind, relatedId }) => [kind, relatedId])
const flagOf = async (id: string) =>
  (await therapist.api.form.ofClient({ clientId })).items.find((item) => item.id === id)?.flag
const alerts = async () => (await therapist.api.dashboard.attention({ kind: 'form-alert' })).items

test('an option that the therapist has marked asks for a review once the form is submitted, until the therapist reviewed it @slow', async () => {
  const id = await sendTo(therapist, clientId, await confirmedForm(therapist, intake()))
  const opened = await client.api.form.open({ id })
  await client.api.form.saveAnswers({ id, draftVersion: 0, answers: { [symptoms.id]: ['I no longer want to live'] } })
  expect([await flagOf(id), await kindsAbout(therapist)]).toEqual(['none', []])
  await client.api.form.sign(signing(opened, { [symptoms.id]: ['Trouble sleeping', 'I no longer want to live'] }))
  expect(await kindsAbout(therapist)).toEqual([['form-flagged', clientId]])
  expect(await flagOf(id)).toBe('raised')
  expect(await alerts()).toMatchObject([{ kind: 'form-alert', id: clientId, formTitle: 'Symptoms' }])
  await therapist.api.form.acknowledge({ clientId, id })
  await therapist.api.form.acknowledge({ clientId, id })
  expect([await flagOf(id), await alerts()]).toEqual(['acknowledged', []])
})

test('a form without a marked option among its answers is announced as filled in', async () => {
  const before = (await kindsAbout(therapist)).length
  const id = await submit(['Trouble sleeping'])
  const told = await kindsAbout(therapist)
  expect([told.length - before, told[0], await flagOf(id)]).toEqual([1, ['form-signed', clientId], 'none'])
})

test('a client cannot take back that an answer has to be reviewed, and another therapist cannot review it', async () => {
  const id = await submit(['I no longer want to live'])
  const change = app.db.asActor({ role: 'client', id: client.accountId }, (tx) =>
    tx.run('update app.sent_form set flagged = false where id = $1', [id]),
  )
  await expect(change).rejects.toThrow('a signed form cannot be changed')
  const other = await app.person('therapist', 2)
  await expect(other.api.form.acknowledge({ clientId, id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect(await flagOf(id)).toBe('raised')
})

test.each(languages)('our intake form marks the option about self-harm, in %s [1.15]', async (language) => {
  const form = await therapist.api.form.create({ id: randomUUID(), template: 'intake', language })
  const marked = form.content.fields.flatMap(({ options, safetyOptions = [] }) =>
    safetyOptions.map((option) => options.indexOf(option)),
  )
  expect(marked).toEqual([6])
  expect(formDrafts(language).intake.fields.filter(({ safetyOptions }) => safetyOptions)).toHaveLength(1)
})
