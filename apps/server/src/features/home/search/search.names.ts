import { foldForSearch } from '@attune/contract/common/text/text'
import type { Language } from '@attune/contract/common/text/text.schemas'
import { todayIn } from '@attune/contract/common/time/time'
import type { NamedResult } from '@attune/contract/features/home/search/search'
import { datesIn } from '@attune/contract/features/home/search/search.dates.rules'
import {
  amountsIn,
  type NamedKind,
  searchedWords,
  searchLimits,
} from '@attune/contract/features/home/search/search.rules'
import { isSimilarName, wordsWithForgivenError } from '@attune/contract/features/home/search/search.similar.rules'
import { sql } from 'kysely'
import type { Tx } from '../../../platform/database/actor.ts'
import type { FoundBill, FoundName, NameSearch } from '../../../platform/database/name-search.ts'
import { findEstimates } from '../../billing/estimate/estimate.ts'
import { findInvoices } from '../../billing/invoice/invoice.ts'
import { findSuperbills } from '../../billing/superbill/superbill.ts'
import { findDocumentsByName } from '../../care/document/document.ts'
import { findFormsByTitle, findSentFormsByTitle } from '../../care/form/form.ts'
import { findOwnEntriesByTitle } from '../../care/journal/journal.ts'
import { findNoteTemplatesByName } from '../../care/note/note.ts'
import { findTasksByTitle, findTaskTemplatesByTitle } from '../../care/task/task.ts'
import { findQuickReplies } from '../../messages/message-settings/message-settings.ts'
import { findClientsByName } from '../../people/client/client.ts'
import { findTherapistsByName } from '../../people/connection/connection.ts'
import { findSessionsByDay } from '../../schedule/session/session.ts'
import { groupOf } from './search.group.ts'
import { amongOf, findNameIds, findSimilarNameIds } from './search.name-index.ts'

type Found = FoundName & Partial<Pick<FoundBill, 'day' | 'minor' | 'currency'>> & { rank?: number }
type FoundKind = { kind: NamedKind; rows: Found[]; rank: number }
type Group = { kind: NamedKind; items: NamedResult[]; more: boolean }
type Search = NameSearch & { amounts: readonly number[] }
type Finder = (tx: Tx, search: Search) => Promise<Found[]>

/** For each role, the functions that find things of each kind by a name, in the order of equally relevant kinds. Sessions are found by their date. */
const finders: Record<'therapist' | 'client', Partial<Record<NamedKind, Finder>>> = {
  therapist: {
    client: findClientsByName,
    task: findTasksByTitle,
    'sent-form': findSentFormsByTitle,
    document: findDocumentsByName,
    invoice: findInvoices,
    estimate: findEstimates,
    superbill: findSuperbills,
    'task-template': findTaskTemplatesByTitle,
    'note-template': findNoteTemplatesByName,
    form: findFormsByTitle,
    'quick-reply': findQuickReplies,
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

/** The kinds that are found by a number or by the name of a client, in which no typing error is forgiven. */
const exactKinds: ReadonlySet<NamedKind> = new Set(['invoice', 'estimate', 'superbill'])

/** The rank of sessions on a day that the search names, which is more than that of a title that begins with the search. */
const dateRank = 5

/** Finds things of the actor by names, titles, numbers, amounts and dates. Returns them in groups, the most relevant first. */
export async function searchNames(tx: Tx, query: string, now: Date): Promise<{ groups: Group[] }> {
  const words = searchedWords(query)
  const { role } = tx.actor
  if (words.length === 0 || (role !== 'therapist' && role !== 'client')) return { groups: [] }
  const search = { query: foldForSearch(query), words, amounts: amountsIn(query), limit: searchLimits.perKind }
  const ids = await findNameIds(tx, words, search.amounts)
  const sessions = await findSessions(tx, query, now)
  const found: FoundKind[] = sessions.length > 0 ? [{ kind: 'session', rows: sessions, rank: dateRank }] : []
  for (const [kind, find] of Object.entries(finders[role]) as [NamedKind, Finder][]) {
    const among = ids ? amongOf(ids, kind) : undefined
    const rows = among?.length === 0 ? [] : await find(tx, { ...search, among })
    // The tens digit of a rank only orders the results of one kind, so it is left out here.
    if (rows.length > 0) found.push({ kind, rows, rank: Math.max(...rows.map(({ rank = 0 }) => rank % 10)) })
  }
  const count = found.reduce((sum, { rows }) => sum + rows.length, 0)
  const similar = count < searchLimits.perKind ? await findSimilar(tx, search, ids !== null) : []
  const groups = withSimilar(found, similar).toSorted((a, b) => b.rank - a.rank)
  return { groups: groups.map(({ kind, rows }) => groupOf(kind, rows.map(resultOf))) }
}

/**
 * Finds names and titles that match the search with one typing error. Without an index, a therapist's clients, tasks, forms and documents are not
 * compared: there can be many.
 */
async function findSimilar(tx: Tx, search: Search, isBuilt: boolean): Promise<FoundKind[]> {
  const { role } = tx.actor
  const words = wordsWithForgivenError(search.words)
  if (words.length === 0 || (role !== 'therapist' && role !== 'client')) return []
  const ids = isBuilt ? await findSimilarNameIds(tx, words) : new Map<NamedKind, string[]>()
  const found: FoundKind[] = []
  for (const [kind, find] of Object.entries(finders[role]) as [NamedKind, Finder][]) {
    const among = role === 'therapist' ? amongOf(ids, kind) : undefined
    const compared =
      among?.length === 0 || exactKinds.has(kind) ? [] : await find(tx, { ...search, among, similar: true })
    const rows = compared.filter((row) => isSimilarName(row, search.words))
    if (rows.length > 0) found.push({ kind, rows, rank: 0 })
  }
  return found
}

/** Adds similar names below the others of their kind. */
const withSimilar = (found: FoundKind[], similar: FoundKind[]): FoundKind[] => [
  ...found.map((group) => ({
    ...group,
    rows: [...group.rows, ...similar.flatMap(({ kind, rows }) => (kind === group.kind ? rows : []))],
  })),
  ...similar.filter(({ kind }) => !found.some((group) => group.kind === kind)),
]

async function findSessions(tx: Tx, query: string, now: Date): Promise<Found[]> {
  const { language, zone } = await readReader(tx)
  const { ranges, rest } = datesIn(query, { language, today: todayIn(zone, now) })
  if (ranges.length === 0) return []
  return findSessionsByDay(tx, { ranges, words: searchedWords(rest), zone, limit: searchLimits.perKind }, now)
}

async function readReader(tx: Tx): Promise<{ language: Language; zone: string }> {
  const { rows } = await sql<{ language: Language; zone: string }>`
    select language, zone from app.person where account_id = ${tx.actor.id}`.execute(tx.kysely)
  return rows[0] ?? { language: 'en', zone: 'UTC' }
}

const resultOf = ({ id, clientId, title, person, at, day, minor, currency }: Found): NamedResult => ({
  id,
  clientId,
  title,
  person,
  at,
  day: day ?? null,
  amount: minor !== undefined && currency !== undefined ? { minor, currency } : null,
})
