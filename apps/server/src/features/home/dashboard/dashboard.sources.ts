import type { ClientId, SessionId } from '@attune/contract/common/ids'
import { wallClockOf } from '@attune/contract/common/time/time'
import type { AttentionItem } from '@attune/contract/features/home/dashboard/dashboard.attention'
import type { Task } from '@attune/contract/features/care/task/task'
import { phq9SafetyItemIndex } from '@attune/contract/features/care/task/task.scores'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../../platform/database/actor.ts'
import { listOpenQuestionRows } from '../../schedule/external-calendar/external-calendar.ts'
import { openSql } from '../../billing/invoice/invoice.ts'
import { countUnreadShared, readSharedEntryPage } from '../../care/journal/journal.ts'
import { readConversationPage, readUnreadCounts } from '../../messages/message/message.ts'
import { listOpenRecordRequests } from '../../care/record-request/record-request.ts'
import { selectNotesToWrite } from '../../care/note/note.ts'
import { listHeldItems } from '../../practice/restore/restore.ts'
import { readZone } from '../../people/profile/profile.ts'
import { pendingAnswerCount, listPendingAnswers, listUnansweredGroups } from '../../schedule/session/session.ts'
import { countTasks, readTaskPage } from '../../care/task/task.ts'
import type { FoundItems, ItemPage } from './dashboard.attention.ts'
import { onlyPersonSql, peopleOfSessionSql } from './dashboard.people.queries.ts'

type Person = AttentionItem['people'][number]

const personOf = ({ personId, firstName, lastName, avatarUrl }: Person): Person => ({
  personId,
  firstName,
  lastName,
  avatarUrl,
})

/** Reads rows of one kind and the number of all such rows, and converts each row to an item. */
async function readItems<Row>(
  tx: Tx,
  selected: RawBuilder<unknown>,
  itemOf: (row: Row & { id: string; people: Person[] }) => AttentionItem,
): Promise<FoundItems> {
  const { rows } = await sql<Row & { id: string; people: Person[]; total: number }>`${selected}`.execute(tx.kysely)
  return { items: rows.map(itemOf), count: rows[0]?.total ?? 0 }
}

/** Reads the answers to the PHQ-9 that indicate a risk and that the therapist has not acknowledged, latest first. */
export const readAlertItems = (tx: Tx, { limit }: ItemPage) =>
  readItems<{ taskTitle: string; flaggedAt: string; risk: number }>(
    tx,
    sql`select t.id, t.title as "taskTitle", a.at as "flaggedAt", a.number as risk, ${onlyPersonSql} as people, count(*) over ()::int as total
      from (select a.task_id, max(a.submitted_at) as at, max(coalesce((a.answer -> 'answers' ->> ${phq9SafetyItemIndex}::int)::int, 1)) as number
        from app.task_answer a where a.therapist_id = ${tx.actor.id} and a.flagged and a.acknowledged_at is null group by a.task_id) a
        join app.task t on t.therapist_id = ${tx.actor.id} and t.id = a.task_id and t.withdrawn_at is null
        join app.client_name c on c.id = t.client_id left join app.person p on p.account_id = c.account_id
      order by a.at desc, t.id limit ${limit}`,
    ({ id, people, taskTitle, flaggedAt, risk }) => ({ kind: 'alert', id, people, taskTitle, flaggedAt, risk }),
  )

/** Reads the clients with forms whose answers indicate a danger and that the therapist has not reviewed, latest first. One item per client. */
export const readFormAlertItems = (tx: Tx, { limit }: ItemPage) =>
  readItems<{ formTitle: string; flaggedAt: string }>(
    tx,
    sql`select c.id, f.title as "formTitle", f.at as "flaggedAt", ${onlyPersonSql} as people, count(*) over ()::int as total
      from (select s.client_id, max(s.signed_at) as at, (array_agg(s.frozen ->> 'title' order by s.signed_at desc, s.id))[1] as title
        from app.sent_form s where s.therapist_id = ${tx.actor.id} and s.flagged and s.acknowledged_at is null group by s.client_id) f
        join app.client_name c on c.therapist_id = ${tx.actor.id} and c.id = f.client_id left join app.person p on p.account_id = c.account_id
      order by f.at desc, c.id limit ${limit}`,
    ({ id, people, formTitle, flaggedAt }) => ({ kind: 'form-alert', id, people, formTitle, flaggedAt }),
  )

