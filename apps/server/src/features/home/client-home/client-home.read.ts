import type { ClientHome } from '@attune/contract/features/home/client-home/client-home'
import type { Language } from '@attune/contract/common/text/text.schemas'
import { homeSessionLimit } from '@attune/contract/features/home/client-home/client-home.rules'
import type { Tx } from '../../../platform/database/actor.ts'
import type { Context } from '../../../platform/policy/context.ts'
import { hasBookableHours } from '../../schedule/availability/availability.ts'
import { listTherapists } from '../../people/connection/connection.ts'
import { findInvoicesToPay } from '../../billing/invoice/invoice.ts'
import { listOwnForms } from '../../care/form/form.ts'
import { findUnseenPrivacyChange } from '../../practice/legal-text/legal-text.ts'
import {
  findOwnEndedCall,
  hasOwnPastSessions,
  listOwnUpcomingSessions,
  listPendingAnswers,
} from '../../schedule/session/session.ts'
import { readOwnTasksByDay } from '../../care/task/task.ts'
import { listAcceptableOffers } from '../../schedule/waiting-list/waiting-list.ts'
import { hasOwnEntries } from '../../care/journal/journal.ts'

/** Returns the content of the acting client's home page, read in a separate transaction. */
export const readOwnHome = ({ app, actor }: Context): Promise<ClientHome> =>
  app.db.asActor(actor, (tx) => readClientHome(tx, app.clock.now(), app.site.settings().defaultLanguage))

/** Returns the content of the acting client's home page, in one transaction. */
async function readClientHome(tx: Tx, now: Date, defaultLanguage: Language): Promise<ClientHome> {
  const [
    upcoming,
    endedCall,
    waiting,
    offers,
    tasks,
    forms,
    invoices,
    therapists,
    hasPastSessions,
    hasEntries,
    privacyChange,
  ] = await Promise.all([
    listOwnUpcomingSessions(tx, homeSessionLimit, now),
    findOwnEndedCall(tx, now),
    listPendingAnswers(tx, now),
    listAcceptableOffers(tx, now),
    readOwnTasksByDay(tx, now),
    listOwnForms(tx, now),
    findInvoicesToPay(tx),
    listTherapists(tx, now),
    hasOwnPastSessions(tx, now),
    hasOwnEntries(tx),
    findUnseenPrivacyChange(tx, defaultLanguage),
  ])
  const reachable = therapists.filter(({ status, isUnreachable }) => status === 'connected' && !isUnreachable)
  const hours = await Promise.all(reachable.map(({ therapistId }) => hasBookableHours(tx, therapistId, now)))
  return {
    upcoming,
    endedCall,
    waiting,
    offers,
    tasks,
    forms,
    invoices,
    therapists,
    privacyChange,
    hasBookableHours: hours.includes(true),
    hasPastSessions,
    hasEntries,
  }
}
