import type { AccountId, GuardianId } from '@attune/contract/common/ids'
import { hasReachedAge } from '@attune/contract/common/time/age.rules'
import { todayIn } from '@attune/contract/common/time/time'
import type { OwnGuardian } from '@attune/contract/features/people/guardian/guardian.client'
import {
  earlyKnowledgeAge,
  guardianPauseDay,
  type GuardianRight,
  guardianRights,
} from '@attune/contract/features/people/guardian/guardian.rules'
import { sql } from 'kysely'
import type { AnyActor, Tx } from '../../../../platform/database/actor.ts'
import { notify } from '../../../messages/notification/notification.ts'

type OwnRow = Omit<OwnGuardian, 'rights' | 'seesEarlier' | 'pausesOn'> & {
  rights: Partial<Record<GuardianRight, string>>
  birthDate: string | null
  zone: string
  basis: string
  validUntil: string | null
  majorityAge: number
  isRenewed: boolean
}

/** Returns the guardians of the acting client's records that the client may know of, sorted by therapist and name. */
export async function listOwnGuardians(tx: Tx, now: Date): Promise<OwnGuardian[]> {
  const { rows } = await sql<OwnRow>`
    select g.id, g.client_id as "clientId", g.therapist_id as "therapistId", coalesce(t.name, '') as "therapistName", g.name, g.relationship,
      case when g.paused_at is not null then 'paused' when g.accepted_at is null then 'invited' else 'active' end as state,
      g.rights, g.accepted_at as since, c.date_of_birth::text as "birthDate", coalesce(t.zone, 'UTC') as zone,
      g.basis, g.valid_until::text as "validUntil", def.majority_age() as "majorityAge", g.renewed_at is not null as "isRenewed",
      g.paused_at is not null and g.age_paused as "canRenew"
    from app.guardian g join app.client_birth c on c.therapist_id = g.therapist_id and c.id = g.client_id
      left join app.person t on t.account_id = g.therapist_id
    where c.account_id = ${tx.actor.id} and g.ended_at is null order by 4, g.name, g.id`.execute(tx.kysely)
  return rows
    .filter(({ since, birthDate, zone }) => since !== null || knowsEarly(birthDate, zone, now))
    .map(({ birthDate, zone: _zone, basis, validUntil, majorityAge, isRenewed, rights, ...guardian }) => ({
      ...guardian,
      rights: guardianRights.filter((right) => right in rights),
      seesEarlier: Object.values(rights).includes('-infinity'),
      pausesOn: isRenewed ? null : dayOrNull(guardianPauseDay({ basis, validUntil, birthDate, majorityAge })),
    }))
}

const dayOrNull = (day: string) => (day === 'always' || day === 'never' ? null : day)

const knowsEarly = (birthDate: string | null, zone: string, now: Date) =>
  hasReachedAge(birthDate, earlyKnowledgeAge, todayIn(zone, now))

type NotifiedClient = {
  accountId: AccountId | null
  name: string
  birthDate: string | null
  zone: string
  hasAccepted: boolean
}

/**
 * Notifies the client of a guardian, if the client has an account, that the guardian's rights were given, changed, accepted, withdrawn or ended. A
 * client under the age of `earlyKnowledgeAge` learns of nothing before the guardian has accepted. Runs for the therapist, in the transaction of the
 * change.
 */
export async function notifyClientOfGuardian(tx: Tx<AnyActor>, guardianId: GuardianId, now: Date): Promise<void> {
  const { rows } = await sql<NotifiedClient>`
    select case when c.account_id = any (def.my_people()) then c.account_id end as "accountId", g.therapist_id as "therapistId", g.name, c.date_of_birth::text as "birthDate", coalesce(t.zone, 'UTC') as zone,
      g.accepted_at is not null as "hasAccepted"
    from app.guardian g join app.client_birth c on c.therapist_id = g.therapist_id and c.id = g.client_id
      left join app.person t on t.account_id = g.therapist_id
    where g.id = ${guardianId}`.execute(tx.kysely)
  const [row] = rows
  if (!row?.accountId || (!row.hasAccepted && !knowsEarly(row.birthDate, row.zone, now))) return
  await notify(tx, {
    to: row.accountId,
    type: 'guardian-rights',
    params: { name: row.name },
    about: null,
    person: null,
  })
}

/**
 * Notifies the client of a guardian whose invitation the acting account has just accepted. A client who has reached the age of `earlyKnowledgeAge`
 * was notified of the invitation and is not notified again. Does nothing if the client has no connected account.
 */
export async function notifyClientOfAcceptance(
  tx: Tx,
  { id, name }: { id: GuardianId; name: string },
  now: Date,
): Promise<void> {
  const { rows } = await sql<{ accountId: AccountId; birthDate: string | null; zone: string }>`
    select account_id as "accountId", born::text as "birthDate", zone from def.client_of_guardian(${id})`.execute(
    tx.kysely,
  )
  const [client] = rows
  if (!client || knowsEarly(client.birthDate, client.zone, now)) return
  await notify(tx, { to: client.accountId, type: 'guardian-rights', params: { name }, about: null, person: null })
}
