import type pg from 'pg'
import { cookieName, signCookie } from '../apps/server/src/platform/auth/login/cookies.ts'
import { hashLoginToken } from '../apps/server/src/platform/auth/login/tokens.ts'
import type { Secrets } from '../apps/server/src/platform/secrets/secrets.ts'
import { randomId } from '../apps/server/src/testing/database/database.ts'
import { seedTherapist, writeAsOwner } from '../apps/server/src/testing/practice.ts'

/** A signed-in person of a call. `cookieOf` returns the cookie that their browser sends to the server at `address`. */
export type CallPerson = { name: string; cookieOf(address: string): { name: string; value: string } }

/** A session in Attune that takes place now, with its therapist and clients. */
export type CallSetting = {
  sessionId: string
  therapist: CallPerson
  clients: (CallPerson & { recordId: string })[]
}

/** Adds a therapist with clients who have accepted a session that takes place now. Calls of several clients always go through the relay. */
export async function addCall(
  db: pg.Client,
  secrets: Secrets,
  { clients, relayOnly }: { clients: number; relayOnly: boolean },
): Promise<CallSetting> {
  const { id, clients: records } = await seedTherapist(db, clients)
  const sessionId = randomId()
  await writeAsOwner(db, async () => {
    const accounts = [id, ...records.map(({ accountId }) => accountId)]
    await db.query('update app.profile set onboarded_at = now() where account_id = any ($1)', [accounts])
    if (relayOnly)
      await db.query(
        `insert into app.session_terms (therapist_id, cancel_late_hours, cancel_blocked_hours, move_late_hours, move_blocked_hours,
           accept_early_cancels, propose_times, duration_minutes, remind_before, calls_through_relay)
         values ($1, 24, 0, 24, 0, false, true, 50, '{1440}', true)`,
        [id],
      )
    await db.query(
      `insert into app.session (id, therapist_id, starts_at, ends_at, format, therapy_type, in_attune, status, booked_anyway)
       values ($1, $2, now() - interval '5 minutes', now() + interval '55 minutes', 'video', $3, true, 'confirmed', true)`,
      [sessionId, id, clients > 1 ? 'family' : 'individual'],
    )
    for (const { id: recordId, accountId } of records) {
      await db.query('update app.client set first_name = $2 where id = $1', [recordId, nameOf(accountId)])
      await db.query(
        `insert into app.session_client (therapist_id, session_id, client_id, starts_at, answer)
         select $1, $2, $3, starts_at, 'accepted' from app.session where id = $2`,
        [id, sessionId, recordId],
      )
    }
  })
  const therapist = await signIn(db, secrets, { id, name: 'Thea Thea', strength: 2 })
  const people: CallSetting['clients'] = []
  for (const { id: recordId, accountId } of records)
    people.push({
      ...(await signIn(db, secrets, { id: accountId, name: nameOf(accountId), strength: 1 })),
      recordId,
    })
  return { sessionId, therapist, clients: people }
}

/** The clients of a call have different names, so that their pictures can be told apart. */
const nameOf = (accountId: string) => `Clara ${accountId.slice(-4)}`

async function signIn(
  db: pg.Client,
  { authSecret }: Secrets,
  { id, name, strength }: { id: string; name: string; strength: number },
): Promise<CallPerson> {
  const token = `call-${randomId()}`
  await db.query('begin; set local role attune_owner')
  await db.query(`insert into auth."user" (id, email, email_verified) values ($1, $1::uuid || '@example.org', true)`, [
    id,
  ])
  await db.query(
    `insert into auth.login (user_id, token, strength, method, expires_at) values ($1, $2, $3, 'totp', now() + interval '7 days')`,
    [id, hashLoginToken(token), strength],
  )
  await db.query('commit')
  const cookieOf = (address: string) => ({
    name: cookieName('login', address.startsWith('https:')),
    value: signCookie(token, authSecret),
  })
  return { name, cookieOf }
}
