import type { AccountId } from '@attune/contract/common/ids'
import { auditLogExportLines } from '@attune/contract/features/practice/administration/administration.rules'
import type { AuditLine } from '@attune/contract/features/practice/administration/administration.accounts'
import { csvRow } from '@attune/contract/common/csv/csv'
import type { Tx } from '../../../platform/database/actor.ts'
import { createRefusal } from '../../../platform/policy/refusal.ts'

export type AuditFilter = { person?: string; action?: string; from?: string; until?: string }

async function listAuditLines(tx: Tx, filter: AuditFilter, before: string | null, limit: number): Promise<AuditLine[]> {
  const { rows } = await tx.run<AuditLine>(
    `select id::text, at, actor_id as "actorId", actor_name as "actorName", action, thing, thing_id as "thingId", thing_name as "thingName",
       ip, before, after
     from def.administration_audit($1, $2, $3, $4, $5, $6)`,
    [filter.person ?? null, filter.action || null, filter.from ?? null, filter.until ?? null, before, limit],
  )
  return rows
}

/**
 * Returns one page of the administration audit log, latest line first. `after` is the number of the last line on the previous page. Refuses with
 * BAD_REQUEST if it is not a number.
 */
export async function readAuditLogPage(
  tx: Tx,
  { after, limit, ...filter }: AuditFilter & { after?: string; limit: number },
): Promise<{ items: AuditLine[]; next: string | null }> {
  if (after !== undefined && !/^\d{1,18}$/.test(after)) throw createRefusal('BAD_REQUEST', 400)
  const rows = await listAuditLines(tx, filter, after ?? null, limit + 1)
  const items = rows.slice(0, limit)
  return { items, next: rows.length > limit ? (items.at(-1)?.id ?? null) : null }
}

/** Returns the actions and the people by which the log can be filtered. */
export async function readAuditLogFilters(
  tx: Tx,
): Promise<{ actions: string[]; people: { id: AccountId; name: string }[] }> {
  const [actions, people] = await Promise.all([
    tx.run<{ action: string }>('select action from def.administration_audit_actions() as action'),
    tx.run<{ id: AccountId; name: string }>('select id, name from def.administration_audit_people()'),
  ])
  return { actions: actions.rows.map(({ action }) => action), people: people.rows }
}

const headings = ['at', 'actor', 'actor_id', 'action', 'thing', 'thing_id', 'account', 'ip', 'before', 'after']

/**
 * Returns the administration audit log as CSV (RFC 4180, UTF-8 with a byte order mark) with times in UTC. Cells that look like formulas are escaped.
 * Contains at most `auditLogExportLines` lines; `isComplete` is false if there are more.
 */
export async function exportAuditLog(tx: Tx, filter: AuditFilter): Promise<{ csv: string; isComplete: boolean }> {
  const lines = await listAuditLines(tx, filter, null, auditLogExportLines + 1)
  const isComplete = lines.length <= auditLogExportLines
  const rows = lines
    .slice(0, auditLogExportLines)
    .map((line) => [
      line.at,
      line.actorName,
      line.actorId,
      line.action,
      line.thing,
      line.thingId ?? '',
      line.thingName,
      line.ip ?? '',
      line.before ? JSON.stringify(line.before) : '',
      line.after ? JSON.stringify(line.after) : '',
    ])
  return { csv: `\uFEFF${[headings, ...rows].map((row) => `${csvRow(row)}\r\n`).join('')}`, isComplete }
}
