import type { JournalEntryId, TherapistId } from '@attune/contract/common/ids'
import { shortName } from '@attune/contract/features/people/account/account.rules'
import { sql } from 'kysely'
import type { Tx } from '../../../../platform/database/actor.ts'
import { conflict, notFound, createRefusal } from '../../../../platform/policy/refusal.ts'
import { notify } from '../../../messages/notification/notification.ts'
import { requireEntry } from '../entry/save.ts'

type Share = { id: JournalEntryId; therapistIds: TherapistId[]; command: string }
type Refused = keyof typeof refusals

const refusals = {
  'not-found': () => notFound(),
  conflict: () => conflict(),
  'in-bin': () => createRefusal('IN_BIN', 409),
  'not-connected': () => createRefusal('NOT_CONNECTED', 409),
}

/**
 * Shares one of the acting client’s entries and its files with connected therapists, and notifies the new readers. The first share publishes the
 * working copy; a therapist who is added later reads the already published version. Repeating the command changes nothing, even after the share was
 * revoked. Refuses with NOT_FOUND, with IN_BIN for an entry in the trash, and with NOT_CONNECTED.
 */
export async function shareOwnEntry(tx: Tx, share: Share, now: Date): Promise<void> {
  const { rows } = await tx.run<{ outcome: 'shared' | 'repeated' | Refused; fresh: string[] | null }>(
    'select outcome, fresh from def.share_entry($1, $2, $3, $4)',
    [share.id, share.therapistIds, share.command, now],
  )
  const { outcome, fresh } = rows[0] ?? { outcome: 'not-found', fresh: null }
  if (outcome === 'repeated') return
  if (outcome !== 'shared') throw refusals[outcome]()
  for (const [therapist, name] of await listOwnNames(tx, fresh ?? [])) {
    await notify(tx, {
      to: therapist,
      type: 'entry-shared',
      params: { name },
      about: { type: 'entry', id: share.id },
    })
  }
}

/** Returns the acting client’s short name in the record of each of these therapists. */
async function listOwnNames(tx: Tx, therapists: string[]): Promise<[string, string][]> {
  const rows = await tx.kysely
    .selectFrom('client_name')
    .select(['therapist_id', 'first_name', 'last_name'])
    .where('account_id', '=', tx.actor.id)
    .where('therapist_id', '=', sql<string>`any(${therapists}::uuid[])`)
    .orderBy('therapist_id')
    .execute()
  return rows.map((row) => [row.therapist_id, shortName({ firstName: row.first_name, lastName: row.last_name })])
}

type PublishOutcome = 'published' | 'repeated' | 'changed' | 'not-found' | 'not-shared'

/**
 * Publishes the working copy of one of the acting client’s entries with its files: the therapists who can read the
 * entry read this version from now on, and the entry is new for them. Publishing the same version again changes
 * nothing. Refuses with NOT_FOUND, with NOT_SHARED if no therapist can read the entry, and with CHANGED and the current
 * entry if the working copy has another version than `version`.
 */
export async function publishOwnEntry(tx: Tx, { id, version }: { id: JournalEntryId; version: number }, now: Date) {
  const { rows } = await tx.run<{ outcome: PublishOutcome }>('select outcome from def.publish_entry($1, $2, $3)', [
    id,
    version,
    now,
  ])
  const outcome = rows[0]?.outcome ?? 'not-found'
  if (outcome === 'not-found') throw notFound()
  if (outcome === 'not-shared') throw createRefusal('NOT_SHARED', 409)
  if (outcome === 'changed') throw createRefusal('CHANGED', 409, await requireEntry(tx, id))
}

/**
 * Revokes the share of an entry with one therapist, or all shares of the entry if `therapist` is null. Also revokes
 * access to the files and removes the unread notifications. The published version is deleted with the last share.
 */
export async function revokeEntry(tx: Tx, entry: string, therapist: string | null): Promise<void> {
  await tx.run('select def.revoke_entry($1, $2)', [entry, therapist])
}
