import type { MessageId, TextMediaId, TherapistId, UnassignedTextId } from '@attune/contract/common/ids'
import type { MediaRefusal } from '@attune/contract/features/messages/text-message/text-message.rules'
import { randomUUID } from 'node:crypto'
import type { AppContext } from '../../../platform/app-context.ts'
import type { IncomingText, TextChannel } from '../../../platform/channels/text-provider.ts'
import type { AnyActor, Tx } from '../../../platform/database/actor.ts'
import { enqueue } from '../../../platform/jobs/enqueue.ts'
import { addReceivedFile, removeReceivedFile, storeReceivedFile } from '../../care/file/file.ts'

export type TextMediaJob = { mediaId: TextMediaId; therapistId: TherapistId }
type Fetcher = Pick<AppContext, 'db' | 'clock' | 'texts' | 'fileStore'>

/** The maximum number of files of one received text. */
const mostFiles = 10
/** The time in milliseconds after which the server no longer tries to fetch a file. */
const patienceMilliseconds = 24 * 3_600_000
/** The time in milliseconds after which the job of a waiting file counts as lost. */
const overdueMilliseconds = 6 * 3_600_000

/** The owner of a text's files: a message of the therapist, or a text in the therapist's list 'Unassigned'. */
type Place = { therapistId: TherapistId; messageId: MessageId | null; unassignedId: UnassignedTextId | null }

/** Records the files of a text, at most `mostFiles`, and enqueues a job for each that fetches it. */
export async function keepTextMedia(
  tx: Tx<AnyActor>,
  place: Place,
  { channel, media }: IncomingText,
  now: Date,
): Promise<void> {
  const addresses = media.slice(0, mostFiles).map(({ address }) => address)
  if (addresses.length === 0) return
  const { therapistId } = place
  const ids = addresses.map(() => randomUUID())
  await tx.run('select def.keep_text_media($1, $2, $3, $4, $5, $6, $7)', [
    therapistId,
    place.messageId,
    place.unassignedId,
    channel,
    ids,
    addresses,
    now,
  ])
  for (const mediaId of ids) await enqueue(tx, { name: 'text-media', data: { mediaId, therapistId } })
}

type WaitingMedia = { address: string; channel: TextChannel; place: number; receivedAt: string }

/**
 * Fetches a file of a received text from the provider and adds it to the therapist's files, where it is checked like an upload. If two jobs fetch the
 * same file, it is added once. Throws if another attempt may succeed. The last attempt, or one after a day, records instead that the file is not
 * available.
 */
export async function fetchTextMedia(context: Fetcher, job: TextMediaJob, { last }: { last: boolean }): Promise<void> {
  const { db, clock, texts } = context
  const asTherapist = { role: 'worker', id: job.therapistId } as const
  const waiting = await db.asActor(asTherapist, (tx) => findWaitingMedia(tx, job.mediaId))
  if (!waiting) return
  const isLast = last || clock.now().getTime() - Date.parse(waiting.receivedAt) > patienceMilliseconds
  const refuse = (refusal: MediaRefusal) => db.asActor(asTherapist, (tx) => refuseMedia(tx, job.mediaId, refusal))
  const outcome = await texts.fetchMedia(waiting.address)
  if (outcome.state === 'refused') return refuse(outcome.reason)
  if (outcome.state === 'failed') {
    if (isLast) return refuse('unavailable')
    throw new Error('a file of a text could not be fetched')
  }
  const received = await storeReceivedFile(context, job.mediaId, outcome.bytes)
  if ('refusal' in received) {
    if (received.refusal === 'no-room' && !isLast) throw new Error('there is no room for a file of a text')
    return refuse(received.refusal === 'unfinished' ? 'broken' : received.refusal)
  }
  const isAdded = await db.asActor(asTherapist, async (tx) => {
    const locked = await findWaitingMedia(tx, job.mediaId, 'for update')
    if (!locked) return false
    const added = await addReceivedFile(tx, context, received, nameOf(locked))
    if (added === 'over-quota') {
      await refuseMedia(tx, job.mediaId, added)
      return false
    }
    await tx.run('update app.text_media set address = null, file_id = id where id = $1', [job.mediaId])
    return true
  })
  // After an error it is unknown whether the file was added, so its bytes stay.
  if (!isAdded) await removeReceivedFile(context, received)
}

const channelNames = { sms: 'SMS', whatsapp: 'WhatsApp' } as const

/** Returns the name of a file without its extension: the channel and the number of the file in the text. The provider gives no file name. */
const nameOf = ({ channel, place }: WaitingMedia) => `${channelNames[channel]} ${place + 1}`

/** Returns a file that waits to be fetched; undefined if it was fetched, refused or deleted. */
async function findWaitingMedia(
  tx: Tx,
  id: TextMediaId,
  lock: 'for update' | '' = '',
): Promise<WaitingMedia | undefined> {
  const { rows } = await tx.run<WaitingMedia>(
    `select address, channel, place, received_at as "receivedAt" from app.text_media where id = $1 and address is not null ${lock}`,
    [id],
  )
  return rows[0]
}

async function refuseMedia(tx: Tx, id: TextMediaId, refusal: MediaRefusal): Promise<void> {
  await tx.run('update app.text_media set address = null, refusal = $2 where id = $1 and address is not null', [
    id,
    refusal,
  ])
}

/** Enqueues files that still wait after all attempts of their jobs, for example because the server was stopped. */
export async function fetchOverdueMedia({ db, clock }: Pick<AppContext, 'clock' | 'db'>): Promise<void> {
  const { rows } = await db.asActor({ role: 'worker', id: null }, (tx) =>
    tx.run<TextMediaJob>('select id as "mediaId", therapist_id as "therapistId" from def.overdue_text_media($1)', [
      new Date(clock.now().getTime() - overdueMilliseconds),
    ]),
  )
  for (const data of rows) {
    await db.asActor({ role: 'worker', id: data.therapistId }, (tx) =>
      enqueue(tx, { name: 'text-media', data, key: data.mediaId }),
    )
  }
}
