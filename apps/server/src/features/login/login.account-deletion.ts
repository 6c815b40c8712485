import { randomUUID } from 'node:crypto'
import type { AppContext } from '../../platform/app-context.ts'
import { writeCookie } from '../../platform/auth/cookies.ts'
import { enqueue } from '../../platform/jobs/enqueue.ts'
import type { Context } from '../../platform/policy/context.ts'
import { createRefusal } from '../../platform/policy/refusal.ts'
import { disconnect } from '../connection/connection.ts'
import { requireSignedIn, requireProvedFactor } from './login.calls.ts'
import { connectedRecords, eraseAccountData, eraseOwnProfile, deletionBlockers } from './login.queries.ts'
import { verifyOwnPassword } from './login.account-logins.ts'

const erased = ['account', 'profile', 'picture', 'notifications', 'settings', 'logins'] as const
const kept = {
  client: ['therapist-records', 'audit'],
  therapist: ['name', 'client-records', 'past-sessions', 'audit'],
  admin: ['audit'],
} as const

/** What a deletion erases and keeps, shown before the person decides. */
export async function deletionPreview({ app, actor, login }: Context) {
  const blockedBy = await app.db.asActor(actor, (tx) => deletionBlockers(tx, app.clock.now()))
  return { erased: [...erased], kept: [...kept[login?.role ?? 'client']], blockedBy }
}

/**
 * Deletes the caller’s account. Disconnects first, so that the other side is notified; everything else happens in the
 * same transaction. The login is deleted last, by a job if necessary.
 */
export async function deleteAccount(context: Context, password: string): Promise<void> {
  requireProvedFactor(context)
  await verifyOwnPassword(context, password)
  const { app, actor } = context
  const { userId } = requireSignedIn(context)
  const now = app.clock.now()
  await app.db.asActor(actor, async (tx) => {
    const blockers = await deletionBlockers(tx, now)
    if (blockers.length > 0) throw blocked(blockers)
    for (const clientId of await connectedRecords(tx)) await disconnect(tx, { clientId, command: randomUUID() }, now)
    const newBlockers = await eraseOwnProfile(tx, now)
    if (newBlockers.length > 0) throw blocked(newBlockers)
    await enqueue(tx, { name: 'farewell', data: { accountId: userId } })
  })
  await finishAccountDeletion(app, userId)
  writeCookie(context, 'login', null, 0)
}

/** The job that deletes the rest of an account. Safe to run twice. */
export async function finishAccountDeletion(
  app: Pick<AppContext, 'auth' | 'db' | 'avatars'>,
  accountId: string,
): Promise<void> {
  await app.auth.users.delete(accountId)
  // A concurrent request may have created the profile again.
  await eraseAccountData(app.db, accountId)
  await app.avatars.removeAllExcept(accountId, null)
}

const blocked = (blockedBy: string[]) => createRefusal('BLOCKED', 409, { blockedBy })
