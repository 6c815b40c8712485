import type { AccountId, ClientId, PersonId, SessionId } from '@attune/contract/common/ids'
import { shortName } from '@attune/contract/features/people/account/account.rules'
import { holdsTime, undoSeconds } from '@attune/contract/features/schedule/session/session.states'
import type { SessionStatus } from '@attune/contract/features/schedule/session/session.schemas'
import type { TextChannelName } from '@attune/contract/features/messages/text-message/text-message.rules'
import { sql } from 'kysely'
import type { AppContext } from '../../../../platform/app-context.ts'
import type { Tx } from '../../../../platform/database/actor.ts'
import { enqueue } from '../../../../platform/jobs/enqueue.ts'
import { queueReminderText, findReminderChannel, type AvailableChannels } from '../../../messages/delivery/delivery.ts'
import { isDisabledAccount } from '../../../people/profile/profile.ts'
import { queueGuardianMails, notify } from '../../../messages/notification/notification.ts'
import { readOwnTerms } from '../../terms/terms.ts'
import { leadMilliseconds, type ReminderJob, scheduleSessionReminder, delaySecondsOf } from '../../schedule/schedule.ts'
import { reminderDecision, reminderDueAt, type ReminderDropReason } from './reminder-rules.ts'

/**
 * Runs a job of the queue `reminder`. A job without a `reader` enqueues the reminders of a session. A job with a `reader` sends one of these
 * reminders.
 */
export async function runReminderJob(
  { db, clock, texts }: Pick<AppContext, 'db' | 'clock'> & AvailableChannels,
  job: ReminderJob,
): Promise<void> {
  await db.asActor({ role: 'worker', id: job.therapistId }, async (tx) => {
    // Locks the consent before the session. The code that claims a text and the code that ends a connection lock them in the same order, which
    // prevents deadlocks.
    const isClient = job.reader !== undefined && job.reader !== job.therapistId
    const textChannel = isClient ? await findReminderChannel(tx, job.reader ?? '', { texts }, clock.now()) : null
    const [isDisabled, session, readers, { remindBefore }] = await Promise.all([
      isDisabledAccount(tx, job.therapistId),
      lockRemindedSession(tx, job.sessionId),
      listReaders(tx, job.sessionId),
      readOwnTerms(tx, job.therapistId),
    ])
    if (!session) return
    const context = { ...job, isDisabled, session, readers, remindBefore, textChannel, now: clock.now() }
    if (isReminder(context)) await remindReader(tx, context)
    else await scheduleReminders(tx, context)
  })
}

type ReminderContext = ReminderJob & {
  /** Whether an admin has disabled the therapist's account. If so, no one is reminded. */
  isDisabled: boolean
  session: Session
  readers: Reader[]
  remindBefore: number[]
  /** The channel on which the reader is also reminded by text; null if there is none. */
  textChannel: TextChannelName | null
  now: Date
}
type Reminder = ReminderContext & { reader: string; minutesBefore: number }
const isReminder = (context: ReminderContext): context is Reminder =>
  context.reader !== undefined && context.minutesBefore !== undefined

/** Enqueues one job for each reader and each reminder. The job starts when the reminder is due. */
async function scheduleReminders(tx: Tx, context: ReminderContext): Promise<void> {
  const { session, now, sessionId, therapistId, sequence } = context
  if (!holdsTime(session) || session.sequence !== sequence) return
  if (Date.parse(session.startsAt) - leadMilliseconds > now.getTime()) {
    return scheduleSessionReminder(tx, { id: sessionId, therapistId, startsAt: session.startsAt, sequence }, now)
  }
  await enqueueReminders(tx, context, context.readers)
}

/** Enqueues the reminders of some readers. A reminder that is enqueued already is not enqueued again. */
async function enqueueReminders(
  tx: Tx,
  { session, remindBefore, now, ...job }: ReminderContext,
  readers: Reader[],
): Promise<void> {
  const { sessionId, therapistId, sequence } = job
  const reminders = readers.flatMap(({ id, zone }) =>
    remindBefore.map((minutesBefore) => {
      const due = reminderDueAt({ ...session, zone }, minutesBefore)
      return {
        name: 'reminder' as const,
        data: { sessionId, therapistId, sequence, minutesBefore, reader: id },
        key: `${sessionId} ${sequence} ${minutesBefore} ${id} ${due.toISOString()}`,
        wait: due.getTime() - now.getTime(),
      }
    }),
  )
  const wanted = reminders.filter(({ wait }) => wait > 0 || !job.onlyToCome)
  await enqueue(
    tx,
    ...wanted.map(({ wait, ...reminder }) => ({ ...reminder, startAfterSeconds: delaySecondsOf(wait) })),
  )
}

/**
 * Sends a reminder to one reader exactly once. Only the transaction that inserts the row in `session_reminder` notifies
 * the reader, and both are committed together.
 */