/** Reads the items that are held back after a restore, as a single entry. */
export async function readHeldItems(tx: Tx): Promise<FoundItems> {
  const { items, count } = await listHeldItems(tx)
  const [first] = items
  if (!first) return { items: [], count: 0 }
  return { items: [{ kind: 'held', id: first.id, people: [], waiting: count, dueAt: first.dueAt }], count: 1 }
}

/** Reads the requested sessions and requested changes, the soonest session first. */
export async function readRequestItems(tx: Tx, { limit, now }: ItemPage): Promise<FoundItems> {
  const [answers, counted] = await Promise.all([
    listPendingAnswers(tx, now, { limit }),
    pendingAnswerCount(tx.actor, now).execute(tx.kysely),
  ])
  const items = answers.map((answer) => ({
    kind: 'request' as const,
    id: answer.session.id,
    startsAt: answer.session.startsAt,
    people: answer.session.participants.map(personOf),
    answer,
  }))
  return { items, count: counted.rows[0]?.waiting ?? 0 }
}

/** Reads Attune's events that were changed in an external calendar, earliest first. */
export async function readCalendarItems(tx: Tx, { limit, now }: ItemPage): Promise<FoundItems> {
  const questions = await listOpenQuestionRows(tx, now)
  const shown = questions.slice(0, limit)
  const people = await readPeopleOfSessions(
    tx,
    shown.map(({ subjectId }) => subjectId),
  )
  const items = shown.map(({ id, subjectId, change, startsAt }) => ({
    kind: 'calendar' as const,
    id,
    startsAt,
    change,
    people: people.get(subjectId) ?? [],
  }))
  return { items, count: questions.length }
}

async function readPeopleOfSessions(tx: Tx, ids: SessionId[]): Promise<Map<string, Person[]>> {
  const { rows } = await sql<{ id: SessionId; people: Person[] }>`
    select s.id, coalesce(${peopleOfSessionSql}, '[]') as people from app.session s
    where s.therapist_id = ${tx.actor.id} and s.id = any(${ids}::uuid[])`.execute(tx.kysely)
  return new Map(rows.map(({ id, people }) => [id, people]))
}

/** Reads the clients who wait for a copy of their record, the first due first. One item per client, because a record has one open request. */
export async function readRecordRequestItems(tx: Tx, { limit }: ItemPage): Promise<FoundItems> {
  const requests = await listOpenRecordRequests(tx, limit)
  const people = await readPeopleOfRecords(
    tx,
    requests.map(({ clientId }) => clientId),
  )
  const items = requests.map(({ clientId, dueDay }) => ({
    kind: 'record-request' as const,
    id: clientId,
    dueDay,
    people: people.get(clientId) ?? [],
  }))
  return { items, count: requests[0]?.total ?? 0 }
}

/** Reads the conversations with unread messages, latest first. */
export async function readMessageItems(tx: Tx, { limit }: ItemPage): Promise<FoundItems> {
  const counts = await readUnreadCounts(tx)
  if (counts.length === 0) return { items: [], count: 0 }
  const { items } = await readConversationPage(tx, { limit })
  const unread = items.filter((conversation) => conversation.unread > 0)
  const people = await readPeopleOfRecords(
    tx,
    unread.map(({ id }) => id),
  )
  return {
    items: unread.map(({ id, latestAt, latest, unread: unreadCount }) => ({
      kind: 'message' as const,
      id,
      sentAt: latestAt,
      people: people.get(id) ?? [],
      unread: unreadCount,
      excerpt: latest?.by === 'client' ? latest.text.slice(0, 90) : '',
    })),
    count: counts.length,
  }
}

