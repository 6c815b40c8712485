import type { FreedTimeId, WaitingOfferId } from '@attune/contract/common/ids'
import { sql } from 'kysely'
import type { Tx } from '../../../platform/database/actor.ts'
import { notify } from '../../messages/notification/notification.ts'
import { readTherapistName } from '../../people/profile/profile.ts'

type Offered = { id: WaitingOfferId; to: string; startsAt: string }

/** Notifies a client, in the acting therapist's name, of an offer. */
export const notifyOfOffer = (tx: Tx, offer: Offered) => notifyClient(tx, 'waiting-offered', offer)

type Ended = Offered & { state: 'expired' | 'withdrawn' }

/** Notifies the clients whose offers have expired or were withdrawn, each once. Does not notify a client who has left the waiting list. */
export async function notifyOfEndedOffers(tx: Tx): Promise<void> {
  const { rows } = await sql<Ended & { isToTell: boolean }>`
    update app.waiting_offer o set is_told = true from app.waiting_entry e
    where o.therapist_id = ${tx.actor.id} and o.state in ('expired', 'withdrawn') and not o.is_told
      and e.therapist_id = o.therapist_id and e.id = o.entry_id
    returning o.id, o.account_id as "to", o.starts_at as "startsAt", o.state,
      e.ended_at is null or e.ended_by in ('removed', 'over') as "isToTell"`.execute(tx.kysely)
  for (const { isToTell, state, ...offer } of rows) if (isToTell) await notifyClient(tx, `waiting-${state}`, offer)
}

async function notifyClient(
  tx: Tx,
  type: 'waiting-offered' | 'waiting-expired' | 'waiting-withdrawn',
  { id, to, startsAt }: Offered,
): Promise<void> {
  const therapistId = tx.actor.id
  await notify(tx, {
    to,
    type,
    params: { name: await readTherapistName(tx), startsAt },
    about: { type: 'waiting-offer', id },
    person: therapistId,
    email: { actingFor: therapistId },
  })
}

/** Notifies the acting therapist of a freed time that matches waiting clients. */
export const notifyOfFreedTime = (tx: Tx, freed: { id: FreedTimeId; startsAt: string; count: number }) =>
  notify(tx, {
    to: tx.actor.id,
    type: 'waiting-freed',
    params: { startsAt: freed.startsAt, count: freed.count },
    about: { type: 'waiting-offer', id: freed.id },
    person: null,
  })