async function remindReader(tx: Tx, reminder: Reminder): Promise<void> {
  const { session, sessionId, therapistId, sequence, minutesBefore, now } = reminder
  const reader = reminder.readers.find(({ id }) => id === reminder.reader)
  const outcome = decideReminder(reminder, reader)
  if (outcome.do === 'wait') {
    const data = { sessionId, therapistId, sequence, minutesBefore, reader: reminder.reader }
    const startAfterSeconds = delaySecondsOf(outcome.until.getTime() - now.getTime())
    return enqueue(tx, { name: 'reminder', data, startAfterSeconds })
  }
  const { numInsertedOrUpdatedRows: first } = await tx.kysely
    .insertInto('session_reminder')
    .values({
      therapist_id: therapistId,
      session_id: sessionId,
      reader_id: reminder.reader,
      sequence,
      minutes_before: minutesBefore,
      state: outcome.do === 'send' ? 'sent' : 'dropped',
      why: outcome.do === 'send' ? '' : outcome.why,
    })
    .onConflict((on) => on.doNothing())
    .executeTakeFirst()
  if (!first || outcome.do !== 'send' || !reader) return
  // A guardian who accepted after the reminders were enqueued has no reminder yet, so it is enqueued now.
  await enqueueReminders(
    tx,
    { ...reminder, remindBefore: [minutesBefore] },
    reminder.readers.filter(({ guarded }) => guarded === reader.id),
  )
  if (reminder.textChannel) {
    const reminded = { id: sessionId, startsAt: session.startsAt, sequence, zone: reader.zone }
    await queueReminderText(tx, reader.id, { channel: reminder.textChannel, session: reminded }, now)
  }
  const mail = { subject: sessionId, generation: sequence }
  if (!reader.account) return queueGuardianMails(tx, { client: reader.id, kind: 'guardian-reminder', ...mail })
  await notify(tx, {
    to: reader.account,
    type: 'session-reminder',
    params: {
      name: nameFor(reader, reminder.readers),
      startsAt: session.startsAt,
      ...(reader.guarded && { actingFor: reader.guarded }),
    },
    about: { type: 'session', id: sessionId },
    email: { actingFor: therapistId, generation: sequence },
  })
}

type Dropped = { do: 'drop'; why: ReminderDropReason | 'moved' | 'called-off' | 'left' | 'not-wanted' | 'disabled' }

/**
 * Decides whether a reminder is sent, waits or is dropped, from the current session, reader and terms. While the
 * cancellation of a session can be undone, its reminders wait.
 */
function decideReminder(
  { isDisabled, session, sequence, minutesBefore, remindBefore, now }: Reminder,
  reader: Reader | undefined,
) {
  const drop = (why: Dropped['why']): Dropped => ({ do: 'drop', why })
  if (session.sequence !== sequence) return drop('moved')
  const settled = Date.parse(session.updatedAt) + undoSeconds * 1000
  if (session.status === 'cancelled' && now.getTime() < settled)
    return { do: 'wait' as const, until: new Date(settled) }
  if (!holdsTime(session)) return drop('called-off')
  if (!reader) return drop('left')
  if (isDisabled) return drop('disabled')
  if (!remindBefore.includes(minutesBefore)) return drop('not-wanted')
  return reminderDecision({ ...session, zone: reader.zone }, minutesBefore, remindBefore, now)
}

type Session = { startsAt: string; bookedAt: string; updatedAt: string; status: SessionStatus; sequence: number }

/** Reads and locks a session. The lock makes sure that a cancellation commits either before or after the reminder. */
async function lockRemindedSession(tx: Tx, id: SessionId): Promise<Session | undefined> {
  const { rows } = await sql<Session>`
    select starts_at as "startsAt", booked_at as "bookedAt", updated_at as "updatedAt", status, sequence from app.session where id = ${id} for share`.execute(
    tx.kysely,
  )
  return rows[0]
}

/**
 * A person to remind: the therapist, a client who has not declined, or a guardian with an account who may see the session. A guardian without an
 * account gets the reminder of a client without an account, at a time computed in the therapist’s time zone.
 */
type Reader = {
  id: PersonId
  account: AccountId | null
  zone: string
  firstName: string
  lastName: string
  /** The client for whom the reader acts as a guardian; null for all other readers. */
  guarded: ClientId | null
}

async function listReaders(tx: Tx, session: string): Promise<Reader[]> {
  const { rows } = await sql<Reader>`
    with client as (
      select c.id, c.account_id as account, coalesce(p.zone, t.zone) as zone, c.first_name, c.last_name
      from app.session_client sc join app.client_name c on c.id = sc.client_id join app.person t on t.account_id = sc.therapist_id
        left join app.person p on p.account_id = c.account_id
      where sc.session_id = ${session} and sc.answer <> 'declined')
    select p.account_id as id, p.account_id as account, p.zone, p.first_name as "firstName", p.last_name as "lastName", null::uuid as guarded
    from app.session s join app.person p on p.account_id = s.therapist_id where s.id = ${session}
    union all
    select id, account, zone, first_name, last_name, null from client
    union all
    (select distinct on (p.account_id) p.account_id, p.account_id, p.zone, p.first_name, p.last_name, g.client_id
      from def.guardians_to_notify(${session}, array(select id from client)) g join app.person p on p.account_id = g.account_id
      where not exists (select from client where client.account = g.account_id))`.execute(tx.kysely)
  return rows
}

/**
 * Returns the name in a reminder. For a client, this is the therapist’s full name. For the therapist, it is a list of
 * up to three short names of clients, and the number of other clients.
 */
function nameFor(reader: Reader, [therapist, ...others]: Reader[]): string {
  if (therapist && reader.id !== therapist.id) return `${therapist.firstName} ${therapist.lastName}`.trim()
  const clients = others.filter(({ guarded }) => guarded === null)
  const names = clients.slice(0, 3).map(shortName)
  return clients.length > names.length ? `${names.join(', ')} +${clients.length - names.length}` : names.join(', ')
}
