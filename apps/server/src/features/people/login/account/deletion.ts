import type { AccountId, ClientId } from '@attune/contract/common/ids'
import { randomUUID } from 'node:crypto'
import type { AppContext } from '../../../../platform/app-context.ts'
import type { Tx } from '../../../../platform/database/actor.ts'
import { enqueue } from '../../../../platform/jobs/enqueue.ts'
import type { Context } from '../../../../platform/policy/context.ts'
import { createRefusal } from '../../../../platform/policy/refusal.ts'
import { disconnect } from '../../connection/connection.ts'
import { sendErasuresBriefly } from '../../../practice/administration/administration.ts'
import { readKeptInvoices } from '../../../billing/invoice/invoice.ts'
import { listCreditTotals } from '../../../billing/payment/payment.ts'
import { listSharedPartsNaming } from '../../../care/record-export/record-export.ts'
import { deleteLogin } from '../login.held.ts'
import { requireSignedIn, requireProvedFactor } from '../login.calls.ts'
import {
  listConnectedRecords,
  type DeletionBlocker,
  listDeletionBlockers,
  eraseAccountData,
  eraseOwnProfile,
} from '../login.queries.ts'
import { sealReport } from '../erasure-report/report-link.ts'
import { dataOfDeletion } from './erased-data.ts'
import { verifyOwnPassword } from './logins.ts'

/** Returns the kinds of data that a deletion would erase and keep, the invoices that are kept, and the reasons that block the deletion. */
export async function deletionPreview({ app, actor, login }: Context) {
  const facts = await app.db.asActor(actor, async (tx) => ({
    ...(await readObstacles(tx, app.clock.now())),
    invoices: await readKeptInvoices(tx),
  }))
  return { ...dataOfDeletion(login?.role ?? 'client', app.deletionKinds), ...facts }
}

/** Returns the reasons that block the deletion of the acting account, and the credits that a therapist's payers still have. */
async function readObstacles(tx: Tx, now: Date) {
  const credits = tx.actor.role === 'therapist' ? await listCreditTotals(tx) : []
  const blockers = await listDeletionBlockers(tx, now)
  return { credits, blockedBy: [...blockers, ...(credits.length > 0 ? (['credit'] as const) : [])] }
}

/**
 * Deletes the caller’s account. One transaction disconnects the person, notifies the connected people and erases the profile. Then the function
 * deletes the account in the schema `auth` and the remaining data. If this fails or the function is interrupted, a job completes the deletion. The
 * list of erasures is sent to the destinations of backups. Returns a signed text that gives access to the erasure report, which states whether the
 * deletion is complete. Refuses with STEP_UP, NO_PASSWORD, INVALID_CREDENTIALS, and with BLOCKED and the reasons that block the deletion.
 */
export async function deleteAccount(context: Context, password: string): Promise<string> {
  requireProvedFactor(context)
  await verifyOwnPassword(context, password)
  const { app, actor } = context
  const role = context.login?.role ?? 'client'
  const { userId } = requireSignedIn(context)
  const now = app.clock.now()
  const sharedParts = await countSharedParts(context)
  const job = randomUUID()
  const invoices = await app.db.asActor(actor, async (tx) => {
    const { blockedBy } = await readObstacles(tx, now)
    if (blockedBy.length > 0) throw blocked(blockedBy)
    const kept = await readKeptInvoices(tx)
    for (const { clientId } of await listConnectedRecords(tx))
      await disconnect(tx, { clientId, command: randomUUID(), sharedParts: sharedParts.get(clientId) ?? 0 }, now)
    const newBlockers = await eraseOwnProfile(tx, now)
    if (newBlockers.length > 0) throw blocked(newBlockers)
    await enqueue(tx, { name: 'farewell', data: { accountId: userId }, key: job })
    return kept
  })
  const isComplete = await tryToFinish(app, userId)
  deleteLogin(context, userId)
  const erasedAt = app.clock.now()
  await sendErasuresBriefly(app, erasedAt)
  return sealReport(app, { role, erasedAt, invoices, job: isComplete ? null : job })
}

/** Completes a deletion. Returns whether this succeeded; otherwise a job tries again. */
async function tryToFinish(app: AppContext, accountId: AccountId): Promise<boolean> {
  try {
    await finishAccountDeletion(app, accountId)
    return true
  } catch (error) {
    app.log.warn('a job completes the deletion of an account', { error })
    return false
  }
}

/**
 * Returns the number of shared parts of notes that name the caller, by record. The therapist of a record may remove the name, and learns only the
 * number.
 */
async function countSharedParts({ app, actor }: Context): Promise<Map<ClientId, number>> {
  if (actor.role !== 'client') return new Map()
  const records = await app.db.asActor(actor, listConnectedRecords)
  const counts = new Map<ClientId, number>()
  for (const { clientId, therapistId } of records)
    counts.set(clientId, (await listSharedPartsNaming(app, { role: 'therapist', id: therapistId }, clientId)).length)
  return counts
}

/**
 * Deletes the account in the schema `auth` and the data that remains after the profile was erased. Also runs as a
 * job, and may run twice.
 */
export async function finishAccountDeletion(
  app: Pick<AppContext, 'auth' | 'db' | 'avatars' | 'exportStore'>,
  accountId: AccountId,
): Promise<void> {
  await app.auth.users.delete(accountId)
  // Erases the profile again, because a concurrent request may have created a new one.
  await eraseAccountData(app.db, accountId)
  await app.avatars.removeAllExcept(accountId, null)
  await app.exportStore.removeAllOf(accountId)
}

const blocked = (blockedBy: (DeletionBlocker | 'credit')[]) => createRefusal('BLOCKED', 409, { blockedBy })
