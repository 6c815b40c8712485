import { GuardianFormView } from '@attune/contract/features/people/guardian/guardian.forms'
import { GuardianMessage } from '@attune/contract/features/people/guardian/guardian.messages'
import { type GuardedClient, GuardedClient as GuardedForm } from '@attune/contract/features/people/guardian/guardian'
import { shownParts } from '@attune/contract/features/care/form/form.rules'
import type { z } from 'zod'
import type { AppContext } from '../../../../platform/app-context.ts'
import type { Tx } from '../../../../platform/database/actor.ts'
import {
  definePart,
  type ExportedItem,
  type ExportingPerson,
} from '../../../../platform/personal-export/exported-part.ts'
import { exportedMoment, labelledFacts } from '../../../../platform/personal-export/facts.ts'
import { translate } from '../../../../platform/text/translations.ts'
import { listGuardianForms, readGuardianForm } from '../forms/forms.ts'
import { listGuardedClients } from '../guarded-clients.ts'
import { readGuardianThread } from '../messages/conversations.ts'

const messagesPerPage = 100

/** A represented client, with only the first name, because the export is about the guardian. */
const Represented = GuardedForm.pick({ firstName: true, therapistName: true, rights: true })
type Represented = z.output<typeof Represented>

/** Runs work as the guardian of a client, or of all clients if `actingFor` is null. Row policies decide what the guardian sees. */
const asGuardian = <Result>(
  { db }: Pick<AppContext, 'db'>,
  { actor: { id } }: ExportingPerson,
  actingFor: GuardedClient['clientId'] | null,
  work: (tx: Tx) => Promise<Result>,
) => db.asActor({ role: 'guardian', id, actingFor }, work)

/** The clients for whom a person acts as a guardian, with first name and rights. */
export const representedExport = definePart({
  name: 'guardians',
  roles: ['client'],
  schema: Represented,
  async *pages(app, person) {
    const clients = await asGuardian(app, person, null, listGuardedClients)
    yield clients.map(({ firstName, therapistName, rights }): ExportedItem<Represented> => ({
      data: { firstName, therapistName, rights },
      title: translate(person.language, 'personalExport.youFor', { name: firstName }),
      at: null,
      facts: labelledFacts(person.language, {
        therapist: therapistName,
        rights: rights.map((right) => translate(person.language, `personalExport.right.${right}`)),
      }),
    }))
  },
})

/** The messages between a guardian and the therapists of the clients for whom the guardian acts. */
export const guardianMessageExport = definePart({
  name: 'messages',
  roles: ['client'],
  schema: GuardianMessage,
  async *pages(app, person) {
    for (const client of await asGuardian(app, person, null, listGuardedClients))
      if (client.rights.includes('messages')) yield* exportedMessages(app, person, client)
  },
})

async function* exportedMessages(app: AppContext, person: ExportingPerson, client: GuardedClient) {
  const { clientId: actingFor } = client
  const read = (page: { before?: number; limit: number }) =>
    asGuardian(app, person, actingFor, (tx) => readGuardianThread(tx, { actingFor, ...page }))
  const [last] = (await read({ limit: 1 })).items
  // If the guardian got the right to messages later, the first messages are hidden, so a page can have fewer messages.
  for (let after = 0; last && after < last.seq; after += messagesPerPage) {
    const { items, therapistName } = await read({ before: after + messagesPerPage + 1, limit: messagesPerPage })
    yield items
      .filter(({ seq }) => seq > after)
      .map((message) => messageItem(person, { message, client, therapistName }))
  }
}

type Sent = { message: GuardianMessage; client: GuardedClient; therapistName: string }

function messageItem(
  { language }: ExportingPerson,
  { message, client, therapistName }: Sent,
): ExportedItem<GuardianMessage> {
  const isOwn = message.by === 'guardian'
  return {
    data: message,
    title: isOwn ? translate(language, 'personalExport.youTo', { name: therapistName }) : therapistName,
    at: message.createdAt,
    side: isOwn ? 'own' : 'other',
    facts: labelledFacts(language, { client: client.firstName }),
    text: message.text,
  }
}

/** A form without the fields about other guardians. */
const OwnSigned = GuardianFormView.omit({ signerName: true, waitsForAnother: true, scan: true, guardians: true })
type OwnSigned = z.output<typeof OwnSigned>

/** The forms that a guardian has signed or begun to fill in, with the guardian's own answers. */
export const guardianFormExport = definePart({
  name: 'forms',
  roles: ['client'],
  schema: OwnSigned,
  async *pages(app, person) {
    for (const { clientId, rights } of await asGuardian(app, person, null, listGuardedClients)) {
      if (!rights.includes('forms')) continue
      const listed = await asGuardian(app, person, clientId, (tx) => listGuardianForms(tx, person.now))
      for (const { id } of listed.filter(({ signedBy }) => signedBy === null || signedBy === 'you')) {
        const form = await asGuardian(app, person, clientId, (tx) => readGuardianForm(tx, id, person.now))
        if (form.signedBy === 'you' || form.savedAt !== null) yield [formItem(person, form)]
      }
    }
  },
})

function formItem(person: ExportingPerson, form: GuardianFormView): ExportedItem<OwnSigned> {
  const { signerName: _name, waitsForAnother: _waits, scan: _scan, guardians: _guardians, ...data } = form
  const { content, answers, signature, title, therapistName, sentAt, state, firstName } = data
  const t = (key: string) => translate(person.language, `recordExport.${key}`)
  const shown = shownParts(content, answers).filter(({ field }) => field.type !== 'signature')
  return {
    data,
    title,
    at: sentAt,
    text: `${therapistName}\n${t(`formState.${state}`)}`,
    facts: [
      ...labelledFacts(person.language, { client: firstName }),
      ...shown.map(({ field, answer }) => ({ label: field.label, text: answer.join('\n') })),
      {
        label: t('signature'),
        text: signature ? `${signature.typedName}, ${exportedMoment(person, signature.signedAt)}` : '',
      },
    ],
  }
}
