import type { Conversation, Message } from '@attune/contract/features/messages/message/message'
import { Message as MessageForm } from '@attune/contract/features/messages/message/message'
import type { AppContext } from '../../../platform/app-context.ts'
import {
  definePart,
  exportedFileOf,
  type ExportedItem,
  type ExportingPerson,
} from '../../../platform/personal-export/exported-part.ts'
import { translate } from '../../../platform/text/translations.ts'
import { readConversationPage } from './read/conversations.ts'
import { readMessagePage } from './read/queries.ts'

const [conversationsPerPage, messagesPerPage] = [100, 200]

/** The conversations of a client, each from the first message on. */
export const messageExport = definePart({
  name: 'messages',
  roles: ['client'],
  schema: MessageForm,
  async *pages(app, person) {
    for await (const conversation of conversationsOf(app, person)) yield* exportedMessages(app, person, conversation)
  },
})

async function* conversationsOf({ db }: AppContext, { actor }: ExportingPerson): AsyncGenerator<Conversation> {
  let after: string | undefined
  for (;;) {
    const page = await db.asActor(actor, (tx) => readConversationPage(tx, { after, limit: conversationsPerPage }))
    yield* page.items
    if (page.next === null) return
    after = page.next
  }
}

async function* exportedMessages(app: AppContext, person: ExportingPerson, { id, person: { name } }: Conversation) {
  let after = 0
  for (;;) {
    const page = await app.db.asActor(person.actor, (tx) =>
      readMessagePage(tx, { id, after, limit: messagesPerPage }, person.now),
    )
    yield page.items.map((message) => itemOf(app, person, { message, name }))
    after = page.items.at(-1)?.seq ?? after
    if (!page.hasNewer) return
  }
}

type Named = { message: Message; name: string }

function itemOf(app: AppContext, { language }: ExportingPerson, { message, name }: Named): ExportedItem<Message> {
  const t = (key: string, params?: Record<string, string>) => translate(language, `personalExport.${key}`, params)
  const isOwn = message.by === 'client'
  return {
    data: message,
    title: isOwn ? t('youTo', { name }) : name,
    at: message.createdAt,
    side: isOwn ? 'own' : 'other',
    text: message.isDeleted ? t('deletedMessage') : message.text,
    files: message.attachments.map((file) => exportedFileOf(app, file, message.createdAt)),
  }
}
