import type { Language } from '@attune/contract/common/text/text.schemas'
import type { AppContext } from '../../../../platform/app-context.ts'
import type { Tx } from '../../../../platform/database/actor.ts'
import type { OwnObject } from '../events/own-events.ts'
import type { CalendarProvider } from '../external-calendar.provider.ts'
import { keepLease, type ExternalEventRow, type SyncedCalendar } from './store.ts'

export type SyncApp = Pick<AppContext, 'db' | 'clock' | 'log' | 'calendarOutbound' | 'providerKeys' | 'google'>

/** One sync of one calendar by one process. */
export type SyncRun = {
  app: SyncApp
  calendar: SyncedCalendar
  provider: CalendarProvider
  zone: string
  language: Language
  now: Date
  /** Our events as they must be there, and as they were seen last. Both are kept up to date during the sync. */
  objects: Map<string, OwnObject>
  rows: Map<string, ExternalEventRow>
  /** Runs a transaction of the therapist while this process has the calendar. Throws LeaseLost otherwise. */
  inTx<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result>
}

export const runInTx =
  (app: SyncApp, therapistId: string, calendarId: string, lease: string): SyncRun['inTx'] =>
  (work) =>
    app.db.asActor({ role: 'therapist', id: therapistId }, async (tx) => {
      await keepLease(tx, calendarId, lease)
      return work(tx)
    })

export const canWriteTo = ({ direction }: SyncedCalendar) => direction !== 'read'
export const canReadFrom = ({ direction }: SyncedCalendar) => direction !== 'write'
