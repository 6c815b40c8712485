import type { InvitationId } from '@attune/contract/common/ids'
import type { ConnectedTherapist } from '@attune/contract/features/people/connection/connection'
import { sql } from 'kysely'
import type { Tx } from '../../../platform/database/actor.ts'
import { fromNextSession } from '../../schedule/schedule/schedule.ts'

/**
 * Returns the acting client's current therapists, followed by the former ones. Each group begins with the latest
 * connection.
 */
export async function listTherapists(tx: Tx, now: Date): Promise<ConnectedTherapist[]> {
  const { rows } = await sql<ConnectedTherapist>`
    select c.therapist_id as "therapistId", c.id as "clientId", p.name as name, p.avatar_url as "avatarUrl",
      p.zone, coalesce(t.specialization, '') as specialization, coalesce(t.credentials, '') as credentials,
      coalesce(t.bio, '') as bio, coalesce(t.about_me, '') as "aboutMe", c.connected_at as since, c.disconnected_at as "disconnectedAt",
      p.disabled_at is not null as "isUnreachable",
      case when c.disconnected_at is null then 'connected' else 'disconnected' end as status,
      (select json_build_object('id', s.id, 'startsAt', s.starts_at) ${fromNextSession(now)}) as "nextSession"
    from app.client c join app.person p on p.account_id = c.therapist_id left join app.therapist_profile t on t.account_id = c.therapist_id
    where c.account_id = ${tx.actor.id} and c.connected_at is not null
    order by c.disconnected_at is not null, c.connected_at desc, c.id`.execute(tx.kysely)
  return rows.map((row) => ({
    ...row,
    nextSession: row.nextSession && { ...row.nextSession, startsAt: new Date(row.nextSession.startsAt).toISOString() },
  }))
}

/** Returns an invitation of the acting therapist, with the fields from which its link and code are derived; undefined for any other invitation. */
export async function findOwnInvitation(tx: Tx, id: InvitationId) {
  return tx.kysely
    .selectFrom('invitation')
    .select(['id', 'generation', 'email', 'expires_at', 'state'])
    .where('id', '=', id)
    .where('therapist_id', '=', tx.actor.id)
    .executeTakeFirst()
}

/** Returns the acting therapist's name and time zone for emails. */
export async function readOwnNameAndZone(tx: Tx): Promise<{ name: string; zone: string }> {
  const { rows } = await sql<{ name: string; zone: string }>`
    select name, zone from app.person where account_id = ${tx.actor.id}`.execute(tx.kysely)
  return rows[0] ?? { name: '', zone: 'UTC' }
}
