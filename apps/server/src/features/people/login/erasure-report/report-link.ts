import { Role } from '@attune/contract/features/people/account/account'
import { erasureReportDays } from '@attune/contract/features/people/login/login.rules'
import { z } from 'zod'
import type { AppContext } from '../../../../platform/app-context.ts'
import { isSealOf, sealOf } from '../../../../platform/secrets/seal.ts'

type Deps = Pick<AppContext, 'secrets' | 'clock'>

/** The facts from which the report of an erasure is written. They contain nothing about the person. */
export type ErasureFacts = {
  role: Role
  /** The time at which the account was erased. Without a `job`, the erasure was complete at that time. */
  erasedAt: Date
  /** The key of the job that completes the erasure; null if nothing was left to do. */
  job: string | null
  /** The number of issued invoices that are kept, and the last day on which any of them is kept. */
  invoices: { count: number; until: string } | null
}

const Content = z.tuple(
  [Role, z.number(), z.strictObject({ count: z.number(), until: z.string() }).nullable()],
  z.uuid(),
)

const dayMilliseconds = 24 * 60 * 60_000
export const reportEndsAt = ({ erasedAt }: ErasureFacts) =>
  new Date(erasedAt.getTime() + erasureReportDays * dayMilliseconds)

const sealedText = (content: string) => `erasure report ${content}`

/**
 * Returns a text that gives access to the report of an erasure for `erasureReportDays` days. The facts are in the text, signed, so that no row
 * outlives the account.
 */
export function sealReport(app: Pick<AppContext, 'secrets'>, { role, erasedAt, invoices, job }: ErasureFacts): string {
  const facts = [role, erasedAt.getTime(), invoices, ...(job ? [job] : [])]
  const content = Buffer.from(JSON.stringify(facts)).toString('base64url')
  return `${content}.${sealOf(app, sealedText(content))}`
}

/** Returns the facts in a text that `sealReport` made; null if this server did not make the text or if it has expired. */
export function openReport(app: Deps, report: string): ErasureFacts | null {
  const [content = '', seal = '', ...more] = report.split('.')
  if (more.length > 0 || !isSealOf(app, sealedText(content), seal)) return null
  const [role, at, invoices, job = null] = Content.parse(JSON.parse(Buffer.from(content, 'base64url').toString()))
  const facts = { role, erasedAt: new Date(at), invoices, job }
  return reportEndsAt(facts) > app.clock.now() ? facts : null
}
