import type { ClientId } from '@attune/contract/common/ids'
import type { TimelineItem } from '@attune/contract/features/people/client/client.timeline'
import type { Tx } from '../../../platform/database/actor.ts'

export { hasRecordContent, recordHasContentSql } from './client-history.content.ts'
export { readClientTimeline } from './client-history.queries.ts'

type ClientEvent = { client: string; kind: TimelineItem['kind']; detail?: string; command?: string }

/** Records an event of a client record, with the acting therapist as its author. */
export async function recordClientEvent(tx: Tx, event: ClientEvent): Promise<void> {
  await tx.kysely
    .insertInto('client_event')
    .values({
      therapist_id: tx.actor.id,
      client_id: event.client,
      by_role: 'therapist',
      kind: event.kind,
      detail: event.detail ?? '',
      command: event.command ?? null,
    })
    .execute()
}

/** Returns the client and the kind of the event that the acting therapist recorded with this command, or undefined if there is none. */
export async function findClientEvent(
  tx: Tx,
  command: string,
): Promise<{ client_id: ClientId; kind: string } | undefined> {
  return tx.kysely
    .selectFrom('client_event')
    .select(['client_id', 'kind'])
    .where('therapist_id', '=', tx.actor.id)
    .where('command', '=', command)
    .executeTakeFirst()
}
