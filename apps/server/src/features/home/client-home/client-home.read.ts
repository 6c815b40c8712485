import type { ClientHome } from '@attune/contract/features/home/client-home/client-home'
import type { Language } from '@attune/contract/common/text/text.schemas'
import { homeSessionLimit } from '@attune/contract/features/home/client-home/client-home.rules'
import { sql } from 'kysely'
import type { Tx } from '../../../platform/database/actor.ts'
import { hasBookableHours } from '../../schedule/availability/availability.ts'
import { listTherapists } from '../../people/connection/connection.ts'
import { listOwnForms } from '../../care/form/form.ts'
import { findUnseenPrivacyChange } from '../../practice/legal-text/legal-text.ts'
import { listOwnUpcomingSessions, listPendingAnswers } from '../../schedule/session/session.ts'
import { readOwnTasksByDay } from '../../care/task/task.ts'
import { listAcceptableOffers } from '../../schedule/waiting-list/waiting-list.ts'

/** Returns the content of the acting client's home, in one transaction. */
export async function readClientHome(tx: Tx, now: Date, defaultLanguage: Language): Promise<ClientHome> {
  const [upcoming, waiting, offers, tasks, forms, therapists, begun, privacyChange] = await Promise.all([
    listOwnUpcomingSessions(tx, homeSessionLimit, now),
    listPendingAnswers(tx, now),
    listAcceptableOffers(tx, now),
    readOwnTasksByDay(tx, now),
    listOwnForms(tx),
    listTherapists(tx, now),
    readBegun(tx, now),
    findUnseenPrivacyChange(tx, defaultLanguage),
  ])
  const reachable = therapists.filter(({ status, isUnreachable }) => status === 'connected' && !isUnreachable)
  const hours = await Promise.all(reachable.map(({ therapistId }) => hasBookableHours(tx, therapistId, now)))
  return {
    upcoming,
    waiting,
    offers,
    tasks,
    forms,
    therapists,
    privacyChange,
    hasBookableHours: hours.includes(true),
    ...begun,
  }
}

/** Returns whether the acting client has had a session and has written an entry. */
async function readBegun(tx: Tx, now: Date): Promise<Pick<ClientHome, 'hasPastSessions' | 'hasEntries'>> {
  const { rows } = await sql<Pick<ClientHome, 'hasPastSessions' | 'hasEntries'>>`
    select exists (select from app.session_client l join app.session s on s.id = l.session_id
        where l.client_id = any ((select def.my_records())::uuid[]) and l.starts_at < ${now} and s.status in ('completed', 'confirmed')) as "hasPastSessions",
      exists (select from app.journal_entry where account_id = ${tx.actor.id}) as "hasEntries"`.execute(tx.kysely)
  return rows[0] ?? { hasPastSessions: false, hasEntries: false }
}
