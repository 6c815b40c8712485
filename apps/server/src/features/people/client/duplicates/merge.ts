import type { ClientId } from '@attune/contract/common/ids'
import { maxContacts } from '@attune/contract/features/people/client/client.rules'
import { moveGuardians } from '../../guardian/guardian.ts'
import { copyClientTags } from '../../client-tag/client-tag.ts'
import { movePayers } from '../../../billing/payer/payer.ts'
import { withCalendarLock } from '../../../schedule/schedule/schedule.ts'
import { moveMemberships } from '../../../schedule/group/group.ts'
import { moveWaitingEntries } from '../../../schedule/waiting-list/waiting-list.ts'
import { copyAgreedPrices } from '../../../billing/service/service.ts'
import { findClientEvent, recordClientEvent, hasRecordContent } from '../../client-history/client-history.ts'
import type { Tx } from '../../../../platform/database/actor.ts'
import { conflict, notFound, createRefusal } from '../../../../platform/policy/refusal.ts'
import { listClientContacts, findEmergencyContact, saveContacts } from '../client.contacts.ts'
import { mergedColumns } from '../client.fields.ts'

/**
 * Merges an empty record into another record of the same therapist. Moves the account, the entries of the waiting list, the tags, the contacts, the
 * payers, the guardians, the agreed prices and the fields that the other record lacks, and deletes the empty record. Returns whether an account was
 * moved. Repeating the command changes nothing. Refuses with:
 * - BAD_REQUEST if both ids are equal
 * - NOT_FOUND
 * - NOT_EMPTY if the record has content
 * - BOTH_CONNECTED if both records have an account
 * - CONFLICT if the command was used for another action
 */
export async function mergeClient(
  tx: Tx,
  act: { id: ClientId; into: string; command: string },
  now: Date,
): Promise<boolean> {
  if (act.id === act.into) throw createRefusal('BAD_REQUEST', 400)
  return withCalendarLock(tx, tx.actor.id, async () => {
    const before = await findClientEvent(tx, act.command)
    if (before) {
      if (before.client_id !== act.into || before.kind !== 'merged') throw conflict()
      return false
    }
    const both = await tx.kysely
      .selectFrom('client')
      .select(['id', 'account_id', 'version', ...mergedColumns])
      .where('id', 'in', [act.id, act.into])
      .where('therapist_id', '=', tx.actor.id)
      .orderBy('id')
      .forUpdate()
      .execute()
    const [from, into] = [both.find((row) => row.id === act.id), both.find((row) => row.id === act.into)]
    if (!from || !into) throw notFound()
    if (from.account_id && into.account_id) throw createRefusal('BOTH_CONNECTED', 409)
    if (await hasRecordContent(tx, act.id)) throw createRefusal('NOT_EMPTY', 409)

    const [theirs, ours, theirFirst, ourFirst] = await Promise.all([
      listClientContacts(tx, act.id),
      listClientContacts(tx, act.into),
      findEmergencyContact(tx, act.id),
      findEmergencyContact(tx, act.into),
    ])
    await moveWaitingEntries(tx, { from: act.id, into: act.into })
    if (from.account_id) await tx.run('select def.hand_over_account($1, $2)', [act.id, act.into])
    await moveBelongings(tx, { from: act.id, into: act.into })
    await tx.run('select def.drop_record($1)', [act.id])
    await saveContacts(
      tx,
      act.into,
      ourFirst ?? theirFirst ?? noEmergencyContact,
      [...ours, ...theirs].slice(0, maxContacts),
    )
    await tx.kysely
      .updateTable('client')
      .set({
        ...Object.fromEntries(mergedColumns.map((column) => [column, into[column] || from[column]])),
        version: into.version + 1,
        updated_at: now,
      })
      .where('id', '=', act.into)
      .execute()
    await recordClientEvent(tx, { client: act.into, kind: 'merged', command: act.command })
    return from.account_id !== null
  })
}

async function moveBelongings(tx: Tx, records: { from: ClientId; into: string }): Promise<void> {
  await copyClientTags(tx, records)
  await moveMemberships(tx, records)
  await copyAgreedPrices(tx, records)
  await movePayers(tx, records)
  await moveGuardians(tx, records)
}

const noEmergencyContact = { emergencyName: '', emergencyPhone: '', emergencyRelationship: '' }
