import { randomUUID } from 'node:crypto'
import type { ApiClient } from '../../apps/server/src/testing/browser.ts'

/** A client with the id of their record, which is also the id of the conversation. */
type DemoCorrespondent = { api: ApiClient; id: string }
type DemoMessage = readonly [by: 'therapist' | 'client', text: string]

/** The conversations of a therapist with the first clients, oldest message first. The last messages of some are unread. */
const conversations: readonly { messages: readonly DemoMessage[]; isRead: boolean }[] = [
  {
    messages: [
      ['therapist', 'Hello, the room is being painted this week, so we meet in room 3 on the second floor.'],
      ['client', 'Thanks for letting me know. Is there a lift?'],
      ['therapist', 'Yes, on the left behind the entrance.'],
      [
        'client',
        'I filled in the sleep diary for the whole week this time. Should I bring it along or is it enough in the app?',
      ],
    ],
    isRead: false,
  },
  {
    messages: [
      ['client', 'I may be five minutes late on Monday, the bus timetable has changed.'],
      ['therapist', 'No problem, we will start when you are here.'],
      ['client', 'Thank you!'],
    ],
    isRead: true,
  },
  {
    messages: [
      ['therapist', 'The worksheet we talked about is among your tasks now.'],
      ['client', 'Found it.'],
      ['client', 'Question 4 is hard for me. Can we look at it together?'],
    ],
    isRead: false,
  },
  {
    messages: [
      ['client', 'Could we meet on Friday instead of Thursday next week?'],
      ['therapist', 'Friday at 10:00 is free. You can move the session in the app and I will confirm it.'],
    ],
    isRead: true,
  },
]

/**
 * Sends the messages of the demo practice, which are written in its language, English. Some conversations end with
 * unread messages, one has an edited message and one a deleted message.
 */
export async function createDemoMessages(therapist: ApiClient, clients: readonly DemoCorrespondent[]): Promise<void> {
  for (const [place, { messages, isRead }] of conversations.entries()) {
    const client = clients[place]
    if (!client) continue
    const apiOf = { therapist, client: client.api }
    for (const [seq, [by, text]] of messages.entries()) {
      // A person reads what the other side has written before they answer.
      if (seq > 0 && messages[seq - 1]?.[0] !== by) await apiOf[by].message.markRead({ id: client.id, upTo: seq })
      await send(apiOf[by], client.id, text)
    }
    if (isRead)
      for (const api of [therapist, client.api]) await api.message.markRead({ id: client.id, upTo: messages.length })
  }
  const [, second, , fourth] = clients
  if (fourth) await editOne(therapist, fourth)
  if (second) await deleteOne(second)
}

async function editOne(therapist: ApiClient, client: DemoCorrespondent): Promise<void> {
  const { id } = await send(therapist, client.id, 'Parking in the yard is free from 10:00.')
  await therapist.message.edit({ id, text: 'Parking in the yard is free from 9:30.' })
}

async function deleteOne(client: DemoCorrespondent): Promise<void> {
  const { id } = await send(client.api, client.id, 'Sorry, this was meant for someone else.')
  await client.api.message.delete({ id })
}

const send = (api: ApiClient, conversationId: string, text: string) =>
  api.message.send({ id: randomUUID(), conversationId, text })
