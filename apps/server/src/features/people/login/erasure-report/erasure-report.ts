import type { Language } from '@attune/contract/common/text/text.schemas'
import type { ErasureReport } from '@attune/contract/features/people/login/login.own'
import type { ErasedData, KeptData } from '@attune/contract/features/people/login/login.schemas'
import { isKeptByPractice } from '@attune/contract/features/people/login/login.rules'
import type { AppContext } from '../../../../platform/app-context.ts'
import { createRefusal, tooManyCalls } from '../../../../platform/policy/refusal.ts'
import { formatDateTimeInZone, formatDayInZone, translate } from '../../../../platform/text/translations.ts'
import {
  type BackupsBefore,
  readBackupsBefore,
  readProductSettings,
} from '../../../practice/administration/administration.ts'
import { dataOfDeletion } from '../account/erased-data.ts'
import { type ErasureFacts, openReport, reportEndsAt } from './report-link.ts'

type Words = {
  t: (key: string, params?: Record<string, string>) => string
  day: (at: Date | string) => string
  moment: (at: Date) => string
}

/**
 * The time in milliseconds after an erasure in which a backup can still copy a file whose bytes a job has not removed yet. A backup from that period
 * counts as a backup from before the erasure.
 */
const fileRemovalMilliseconds = 10 * 60_000

/** Returns the report of an erasure. `report` is the signed text that `deleteAccount` returned. Refuses with INVALID_LINK and TOO_MANY. */
export async function readErasureReport(
  app: Pick<AppContext, 'auth' | 'clock' | 'config' | 'db' | 'deletionKinds' | 'secrets'>,
  { report, language }: { report: string; language: Language },
): Promise<ErasureReport> {
  const facts = openReport(app, report)
  if (!facts) throw createRefusal('INVALID_LINK', 410)
  const hit = await countReportReading(app, facts)
  if (!hit.allowed) throw tooManyCalls(hit.retryAfterSeconds)
  return writeErasureReport(app, facts, language)
}

/** Counts a reading of a report, because each one lists the backups of every destination. */
export const countReportReading = ({ auth }: Pick<AppContext, 'auth'>, { erasedAt, role }: ErasureFacts) =>
  auth.rateLimit.hit('erasure-report', `${role} ${erasedAt.getTime()}`, { count: 60, seconds: 60 * 60 })

/**
 * Writes the report of an erasure in a language: what was erased, what stays, why and until when, and the backups that still hold the data now.
 */
export async function writeErasureReport(
  app: Pick<AppContext, 'clock' | 'config' | 'db' | 'deletionKinds'>,
  facts: ErasureFacts,
  language: Language,
): Promise<ErasureReport> {
  const completedAt = await readCompletion(app.db, facts)
  const dataUntil = completedAt ?? app.clock.now()
  const [settings, backups] = await Promise.all([
    readProductSettings(app),
    readBackupsBefore(app, {
      moment: new Date(dataUntil.getTime() + fileRemovalMilliseconds),
      erasedAt: facts.erasedAt,
    }),
  ])
  const { zone } = backups
  const words: Words = {
    t: (key, params) => translate(language, `erasureReport.${key}`, params),
    day: (at) =>
      typeof at === 'string'
        ? formatDayInZone(`${at}T12:00:00Z`, language, 'UTC')
        : formatDayInZone(at.toISOString(), language, zone),
    moment: (at) => formatDateTimeInZone(at.toISOString(), language, zone),
  }
  const { t, day } = words
  const { erased, kept } = dataOfDeletion(facts.role, app.deletionKinds)
  return {
    title: t('title'),
    facts: t(`facts.${facts.role}`, { practice: settings.practiceName, day: day(facts.erasedAt) }),
    sections: [
      erasedSection(erased, completedAt !== null, words),
      ...keptSections({ ...facts, kept }, settings.retentionYears, words),
      backupSection(backups, app.clock.now(), words),
      { heading: t('about.heading'), text: [t('about.text', { day: day(reportEndsAt(facts)) })], items: [] },
    ],
  }
}

type Section = ErasureReport['sections'][number]

/**
 * Returns the time at which the erasure was complete; null if its job still has to run. A completed job is kept for longer than the report can be
 * opened, so a job that no longer exists was removed by a restore, which has repeated the erasure.
 */
