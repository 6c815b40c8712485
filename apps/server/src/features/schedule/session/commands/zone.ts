import type { SessionId } from '@attune/contract/common/ids'
import type { Tx } from '../../../../platform/database/actor.ts'

type MovedTimes = { id: SessionId; startsAt: string; endsAt: string }

/**
 * Moves all sessions in one statement, so that a session can move to the old time of another one. Clients must answer
 * again, except those who have declined.
 */
export async function moveSessionsToZone(tx: Tx, moved: MovedTimes[], now: Date): Promise<void> {
  if (!moved.length) return
  const times = [
    tx.actor.id,
    moved.map(({ id }) => id),
    moved.map(({ startsAt }) => startsAt),
    moved.map(({ endsAt }) => endsAt),
    now,
  ]
  await tx.run(
    `update app.session s set starts_at = v.starts_at, ends_at = v.ends_at, status = 'rescheduled', sequence = s.sequence + 1, booked_at = $5,
       revision = s.revision + 1, updated_at = $5
     from unnest($2::uuid[], $3::timestamptz[], $4::timestamptz[]) v (id, starts_at, ends_at) where s.therapist_id = $1 and s.id = v.id`,
    times,
  )
  await tx.run(
    `update app.session_client sc set starts_at = v.starts_at, answer = case when sc.answer = 'declined' then sc.answer else 'awaited' end
     from unnest($2::uuid[], $3::timestamptz[]) v (id, starts_at) where sc.therapist_id = $1 and sc.session_id = v.id`,
    times.slice(0, 3),
  )
}
