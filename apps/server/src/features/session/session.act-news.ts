import type { Tx } from '../../platform/database/actor.ts'
import type { GuardianKind } from '../../platform/mail/kinds.ts'
import { postToGuardians, tell } from '../notification/notification.ts'
import { afterthoughtSeconds, nameIn, ownName } from './session.news.ts'

type ActKind = `series-${'planned' | 'changed' | 'cancelled' | 'accepted'}` | `sessions-${'moved' | 'cancelled'}`

/** What guardians are told of, as with single sessions. */
const guardianKinds: Partial<Record<ActKind, GuardianKind>> = {
  'series-planned': 'guardian-series-planned',
  'series-changed': 'guardian-series-changed',
  'series-cancelled': 'guardian-series-cancelled',
  'sessions-moved': 'guardian-series-changed',
  'sessions-cancelled': 'guardian-series-cancelled',
}

type Told = { id: string; account: string | null; count: number; first: string; startsAt: string }

/**
 * Tells of one act of the therapist upon many sessions: each client who takes part in one of them once in the app and once by mail, of
 * those without an account their guardians by mail. To be called when the sessions are as they are to be and the steps of the act stand
 * in the history with its id, from which the mail is written.
 * @param delaySeconds how long the mails wait; null: none leaves
 */
export async function tellOfAct(
  tx: Tx,
  kind: ActKind,
  act: string,
  sessionIds: string[],
  delaySeconds: number | null = kind === 'series-planned' ? 0 : afterthoughtSeconds,
): Promise<void> {
  if (!sessionIds.length) return
  const actingFor = tx.actor.id as string
  const [{ rows }, name] = await Promise.all([
    tx.run<Told>(
      `select c.id, c.account_id as account, count(*)::int as count, min(s.starts_at) as "startsAt",
         (array_agg(s.id order by s.starts_at))[1] as first
       from app.session s join app.session_client sc on sc.therapist_id = s.therapist_id and sc.session_id = s.id
         join app.client c on c.id = sc.client_id
       where s.therapist_id = $1 and s.id = any ($2::uuid[]) and sc.answer <> 'declined' and c.status <> 'inactive'
       group by c.id, c.account_id order by c.id`,
      [actingFor, sessionIds],
    ),
    ownName(tx),
  ])
  for (const { id, account, count, first, startsAt } of rows) {
    if (account) {
      await tell(tx, {
        to: account,
        kind,
        params: { name, startsAt, count },
        about: { type: 'session', id: first },
        ...(delaySeconds !== null && { mail: { actingFor, subject: act, generation: 0, delaySeconds } }),
      })
      continue
    }
    const guardianKind = guardianKinds[kind]
    if (!guardianKind || delaySeconds === null) continue
    await postToGuardians(tx, { client: id, kind: guardianKind, subject: act, generation: 0, delaySeconds })
  }
}

/** Tells the therapist once of one act of the acting client upon many sessions; the mail is written from the history. */
export async function tellTherapistOfAct(
  tx: Tx,
  kind: 'series-accepted',
  act: string,
  sessions: { therapistId: string; first: { id: string; startsAt: string }; count: number },
): Promise<void> {
  const { therapistId, first, count } = sessions
  await tell(tx, {
    to: therapistId,
    kind,
    params: { name: await nameIn(tx, first.id), startsAt: first.startsAt, count },
    about: { type: 'session', id: first.id },
    mail: { actingFor: therapistId, subject: act, generation: 0 },
  })
}
