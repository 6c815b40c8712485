import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { startSharedApp } from '../../../../testing/app.ts'
import type { Person } from '../../../../testing/people.ts'
import { editClientRecord } from '../../../../testing/records/clients.ts'
import { insertGuardian } from '../../../../testing/records/guardians.ts'
import { createSharedEntry, newJournalEntry } from '../../../../testing/records/journal.ts'
import { connectClient } from '../../../../testing/records/sessions.ts'
import { notify } from '../../../messages/notification/notification.ts'
import { confirmedForm, sampleContent, sendTo, signing } from '../../../care/form/form.testing.ts'
import { checkSchemas, exportedFiles, textOfExport } from '../../personal-export/personal-export.testing.ts'

const app = await startSharedApp({ worker: false })
const [therapist, child, mother, father] = [
  await app.person('therapist'),
  await app.person('client', 1),
  await app.person('client', 2),
  await app.person('client', 3),
]
const clientId = await connectClient(app, therapist, child)
await editClientRecord(therapist, clientId, {
  firstName: 'Timmy',
  lastName: 'Childlastname',
  dateOfBirth: '2015-03-01',
})
const guardianIds = new Map<Person, string>()
for (const account of [mother, father])
  guardianIds.set(account, await insertGuardian(app, { therapistId: therapist.accountId, clientId, account }))

const write = (who: Person, text: string) =>
  who.api.guardian.sendMessage({ actingFor: clientId, id: randomUUID(), text })
async function sign(who: Person, typedName: string) {
  const id = await sendTo(therapist, clientId, await confirmedForm(therapist, sampleContent()))
  const form = await who.api.guardian.form({ actingFor: clientId, id })
  await who.api.guardian.signForm({ actingFor: clientId, ...signing(form), typedName })
}

/** Words of the child and of the other guardian, none of which is in the export of the mother. */
const foreign = {
  entry: 'wombat',
  private: 'dingo',
  message: 'quoll',
  answer: 'numbat',
  signature: 'Bilby',
  custody: 'potoroo',
}
await createSharedEntry(child, therapist, foreign.entry)
await child.api.journal.save(newJournalEntry(foreign.private))
await child.api.message.send({ id: randomUUID(), conversationId: clientId, text: foreign.message })
await write(father, foreign.answer)
await sign(father, foreign.signature)
const custody = { clientId, id: randomUUID(), version: 0, notedOn: '2024-03-01', fileId: null }
await therapist.api.guardian.saveCustodyNote({ ...custody, text: foreign.custody })
await write(mother, 'Is he eating?')
await sign(mother, 'Marta Flores')

test('the export of a guardian has what they wrote and signed, and for whom they act by first name @slow', async () => {
  const files = await exportedFiles(app, mother)
  const text = textOfExport(files)
  for (const own of ['Is he eating?', 'Marta Flores', 'You act for Timmy']) expect(text, own).toContain(own)
  expect(checkSchemas(files).errors).toEqual([])
  expect(checkSchemas(files).parts).toEqual(expect.arrayContaining(['guardians', 'messages', 'forms']))
})

test('the export of a guardian has nothing of the child or of the other guardian @slow', async () => {
  const text = textOfExport(await exportedFiles(app, mother))
  for (const [kind, word] of Object.entries(foreign)) expect(text, kind).not.toContain(word)
  for (const trace of ['Childlastname', child.email, child.accountId, father.email, father.lastName, father.accountId])
    expect(text, trace).not.toContain(trace)
})

test('the export of the child has nothing that a guardian wrote @slow', async () => {
  const text = textOfExport(await exportedFiles(app, child))
  for (const word of ['Is he eating?', foreign.answer]) expect(text).not.toContain(word)
})

test('what a guardian wrote is not in the export when the rights have ended', async () => {
  await therapist.api.guardian.end({ id: guardianIds.get(father) ?? '' })
  const text = textOfExport(await exportedFiles(app, father))
  for (const word of ['You act for', foreign.answer, foreign.signature]) expect(text).not.toContain(word)
})

test('notifications about a client are not in the export of a guardian when the rights have ended, and those about another client stay @slow', async () => {
  const aunt = await app.person('client', 4)
  const sibling = await connectClient(app, therapist, await app.person('client', 5))
  await editClientRecord(therapist, sibling, { firstName: 'Siblingname', dateOfBirth: '2015-03-01' })
  const [ofTimmy, ofSibling] = [
    await insertGuardian(app, { therapistId: therapist.accountId, clientId, account: aunt }),
    await insertGuardian(app, { therapistId: therapist.accountId, clientId: sibling, account: aunt }),
  ]
  for (const record of [clientId, sibling])
    await sendTo(therapist, record, await confirmedForm(therapist, sampleContent()))
  await app.db.asActor({ role: 'therapist', id: therapist.accountId }, async (tx) => {
    for (const name of ['Timmy', 'Siblingname'])
      await notify(tx, { to: aunt.accountId, type: 'guardian-ending', params: { name }, about: null, email: null })
  })
  const notices = async () => String((await exportedFiles(app, aunt)).get('data/notifications.json'))
  for (const name of ['Timmy', 'Siblingname']) expect((await notices()).split(name).length, name).toBeGreaterThan(2)
  await therapist.api.guardian.end({ id: ofTimmy })
  expect(await notices()).not.toContain('Timmy')
  expect((await notices()).split('Siblingname').length).toBeGreaterThan(2)
  await therapist.api.guardian.end({ id: ofSibling })
  expect(await notices()).not.toContain('Siblingname')
})
