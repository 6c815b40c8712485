import type { TextTotals } from '@attune/contract/features/messages/text-message/text-message'
import type { Tx } from '../../../platform/database/actor.ts'

type Total = TextTotals['items'][number]

/** Returns the start of the month eleven months before `now`, in UTC. */
const firstMonth = (now: Date) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 11, 1))

/**
 * Returns, for each of the last twelve months and each channel, the numbers of text messages that the acting therapist has sent and received.
 * Received messages include those that are not assigned to a conversation.
 */
export async function listOwnTextTotals(tx: Tx, now: Date): Promise<Total[]> {
  const { rows } = await tx.run<Total>(
    `select to_char(e.at at time zone 'UTC', 'YYYY-MM') as month, e.channel, sum(e.sent)::int as messages, sum(e.segments)::int as segments,
       sum(1 - e.sent)::int as received
     from (select asked_at as at, channel, 1 as sent, coalesce(segments, 1) as segments from app.delivery where is_accepted and asked_at >= $1
       union all select created_at, channel, 0, 0 from app.message where by_role = 'client' and channel <> 'app' and created_at >= $1
       union all select received_at, channel, 0, 0 from app.unassigned_text where received_at >= $1) e
     group by 1, 2 order by 1 desc, 2`,
    [firstMonth(now)],
  )
  return rows
}

/**
 * Returns, for each of the last twelve months and each channel, the numbers of text messages that all therapists have sent and received. Also returns
 * the number of received messages from unknown numbers in this period, and the time of the latest one.
 */
export async function readPracticeTextTotals(tx: Tx, now: Date) {
  const [totals, unknown] = await Promise.all([
    tx.run<Total>(
      'select month, channel, messages, segments, received from def.text_totals($1) order by month desc, channel',
      [firstMonth(now)],
    ),
    tx.run<{ count: number; latestAt: string | null }>(
      'select count, latest_at as "latestAt" from def.unknown_texts($1)',
      [firstMonth(now)],
    ),
  ])
  return { items: totals.rows, unknown: unknown.rows[0] ?? { count: 0, latestAt: null } }
}