async function readPeopleOfRecords(tx: Tx, ids: ClientId[]): Promise<Map<string, Person[]>> {
  const { rows } = await sql<{ id: ClientId; people: Person[] }>`
    select c.id, ${onlyPersonSql} as people from app.client_name c left join app.person p on p.account_id = c.account_id
    where c.therapist_id = ${tx.actor.id} and c.id = any(${ids}::uuid[])`.execute(tx.kysely)
  return new Map(rows.map(({ id, people }) => [id, people]))
}

/** Reads the sessions of the last 90 days for which a part of the note must be written, oldest first. The total counts the parts. */
export const readNoteItems = (tx: Tx, { limit, now }: ItemPage) =>
  readItems<{ startsAt: string; hasText: boolean }>(
    tx,
    sql`select s.id, s.starts_at as "startsAt", s.begun as "hasText", coalesce(${peopleOfSessionSql}, '[]') as people, s.total
      from (select s.id, s.therapist_id, s.starts_at, bool_or(s.begun) as begun, (sum(count(*)) over ())::int as total
        from (${selectNotesToWrite(tx, now)}) s group by s.id, s.therapist_id, s.starts_at order by s.starts_at, s.id limit ${limit}) s
      order by s.starts_at, s.id`,
    ({ id, people, startsAt, hasText }) => ({ kind: 'note', id, people, startsAt, hasText }),
  )

/** Reads the shared journal entries that are unread or were changed since they were read, latest first. */
export async function readEntryItems(tx: Tx, { limit }: ItemPage): Promise<FoundItems> {
  const [count, page] = await Promise.all([countUnreadShared(tx), readSharedEntryPage(tx, { newOnly: true, limit })])
  const items = page.items.map((entry) => {
    const hasChanged = entry.updatedAt > entry.sharedAt
    return {
      kind: 'entry' as const,
      id: entry.id,
      updatedAt: hasChanged ? entry.updatedAt : entry.sharedAt,
      hasChanged,
      people: [personOf(entry.client)],
    }
  })
  return { items, count }
}

/** Reads the tasks that clients have declined, latest first. */
export const readDeclinedItems = (tx: Tx, { limit }: ItemPage) =>
  readItems<{ taskTitle: string; declinedAt: string }>(
    tx,
    sql`select t.id, t.title as "taskTitle", t.ended_at as "declinedAt", ${onlyPersonSql} as people, count(*) over ()::int as total
      from app.task t join app.client_name c on c.id = t.client_id left join app.person p on p.account_id = c.account_id
      where t.therapist_id = ${tx.actor.id} and t.ended_at is not null and t.withdrawn_at is null and t.archived_at is null and t.status = 'denied'
      order by t.ended_at desc, t.id limit ${limit}`,
    ({ id, people, taskTitle, declinedAt }) => ({ kind: 'declined', id, people, taskTitle, declinedAt }),
  )

/** Reads the tasks whose due day has passed in the client's zone, longest overdue first. */
export async function readOverdueItems(tx: Tx, { limit, now }: ItemPage): Promise<FoundItems> {
  const { overdue } = await countTasks(tx, now)
  if (overdue === 0) return { items: [], count: 0 }
  const { items } = await readTaskPage(tx, { part: 'overdue', withWaiting: false }, { limit }, now)
  return { items: items.map(toOverdueItem), count: overdue }
}

const toOverdueItem = ({ id, title, dueDay, assignedAt, client }: Task): AttentionItem => ({
  kind: 'overdue',
  id,
  dueDay: dueDay ?? assignedAt.slice(0, 10),
  taskTitle: title,
  people: [personOf(client)],
})

