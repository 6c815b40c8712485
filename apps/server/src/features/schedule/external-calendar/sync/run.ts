import type { ExternalCalendarId, TherapistId } from '@attune/contract/common/ids'
import type { Language } from '@attune/contract/common/text/text.schemas'
import type { AppContext } from '../../../../platform/app-context.ts'
import type { Tx } from '../../../../platform/database/actor.ts'
import type { OwnObject } from '../events/own-events.ts'
import type { CalendarProvider } from '../external-calendar.provider.ts'
import { keepLease, type ExternalEventRow, type SyncedCalendar } from './store.ts'

export type SyncApp = Pick<AppContext, 'db' | 'clock' | 'log' | 'calendarOutbound' | 'providerKeys' | 'google' | 'site'>

/** One sync of one calendar by one process. Its values do not change during the sync. */
export type SyncRun = Readonly<{
  app: SyncApp
  calendar: SyncedCalendar
  provider: CalendarProvider
  zone: string
  language: Language
  now: Date
  /** Runs a transaction of the therapist while this process holds the calendar's lease. Throws LeaseLost otherwise. */
  inTx<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result>
}>

/** The required state of Attune's events, by the id of the session, busy time or series. */
export type OwnObjects = ReadonlyMap<string, OwnObject>
/** The last seen state of Attune's events, by the id of the session, busy time or series. */
export type EventRows = ReadonlyMap<string, ExternalEventRow>
export type OwnState = { objects: OwnObjects; rows: EventRows }

export const runInTx =
  (app: SyncApp, therapistId: TherapistId, calendarId: ExternalCalendarId, lease: string): SyncRun['inTx'] =>
  (work) =>
    app.db.asActor({ role: 'therapist', id: therapistId }, async (tx) => {
      await keepLease(tx, calendarId, lease)
      return work(tx)
    })

export const canWriteTo = ({ direction }: SyncedCalendar) => direction !== 'read'
export const canReadFrom = ({ direction }: SyncedCalendar) => direction !== 'write'
