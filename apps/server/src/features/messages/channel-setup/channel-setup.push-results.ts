import { sql } from 'kysely'
import type { AnyActor, Tx } from '../../../platform/database/actor.ts'

/** Records that a push service has accepted a notification. Writes at most once an hour, except after a refusal. */
export async function recordPushAccepted(tx: Tx<AnyActor>, now: Date): Promise<void> {
  await sql`update app.channel_setting set push_accepted_at = ${now}, push_refused_at = null, push_refused_status = null
    where push_refused_at is not null or push_accepted_at is null or push_accepted_at < ${now}::timestamptz - interval '1 hour'`.execute(
    tx.kysely,
  )
}

/** Records that a push service has refused the key of this host. */
export async function recordPushRefused(tx: Tx<AnyActor>, status: number, now: Date): Promise<void> {
  await sql`update app.channel_setting set push_refused_at = ${now}, push_refused_status = ${status}`.execute(tx.kysely)
}
