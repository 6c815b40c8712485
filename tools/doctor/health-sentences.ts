import {
  type HealthItem,
  type HealthReason,
  healthReasons,
  type HealthState,
  isHealthProblem,
} from '@attune/contract/features/practice/administration/administration.health.rules'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { HealthFinding } from '../../apps/server/src/features/practice/administration/health/rules.ts'
import type { DoctorState } from './report.ts'

const textFile = join(import.meta.dirname, '../../apps/web/src/locales/adminDashboard/en.json')
const { health } = JSON.parse(readFileSync(textFile, 'utf8')) as {
  health: Record<'items' | 'means' | 'todo', Record<string, string>>
}

const states = {
  ok: 'ok',
  untried: 'not-checked',
  warning: 'warning',
  failing: 'failing',
  off: 'note',
} as const satisfies Record<HealthState, DoctorState>

/**
 * Sentences that replace broader ones of the dashboard. The dashboard concludes from the absence of failures that a channel works, but the doctor
 * must not report a channel as working that it did not try.
 */
const narrower: Partial<Record<HealthReason, string>> = {
  'queue-ok': 'No background job is more than 5 minutes late.',
  'email-ok': 'No email has failed in the last 24 hours.',
  'push-ok': 'No push notification has failed in the last 24 hours.',
  'sms-ok': 'No SMS has failed in the last 24 hours.',
  'whatsapp-ok': 'No WhatsApp message has failed in the last 24 hours.',
  'scanner-ok': 'The virus scanner answers.',
  'relay-silent':
    "The relay doesn't answer on port {{port}}. Unless another server has it, it runs only while Attune does.",
}

/** Returns the name of a part of the system on the dashboard. */
export const healthLabel = (item: HealthItem): string => health.items[item] ?? item

/** Returns the state of a finding and the English sentences of the dashboard about its meaning and the action to take. */
export function healthSentence({ reason, figures = {} }: HealthFinding): { state: DoctorState; text: string } {
  const count = figures.count ?? figures.days ?? 0
  const shown: Record<string, string> = {
    count: String(count),
    version: figures.version ?? '',
    free: sizeText(figures.bytes ?? 0),
    needed: sizeText(figures.neededBytes ?? 0),
    answer: figures.answer ?? '',
    percent: `${figures.percent ?? 0}%`,
    host: figures.host ?? '',
    port: String(figures.port ?? ''),
    milliseconds: String(figures.milliseconds ?? ''),
  }
  const form = count === 0 ? 'zero' : count === 1 ? 'one' : 'other'
  const { means, todo } = health
  const sentence =
    narrower[reason] ?? means[reason] ?? means[`${reason}_${form}`] ?? means[`${reason}_other`] ?? String(reason)
  const text = isHealthProblem(reason) ? `${sentence} ${todo[reason] ?? ''}`.trim() : sentence
  return {
    state: states[healthReasons[reason].state],
    text: text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => shown[name] ?? ''),
  }
}

const sizeUnits = ['bytes', 'kB', 'MB', 'GB', 'TB']

/** Returns a size in the largest unit in which it is at least one, with one decimal. */
export function sizeText(bytes: number): string {
  const power = Math.min(sizeUnits.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3))
  const size = bytes / 1000 ** power
  return `${power === 0 ? size : size.toFixed(1)} ${sizeUnits[power]}`
}
