import type { ConnectedTherapist } from '@attune/contract/features/connection'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Tx } from '../../platform/database/actor.ts'

/** The therapists whom the acting client is connected to, the newest first. */
export async function therapistsOf(tx: Tx): Promise<z.infer<typeof ConnectedTherapist>[]> {
  const { rows } = await sql<z.infer<typeof ConnectedTherapist>>`
    select c.therapist_id as "therapistId", c.id as "clientId", trim(p.first_name || ' ' || p.last_name) as name, p.avatar_url as "avatarUrl",
      p.zone, coalesce(t.specialization, '') as specialization, coalesce(t.credentials, '') as credentials,
      coalesce(t.about_me, '') as "aboutMe", c.connected_at as since
    from app.client c join app.profile p on p.account_id = c.therapist_id left join app.therapist_profile t on t.account_id = c.therapist_id
    where c.account_id = ${tx.actor.id} and c.disconnected_at is null and c.connected_at is not null
    order by c.connected_at desc`.execute(tx.kysely)
  return rows
}

/** An own invitation that may still be accepted, with what its secrets are made from. */
export async function openInvitation(tx: Tx, id: string) {
  return tx.kysely
    .selectFrom('invitation')
    .select(['id', 'generation', 'email', 'expires_at', 'state'])
    .where('id', '=', id)
    .where('therapist_id', '=', tx.actor.id)
    .executeTakeFirst()
}
