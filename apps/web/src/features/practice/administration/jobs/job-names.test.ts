import type {
  FailureReason,
  JobType,
} from '@attune/contract/features/practice/administration/administration.jobs.rules'
import type { HealthProblem } from '@attune/contract/features/practice/administration/administration.health.rules'
import { expect, test } from 'vitest'
import dashboardDe from '../../../../locales/adminDashboard/de.json'
import dashboardEn from '../../../../locales/adminDashboard/en.json'
import dashboardEs from '../../../../locales/adminDashboard/es.json'
import dashboardFr from '../../../../locales/adminDashboard/fr.json'
import de from '../../../../locales/adminJobs/de.json'
import en from '../../../../locales/adminJobs/en.json'
import es from '../../../../locales/adminJobs/es.json'
import fr from '../../../../locales/adminJobs/fr.json'

/** The type check fails if a type of job, a reason or a problem has no text in one of the languages. */
const languages = [de, en, es, fr] satisfies {
  types: Record<JobType, string>
  reasons: Record<FailureReason, string>
}[]
const dashboards = [dashboardDe, dashboardEn, dashboardEs, dashboardFr] satisfies {
  health: { todo: Record<HealthProblem, string> }
}[]

test('every type of job, reason and problem has a text in every language, and no two types the same', () => {
  for (const { types, reasons } of languages) {
    const names = Object.values(types)
    expect(new Set(names).size).toBe(names.length)
    expect([...names, ...Object.values(reasons)].filter((name) => !name.trim())).toEqual([])
  }
  for (const { health } of dashboards) expect(Object.values(health.todo).filter((text) => !text.trim())).toEqual([])
})
