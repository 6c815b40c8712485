import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { startSharedApp } from '../../../../testing/app.ts'
import type { Person } from '../../../../testing/people.ts'
import { insertGuardian } from '../../../../testing/records/guardians.ts'
import { connectClient } from '../../../../testing/records/sessions.ts'
import { sendDueMails } from '../../../messages/message/message.testing.ts'

const app = await startSharedApp({ worker: false })
const [therapist, tim, anna] = [
  await app.person('therapist'),
  await app.person('client'),
  await app.person('client', 2),
]
const clientId = await connectClient(app, therapist, tim)
const guardianId = await insertGuardian(app, { therapistId: therapist.accountId, clientId, account: anna })

const mailsTo = ({ email }: Person) =>
  app.inbox.mails.filter((mail) => JSON.stringify(mail.to).includes(email) && /message/i.test(mail.subject ?? ''))
const sendDue = async (to: Person) => {
  app.clock.advance(11 * 60_000)
  await sendDueMails(app, to)
}
const writeToAnna = async (text: string) => {
  const [conversation] = (await therapist.api.guardian.conversations({})).items
  if (!conversation) throw new Error('no conversation')
  return therapist.api.guardian.writeToGuardian({ conversationId: conversation.id, id: randomUUID(), text })
}

test('the email to a guardian opens the messages of the client, and that to a therapist the own messages @slow', async () => {
  await writeToAnna('Canary words')
  await sendDue(anna)
  const [mail] = mailsTo(anna)
  expect(mail?.text).toContain(`/for/${clientId}/messages`)
  expect(`${mail?.subject} ${mail?.text} ${String(mail?.html)}`).not.toMatch(/Canary/)
  await anna.api.guardian.sendMessage({ actingFor: clientId, id: randomUUID(), text: 'Canary answer' })
  await sendDue(therapist)
  expect(mailsTo(therapist)[0]?.text).toContain('/dashboard/therapist/messages')
})

test('no email leaves for messages that were read, or after the right has ended', async () => {
  await anna.api.guardian.markMessagesRead({ actingFor: clientId, upTo: 100 })
  const before = mailsTo(anna).length
  const { seq } = await writeToAnna('Read at once')
  await anna.api.guardian.markMessagesRead({ actingFor: clientId, upTo: seq })
  await sendDue(anna)
  expect(mailsTo(anna)).toHaveLength(before)
  await writeToAnna('Never read')
  await app.db.asActor({ role: 'therapist', id: therapist.accountId }, ({ run }) =>
    run('update app.guardian set ended_at = now() where id = $1', [guardianId]),
  )
  await sendDue(anna)
  expect(mailsTo(anna)).toHaveLength(before)
})
