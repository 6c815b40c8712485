import type { ClientId, TherapistId } from '@attune/contract/common/ids'
import { isStartWord, isStopWord } from '@attune/contract/features/messages/consent/consent.rules'
import { textLengths } from '@attune/contract/common/text/lengths'
import { randomUUID } from 'node:crypto'
import type { AppContext } from '../../../platform/app-context.ts'
import type { IncomingText } from '../../../platform/channels/text-provider.ts'
import type { AnyActor, Tx } from '../../../platform/database/actor.ts'
import { stopNumber } from '../delivery/delivery.ts'
import { notifyTherapistOfText, wordsOf } from '../message/message.ts'
import { keepTextMedia } from './text-message.media.ts'

type Owner = { therapistId: TherapistId; clientId: ClientId }
type Received = { text: IncomingText; now: Date }

/**
 * Stores a text message that the provider has received. Stores it only once, even if the provider reports it several times. STOP ends texts to the
 * number; START is recorded. Any other text goes to the conversation from which the latest text to the number was sent, or else to 'Unassigned' of
 * the only therapist whose clients have the number. If clients of several therapists have it, 'Unassigned' of each gets an entry without the text. If
 * no client has the number, only the time of the text is stored. Never sends a reply. Resolves after the commit.
 */
export async function receiveText(
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  incoming: IncomingText,
): Promise<void> {
  const received = { text: { ...incoming, body: keptBody(incoming.body) }, now: clock.now() }
  const { body } = received.text
  if (isStopWord(body) || isStartWord(body)) {
    return db.asActor({ role: 'worker', id: null }, (tx) => noteCommand(tx, received))
  }
  const owner = await db.asActor({ role: 'worker', id: null }, (tx) => findLastWriter(tx, received))
  if (owner) {
    return db.asActor({ role: 'worker', id: owner.therapistId }, (tx) => addToConversation(tx, owner, received))
  }
  return db.asActor({ role: 'worker', id: null }, (tx) => keepUnassigned(tx, received))
}

/** Returns the text to store: trimmed, cut to the maximum length, and without null characters, which the database cannot store. */
const keptBody = (body: string) => body.replaceAll('\0', '').trim().slice(0, textLengths.message)

async function noteOnce(tx: Tx<AnyActor>, { text, now }: Received, outcome: string): Promise<boolean> {
  const { rows } = await tx.run<{ fresh: boolean }>('select def.note_incoming_text($1, $2, $3, $4) as fresh', [
    text.providerId,
    text.channel,
    outcome,
    now,
  ])
  return rows[0]?.fresh ?? false
}

async function noteCommand(tx: Tx<AnyActor>, received: Received): Promise<void> {
  const { text, now } = received
  const isStop = isStopWord(text.body)
  if (!(await noteOnce(tx, received, isStop ? 'stop' : 'start'))) return
  if (isStop) await stopNumber(tx, text.from, now)
  else await tx.run('select def.start_number($1, $2)', [text.from, now])
}

/** Returns the therapist and the client from whose conversation the latest text to the sender's number was sent; null if there is none. */
async function findLastWriter(tx: Tx<AnyActor>, { text }: Received): Promise<Owner | null> {
  const { rows } = await tx.run<Owner>(
    'select therapist_id as "therapistId", client_id as "clientId" from def.last_writer_to($1, $2, $3)',
    [text.from, text.channel, text.to],
  )
  return rows[0] ?? null
}

async function addToConversation(tx: Tx, { therapistId, clientId }: Owner, received: Received): Promise<void> {
  const { text, now } = received
  if (!(await noteOnce(tx, received, 'message'))) return
  const { channel, body } = text
  const messageId = await insertReceivedText(tx, { clientId, channel, body, lostMedia: 0, receivedAt: now, now })
  await keepTextMedia(tx, { therapistId, messageId, unassignedId: null }, text, now)
}

/** `lostMedia` is the number of files of the text that were not stored. */
type ReceivedText = {
  clientId: ClientId
  channel: string
  body: string
  lostMedia: number
  receivedAt: Date
  now: Date
}

/**
 * Inserts a text message of a client into a conversation of the acting therapist. Notifies the therapist only in a job, not if the therapist assigns
 * the text. Returns the id of the message.
 */
export async function insertReceivedText(
  tx: Tx,
  { clientId, channel, body, lostMedia, receivedAt, now }: ReceivedText,
): Promise<string> {
  const id = randomUUID()
  const { rows } = await tx.run<{ seq: number }>(
    'select def.insert_received_text($1, $2, $3, $4, $5, $6, $7, $8) as seq',
    [id, clientId, channel, body, wordsOf(body), receivedAt, now, lostMedia],
  )
  const [inserted] = rows
  if (inserted && tx.actor.role === 'worker') await notifyTherapistOfText(tx, { clientId, seq: inserted.seq })
  return id
}

/**
 * Stores a text message that belongs to no conversation. If one therapist has clients with the number, stores the message with its body and files for
 * this therapist. If several therapists do, stores it for each of them without body and files. If none does, only records that it arrived. Does
 * nothing for a message that was already recorded.
 */
async function keepUnassigned(tx: Tx<AnyActor>, received: Received): Promise<void> {
  const { text, now } = received
  const { rows } = await tx.run<{ therapist: string }>('select def.therapists_with_number($1) as therapist', [
    text.from,
  ])
  const outcome = rows.length === 0 ? 'unknown' : rows.length === 1 ? 'unassigned' : 'several'
  if (!(await noteOnce(tx, received, outcome))) return
  const isKept = rows.length === 1
  for (const { therapist } of rows) {
    const unassignedId = randomUUID()
    await tx.run('select def.keep_unassigned_text($1, $2, $3, $4, $5, $6, $7)', [
      unassignedId,
      therapist,
      text.channel,
      text.from,
      isKept ? text.body : null,
      now,
      isKept ? 0 : text.media.length,
    ])
    if (isKept) await keepTextMedia(tx, { therapistId: therapist, messageId: null, unassignedId }, text, now)
  }
}
