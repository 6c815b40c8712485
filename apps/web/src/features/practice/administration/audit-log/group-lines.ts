import type { AuditLine } from '@attune/contract/features/practice/administration/administration.accounts'

/** Consecutive lines of the audit log that are equal except for their time and values, latest first. */
export type AuditLineGroup = readonly [AuditLine, ...AuditLine[]]

const keyOf = ({ actorId, action, thing, thingId, ip }: AuditLine) =>
  JSON.stringify([actorId, action, thing, thingId, ip])

/** Groups consecutive lines with the same person, action, thing, IP address and local day. `dayOf` returns the local day of an instant. */
export function groupAuditLines(lines: readonly AuditLine[], dayOf: (instant: string) => string): AuditLineGroup[] {
  const groups: [AuditLine, ...AuditLine[]][] = []
  for (const line of lines) {
    const group = groups.at(-1)
    const isEqual = group && keyOf(group[0]) === keyOf(line) && dayOf(group[0].at) === dayOf(line.at)
    if (isEqual) group.push(line)
    else groups.push([line])
  }
  return groups
}

/** Returns the result of the lines of a group: each field whose value before the first change differs from the value after the last one. */
export function resultOf(group: AuditLineGroup): AuditLine {
  const [latest] = group
  const earliestFirst = group.toReversed()
  const before: Record<string, unknown> = {}
  const after: Record<string, unknown> = {}
  for (const line of earliestFirst) {
    for (const [field, value] of Object.entries(line.before ?? {})) if (!(field in before)) before[field] = value
    Object.assign(after, line.after)
  }
  for (const field of Object.keys(after))
    if (field in before && JSON.stringify(before[field]) === JSON.stringify(after[field])) {
      delete before[field]
      delete after[field]
    }
  const orNull = (values: Record<string, unknown>) => (Object.keys(values).length > 0 ? values : null)
  return { ...latest, before: orNull(before), after: orNull(after) }
}
