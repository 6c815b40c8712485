import { z } from 'zod'
import { EmptyInput, Id } from '../../../common/ids.ts'
import { read } from '../../../common/procedure.ts'
import { pageOf } from '../../../common/paging.ts'
import { ConnectedTherapist } from '../../people/connection/connection.ts'
import { OwnForm } from '../../care/form/form.schemas.ts'
import { PendingAnswer, Session } from '../../schedule/session/session.schemas.ts'
import { Task } from '../../care/task/task.ts'

/** An open offer of the waiting list to the client, with what the home says of it. */
export const HomeOffer = z.strictObject({
  id: Id,
  therapistName: z.string(),
  /** The zone of the therapist. */
  zone: z.string(),
  startsAt: z.string(),
  /** The client can accept until then. */
  expiresAt: z.string(),
})
export type HomeOffer = z.infer<typeof HomeOffer>

/** The content of the client's home, in the same shapes as the calls that refresh its parts. */
export const ClientHome = z.strictObject({
  /** The first page of `session.list` with the upcoming sessions, at most `homeSessionLimit`. */
  upcoming: pageOf(Session),
  /** The answer of `session.waiting`. */
  waiting: z.array(PendingAnswer),
  /** The offers of the waiting list that the client can accept now, the one that ends first at the top. */
  offers: z.array(HomeOffer),
  /** The answer of `task.mine`. */
  tasks: z.strictObject({ today: z.array(Task), soon: z.array(Task), done: z.array(Task), doneCount: z.number() }),
  /** The answer of `form.mine`. */
  forms: z.array(OwnForm),
  /** The answer of `connection.therapists`. */
  therapists: z.array(ConnectedTherapist),
  /** Whether a connected therapist offers times for booking. */
  hasBookableHours: z.boolean(),
  /** Whether the client has had a session. Without one, the home shows the first steps and no charts. */
  hasPastSessions: z.boolean(),
  /** The version of the privacy notice that was published since the client last read it; null if there is none. */
  privacyChange: z.strictObject({ versionId: Id, publishedAt: z.string() }).nullable(),
  /** Whether the client has written a journal entry. */
  hasEntries: z.boolean(),
})
export type ClientHome = z.infer<typeof ClientHome>

export const clientHome = {
  /** Everything that the client's home shows beside what the frame of every page shows. */
  get: read.input(EmptyInput).output(ClientHome),
}
