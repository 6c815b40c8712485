import { z } from 'zod'
import { EmptyInput, InvoiceId, LegalVersionId, WaitingOfferId } from '../../../common/ids.ts'
import { Currency, Minor } from '../../../common/money/money.schemas.ts'
import { read } from '../../../common/procedure.ts'
import { pageOf } from '../../../common/paging.ts'
import { Day } from '../../../common/time/time.schemas.ts'
import { ConnectedTherapist } from '../../people/connection/connection.ts'
import { OwnForm } from '../../care/form/form.schemas.ts'
import { PendingAnswer, Session } from '../../schedule/session/session.schemas.ts'
import { Task } from '../../care/task/task.ts'

/** An open offer from the waiting list, as shown on the client's home page. */
export const HomeOffer = z.strictObject({
  id: WaitingOfferId,
  therapistName: z.string(),
  /** The time zone of the therapist. */
  zone: z.string(),
  startsAt: z.string(),
  /** The time until which the client can accept the offer. */
  expiresAt: z.string(),
})
export type HomeOffer = z.infer<typeof HomeOffer>

/** The issued invoices that the client has to pay: their number, and the invoice that is due first. */
export const HomeInvoices = z.strictObject({
  count: z.int(),
  first: z.strictObject({ id: InvoiceId, number: z.string(), openMinor: Minor, currency: Currency, dueOn: Day }),
})
export type HomeInvoices = z.infer<typeof HomeInvoices>

/** The content of the client's home page. Its parts have the same shapes as the outputs of the procedures that refresh them. */
export const ClientHome = z.strictObject({
  /** The first page of `session.list` for upcoming sessions, at most `homeSessionLimit`. */
  upcoming: pageOf(Session),
  /** The latest session that has ended and whose call in Attune can still be joined; null if there is none. */
  endedCall: Session.nullable(),
  /** The output of `session.waiting`. */
  waiting: z.array(PendingAnswer),
  /** The waiting list offers that the client can accept now, ordered by the time at which they expire. */
  offers: z.array(HomeOffer),
  /** The output of the procedure `task.mine`. */
  tasks: z.strictObject({ today: z.array(Task), soon: z.array(Task), done: z.array(Task), doneCount: z.number() }),
  /** The output of the procedure `form.mine`. */
  forms: z.array(OwnForm),
  /** The issued invoices that the client has to pay; null if there are none. */
  invoices: HomeInvoices.nullable(),
  /** The output of `connection.therapists`. */
  therapists: z.array(ConnectedTherapist),
  /** Whether a connected therapist has bookable hours. */
  hasBookableHours: z.boolean(),
  /** Whether the client has had a session. If not, the home page shows first steps and no charts. */
  hasPastSessions: z.boolean(),
  /** The version of the privacy notice that was published since the client last read it; null if there is none. */
  privacyChange: z.strictObject({ versionId: LegalVersionId, publishedAt: z.string() }).nullable(),
  /** Whether the client has written a journal entry. */
  hasEntries: z.boolean(),
})
export type ClientHome = z.infer<typeof ClientHome>

export const clientHome = {
  /** The content of the client's home page, without the data of the frame around every page. */
  get: read.input(EmptyInput).output(ClientHome),
}
