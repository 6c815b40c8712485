import type { AppContext } from '../../platform/app-context.ts'
import { createRefusal, tooManyCalls } from '../../platform/policy/refusal.ts'
import { isSealOf, sealOf } from '../../platform/seal.ts'
import { isUuid } from '../../platform/uuid.ts'
import { isPdfBusy } from '../../platform/pdf/entries-pdf.ts'

export const exportFormats = ['pdf', 'markdown'] as const
export type ExportFormat = (typeof exportFormats)[number]
type Deps = Pick<AppContext, 'secrets' | 'clock'>

/** The time in seconds for which the address of an export is valid. */
const seconds = 60
const anHour = { count: 20, seconds: 60 * 60 }

/**
 * Starts an export and returns the address of its download. Refuses with BUSY if the person or too many other people
 * are getting a PDF, and with TOO_MANY after twenty exports in an hour. The call checks this before the download,
 * because a page cannot show a refusal of the download.
 */
export async function startExport(
  app: Deps & Pick<AppContext, 'auth'>,
  input: { accountId: string; as: ExportFormat },
) {
  if (input.as === 'pdf' && isPdfBusy(input.accountId)) throw createRefusal('BUSY', 409)
  const hit = await app.auth.rateLimit.hit('journal-export', input.accountId, anHour)
  if (!hit.allowed) throw tooManyCalls(hit.retryAfterSeconds)
  return exportAddress(app, input)
}

/** Returns the address from which the author can download the journal within the next minute. */
function exportAddress(app: Deps, input: { accountId: string; as: ExportFormat }) {
  const until = Math.floor(app.clock.now().getTime() / 1000) + seconds
  const query = new URLSearchParams({
    reader: input.accountId,
    until: String(until),
    seal: sealOf(app, sealedText(input.accountId, input.as, until)),
  })
  return {
    url: `/api/journal/export/${input.as}?${query}`,
    expiresAt: new Date(until * 1000).toISOString(),
  }
}

/**
 * Returns the account, the format and the signature (`seal`) of an address that this server signed and that has not
 * expired. Returns null for any other address. The signature is different for each address.
 */
export function readExportAddress(app: Deps, form: string, query: Record<string, unknown>) {
  const { reader, until, seal } = query
  const as = exportFormats.find((known) => known === form)
  if (!as || typeof reader !== 'string' || typeof until !== 'string' || typeof seal !== 'string') return null
  if (!isUuid(reader) || !/^\d{10}$/.test(until)) return null
  if (!isSealOf(app, sealedText(reader, as, Number(until)), seal)) return null
  return Number(until) * 1000 >= app.clock.now().getTime() ? { accountId: reader, as, seal } : null
}

const sealedText = (accountId: string, as: ExportFormat, until: number) => `journal ${as} ${accountId} ${until}`
