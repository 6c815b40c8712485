import { foldForSearch } from '@attune/contract/common/text/text'
import type { Language } from '@attune/contract/common/text/text.schemas'
import { wallClockOf } from '@attune/contract/common/time/time'
import type { NamedResult } from '@attune/contract/features/home/search/search'
import { datesIn } from '@attune/contract/features/home/search/search.dates.rules'
import {
  amountsIn,
  type NamedKind,
  searchedWords,
  searchLimits,
} from '@attune/contract/features/home/search/search.rules'
import { sql } from 'kysely'
import type { Tx } from '../../../platform/database/actor.ts'
import type { FoundName, NameSearch } from '../../../platform/database/name-search.ts'
import { findInvoices, type FoundInvoice } from '../../billing/invoice/invoice.ts'
import { findDocumentsByName } from '../../care/document/document.ts'
import { findFormsByTitle, findSentFormsByTitle } from '../../care/form/form.ts'
import { findOwnEntriesByTitle } from '../../care/journal/journal.ts'
import { findNoteTemplatesByName } from '../../care/note/note.ts'
import { findTasksByTitle, findTaskTemplatesByTitle } from '../../care/task/task.ts'
import { findClientsByName } from '../../people/client/client.ts'
import { findTherapistsByName } from '../../people/connection/connection.ts'
import { findSessionsByDay } from '../../schedule/session/session.ts'

type Found = FoundName & Partial<Pick<FoundInvoice, 'day' | 'minor' | 'currency'>> & { rank?: number }
type Group = { kind: NamedKind; items: NamedResult[]; more: boolean }
type Search = NameSearch & { amounts: readonly number[] }
type Finder = (tx: Tx, search: Search) => Promise<Found[]>

/** The kinds that each role can find by a name, in the order of equally relevant kinds. Sessions are found by their date. */
const finders: Record<'therapist' | 'client', Partial<Record<NamedKind, Finder>>> = {
  therapist: {
    client: findClientsByName,
    task: findTasksByTitle,
    'sent-form': findSentFormsByTitle,
    document: findDocumentsByName,
    invoice: findInvoices,
    'task-template': findTaskTemplatesByTitle,
    'note-template': findNoteTemplatesByName,
    form: findFormsByTitle,
  },
  client: {
    therapist: findTherapistsByName,
    task: findTasksByTitle,
    'sent-form': findSentFormsByTitle,
    document: findDocumentsByName,
    invoice: findInvoices,
    'journal-entry': findOwnEntriesByTitle,
  },
}

/** The rank of sessions on a day that the search names, which is more than that of a title that begins with the search. */
const dateRank = 5

/** Finds things of the actor by names, titles, numbers, amounts and dates. Returns them in groups, the most relevant first. */
export async function searchNames(tx: Tx, query: string, now: Date): Promise<{ groups: Group[] }> {
  const words = searchedWords(query)
  const { role } = tx.actor
  if (words.length === 0 || (role !== 'therapist' && role !== 'client')) return { groups: [] }
  const limit = searchLimits.perKind
  const search = { query: foldForSearch(query), words, amounts: amountsIn(query), limit }
  const found: { kind: NamedKind; rows: Found[]; rank: number }[] = []
  const sessions = await findSessions(tx, query, now)
  if (sessions.length > 0) found.push({ kind: 'session', rows: sessions, rank: dateRank })
  for (const [kind, find] of Object.entries(finders[role]) as [NamedKind, Finder][]) {
    const rows = await find(tx, search)
    // Tens of the rank only order the results of one kind.
    if (rows.length > 0) found.push({ kind, rows, rank: Math.max(...rows.map(({ rank = 0 }) => rank % 10)) })
  }
  const groups = found.toSorted((a, b) => b.rank - a.rank).map(({ kind, rows }) => groupOf(kind, rows))
  return { groups }
}

async function findSessions(tx: Tx, query: string, now: Date): Promise<Found[]> {
  const { language, zone } = await readReader(tx)
  const { ranges, rest } = datesIn(query, { language, today: wallClockOf(now.toISOString(), zone).day })
  if (ranges.length === 0) return []
  return findSessionsByDay(tx, { ranges, words: searchedWords(rest), zone, limit: searchLimits.perKind }, now)
}

async function readReader(tx: Tx): Promise<{ language: Language; zone: string }> {
  const { rows } = await sql<{ language: Language; zone: string }>`
    select language, zone from app.person where account_id = ${tx.actor.id}`.execute(tx.kysely)
  return rows[0] ?? { language: 'en', zone: 'UTC' }
}

const groupOf = (kind: NamedKind, rows: Found[]): Group => ({
  kind,
  items: rows.slice(0, searchLimits.perKind).map(resultOf),
  more: rows.length > searchLimits.perKind,
})

const resultOf = ({ id, clientId, title, person, at, day, minor, currency }: Found): NamedResult => ({
  id,
  clientId,
  title,
  person,
  at,
  day: day ?? null,
  amount: minor !== undefined && currency !== undefined ? { minor, currency } : null,
})
