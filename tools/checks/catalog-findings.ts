import type pg from 'pg'
import { catalogRules } from '../../apps/server/src/platform/database/catalog/rules.ts'
import { violationsOf } from '../../apps/server/src/platform/database/catalog/violations.ts'

/** Returns a finding for each rule about the database catalog that a database violates, with the violating objects. */
export async function catalogFindings(installer: pg.Client): Promise<string[]> {
  const findings: string[] = []
  for (const rule of catalogRules) {
    const violations = await violationsOf(installer, rule)
    if (violations.length > 0)
      findings.push(
        [`${rule.rule}; violated by`, ...violations.map((row) => `  ${Object.values(row).join(' ')}`)].join('\n'),
      )
  }
  return findings
}