async function readCompletion(db: AppContext['db'], { job, erasedAt }: ErasureFacts): Promise<Date | null> {
  if (job === null) return erasedAt
  const { rows } = await db.asActor({ role: 'worker', id: null }, (tx) =>
    tx.run<{ completedAt: string | null }>(
      `select case state when 'completed' then completed_on end as "completedAt" from jobs.job_common
       where name = 'farewell' and singleton_key = $1`,
      [job],
    ),
  )
  const [found] = rows
  if (!found) return erasedAt
  return found.completedAt === null ? null : new Date(found.completedAt)
}

function erasedSection(erased: readonly ErasedData[], isComplete: boolean, { t }: Words): Section {
  return {
    heading: t(isComplete ? 'erased.heading' : 'erased.pendingHeading'),
    text: isComplete ? [t('erased.text'), t('erased.devices')] : [t('erased.pending')],
    items: erased.map((kind) => t(`data.${kind}`)),
  }
}

/** Returns the sections about data that stays: in records, as invoices, and with the practice. No record contains data of an admin. */
function keptSections(
  { role, invoices, kept }: ErasureFacts & { kept: readonly KeptData[] },
  years: number,
  { t, day }: Words,
): Section[] {
  const inRecord = kept.filter((kind) => kind !== 'billing' && !isKeptByPractice(kind))
  const sections: Section[] = []
  if (inRecord.length > 0)
    sections.push({
      heading: t(`record.heading.${role}`),
      text: [t('record.why'), t(years === 1 ? 'record.untilOne' : 'record.until', { years: String(years) })],
      items: inRecord.map((kind) => t(`data.${kind}`)),
    })
  if (kept.includes('billing')) {
    const until = invoices
      ? t('billing.until', { count: String(invoices.count), day: day(invoices.until) })
      : t('billing.none')
    sections.push({ heading: t('billing.heading'), text: [t('billing.why'), until], items: [t('data.billing')] })
  }
  sections.push({
    heading: t('practice.heading'),
    text: [t('practice.why')],
    items: kept.filter(isKeptByPractice).map((kind) => t(`data.${kind}`)),
  })
  return sections
}

function backupSection(
  { places, hasOwnDatabase }: Awaited<ReturnType<typeof readBackupsBefore>>,
  now: Date,
  { t, day, moment }: Words,
): Section {
  const [last] = places.map(({ until }) => until).toSorted((one, other) => other.getTime() - one.getTime())
  const held = last
    ? [
        t('backups.text'),
        t('backups.last', { day: day(last) }),
        ...listLine(places, t),
        t('backups.asOf', { when: moment(now) }),
      ]
    : [t('backups.none')]
  return {
    heading: t('backups.heading'),
    text: [...held, t('backups.others'), ...(hasOwnDatabase ? [t('backups.ownDatabase')] : [])],
    items: places.map((place) => placeLine(place, placeName(place, places, t), { t, day })),
  }
}

/** Returns the sentence about the places that do not have the list with the erasure yet, or the sentence that every place has it. */
function listLine(places: readonly BackupsBefore[], t: Words['t']): string[] {
  const waiting = places.filter(({ isWaiting }) => isWaiting).map((place) => placeName(place, places, t))
  return [waiting.length > 0 ? t('backups.waiting', { places: waiting.join(', ') }) : t('backups.listed')]
}

/** Names a place by its kind, with a number if there are several of the kind. */
function placeName(place: BackupsBefore, places: readonly BackupsBefore[], t: Words['t']): string {
  const alike = places.filter(({ kind }) => kind === place.kind)
  const name = t(`backups.place.${place.kind}`)
  return alike.length > 1 ? `${name} ${alike.indexOf(place) + 1}` : name
}

function placeLine(
  { count, hasLog, until }: BackupsBefore,
  place: string,
  { t, day }: Pick<Words, 't' | 'day'>,
): string {
  const params = { place, count: String(count), day: day(until) }
  if (count === null) return t('backups.unreadable', params)
  if (count === 0) return t('backups.log', params)
  return t(hasLog ? 'backups.heldWithLog' : 'backups.held', params)
}
