import type { ClientId, TherapistId } from '@attune/contract/common/ids'
import type { AppContext } from '../../../platform/app-context.ts'
import type { AnyActor, Tx } from '../../../platform/database/actor.ts'
import { createRefusal, recordConnected } from '../../../platform/policy/refusal.ts'

/** The numbers of items that the erasure of a record deleted, and of issued invoices that stay until their own period ends. */
export type ErasedRecord = {
  sessions: number
  notes: number
  messages: number
  documents: number
  files: number
  keptInvoices: number
}

type Outcome = ErasedRecord & { outcome: 'erased' | 'gone' | 'held' | 'connected' }

/**
 * Erases a record of a therapist completely, in one transaction with its line in the list of erased ids. Issued invoices stay until their own period
 * ends. Returns the numbers of erased items; null if the record does not exist or is erased already. Refuses with HELD while the record has a legal
 * hold, and with CONNECTED while client and therapist are connected.
 */
export async function eraseRecord(
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  { therapistId, clientId }: { therapistId: TherapistId; clientId: ClientId },
): Promise<ErasedRecord | null> {
  return db.asActor({ role: 'worker', id: therapistId }, (tx) => eraseRecordIn(tx, clientId, clock.now()))
}

/** Erases a record of the therapist for whom the worker acts, like `eraseRecord`, in the transaction of the check that precedes it. */
export async function eraseRecordIn(tx: Tx<AnyActor>, clientId: ClientId, now: Date): Promise<ErasedRecord | null> {
  const { rows } = await tx.run<Outcome>(
    `select outcome, sessions, notes, messages, documents, files, kept_invoices as "keptInvoices" from def.erase_record($1, $2)`,
    [clientId, now],
  )
  const [{ outcome, ...erased } = { outcome: 'gone' }] = rows
  if (outcome === 'held') throw createRefusal('HELD', 409)
  if (outcome === 'connected') throw recordConnected()
  if (outcome === 'gone' || !('sessions' in erased)) return null
  tx.recordErased('record', [clientId])
  return erased
}