/** Reads the clients with overdue open forms, longest overdue first. One item per client. */
export async function readFormItems(tx: Tx, { limit, now }: ItemPage): Promise<FoundItems> {
  const today = wallClockOf(now.toISOString(), await readZone(tx)).day
  return readItems<{ formTitle: string; missing: number; dueDay: string }>(
    tx,
    sql`select c.id, f.title as "formTitle", f.number as missing, f.due_day::text as "dueDay", ${onlyPersonSql} as people, count(*) over ()::int as total
      from (select s.client_id, min(s.due_day) as due_day, count(*)::int as number,
          (array_agg(s.frozen ->> 'title' order by s.due_day, s.id))[1] as title
        from app.sent_form s where s.therapist_id = ${tx.actor.id} and s.signed_at is null and s.cancelled_at is null and s.due_day < ${today}::date
        group by s.client_id) f
        join app.client_state c on c.therapist_id = ${tx.actor.id} and c.id = f.client_id left join app.person p on p.account_id = c.account_id
      where c.status <> 'inactive' order by f.due_day, c.id limit ${limit}`,
    ({ id, people, formTitle, missing, dueDay }) => ({ kind: 'form', id, people, formTitle, missing, dueDay }),
  )
}

/** Reads the overdue invoices, longest overdue first. */
export async function readInvoiceItems(tx: Tx, { limit, now }: ItemPage): Promise<FoundItems> {
  const today = wallClockOf(now.toISOString(), await readZone(tx)).day
  return readItems<{ number: string; issuedAt: string; daysOverdue: number; due: { minor: string; currency: string } }>(
    tx,
    sql`select i.id, i.number_text as number, i.issued_at as "issuedAt", ${today}::date - i.due_on as "daysOverdue",
        json_build_object('minor', i.rest::text, 'currency', i.currency) as due, ${onlyPersonSql} as people, count(*) over ()::int as total
      from (select i.id, i.therapist_id, i.client_id, i.number_text, i.issued_at, i.due_on, i.currency,
          ${openSql} as rest
        from app.invoice i where i.therapist_id = ${tx.actor.id} and i.status = 'issued' and i.kind = 'invoice' and i.due_on < ${today}::date) i
        join app.client_name c on c.therapist_id = i.therapist_id and c.id = i.client_id left join app.person p on p.account_id = c.account_id
      where i.rest > 0 order by i.due_on, i.id limit ${limit}`,
    ({ id, people, number, issuedAt, daysOverdue, due }) => ({
      kind: 'invoice',
      id,
      people,
      number,
      issuedAt,
      daysOverdue,
      due,
    }),
  )
}

/** Reads the sessions that clients have not answered, earliest first. One item per series. */
export async function readUnansweredItems(tx: Tx, { limit, now }: ItemPage): Promise<FoundItems> {
  const { items, total } = await listUnansweredGroups(tx, limit, now)
  return {
    items: items.map(({ session, dates }) => ({
      kind: 'unanswered' as const,
      id: session.id,
      startsAt: session.startsAt,
      sessions: dates,
      people: session.participants.map(personOf),
    })),
    count: total,
  }
}

/** Reads the clients who have not joined, longest waiting first. */
export const readInvitationItems = (tx: Tx, { limit }: ItemPage) =>
  readItems<{ since: string; isSent: boolean }>(
    tx,
    sql`select c.id, coalesce(v.sent_at, c.created_at) as since, v.id is not null as "isSent", ${onlyPersonSql} as people, count(*) over ()::int as total
      from app.client c left join app.invitation v on v.therapist_id = c.therapist_id and v.client_id = c.id left join app.person p on p.account_id = c.account_id
      where c.therapist_id = ${tx.actor.id} and c.status = 'pending' order by 2, c.id limit ${limit}`,
    ({ id, people, since, isSent }) => ({ kind: 'invitation', id, people, since, isSent }),
  )
