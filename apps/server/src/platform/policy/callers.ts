import type { ProcedurePolicy } from './policy.ts'

/**
 * Lists the permitted callers of each procedure and whether it counts as a read or a write, one procedure per line. The file callers.txt
 * stores the list, so that a diff shows every change of these rights.
 */
export function describeCallers(
  policies: Record<string, object>,
  isRead: (path: readonly string[]) => boolean,
): string {
  const lines = Object.entries(policies).flatMap(([feature, entries]) =>
    Object.entries(entries as Record<string, ProcedurePolicy>).map(
      ([name, entry]) => `${feature}.${name}: ${isRead([feature, name]) ? 'read' : 'write'}; ${describe(entry)}`,
    ),
  )
  return `${lines.toSorted().join('\n')}\n`
}

function describe({
  who,
  assurance,
  anyAccount,
  reach,
  outOfReach,
  auditRead,
  audited,
  limit,
}: ProcedurePolicy): string {
  return [
    who.toSorted().join(', '),
    ...(assurance === 'any' ? ['without the second factor'] : []),
    ...(assurance === 'recent' ? ['with a recent confirmation'] : []),
    ...(anyAccount ? ['from a page of any account'] : []),
    ...Object.entries(reach ?? {}).map(([role, whose]) => `${role} reaches ${whose.join(', ') || 'nothing'}`),
    ...(outOfReach === 'empty' ? ['empty where out of reach'] : []),
    ...(auditRead ? [`opens ${auditRead.resource}`] : []),
    ...(limit ? [limitOf(limit)] : []),
    ...(audited ? [`audited as ${audited.action}`] : []),
  ].join('; ')
}

function limitOf(limit: NonNullable<ProcedurePolicy['limit']>): string {
  if ('group' in limit) return `limit of ${limit.group}`
  return 'perHour' in limit ? `at most ${limit.perHour} an hour` : `at most ${limit.perMinute} a minute`
}
