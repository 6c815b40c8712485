import type { SafetyPlan } from '@attune/contract/features/safety'
import { countryOfZone } from '@attune/contract/features/safety.numbers'

export const textParts = ['warningSigns', 'whatHelps'] as const
export const peopleParts = ['people', 'professionals'] as const
export const parts = [...textParts, ...peopleParts] as const
export type Part = (typeof parts)[number]

/** What is written in a plan, without who wrote it when. */
export type PlanWords = Pick<SafetyPlan, Part | 'country'>

/** As many lines as a part may have. */
export const mostLines = 20

/** Chosen by somebody who is in none of the countries whose numbers are known (a code that ISO 3166 leaves to its users). */
export const elsewhere = 'ZZ'

export const isEmpty = (plan: PlanWords) => parts.every((part) => plan[part].length === 0)

/** Whose numbers are shown: the chosen country's, else the one that the zone tells. */
export const countryOf = (plan: { country: string | null } | null, zone: string): string | null =>
  plan?.country ?? countryOfZone(zone)

/** The plan as it is sent: lines without a word are left out. */
export function sentOf({ warningSigns, whatHelps, people, professionals, country }: PlanWords): PlanWords {
  const lines = (all: string[]) => all.map((one) => one.trim()).filter(Boolean)
  const reached = (all: PlanWords['people']) =>
    all
      .map(({ name, phone }) => ({ name: name.trim(), phone: phone.trim() }))
      .filter(({ name, phone }) => name || phone)
  return {
    warningSigns: lines(warningSigns),
    whatHelps: lines(whatHelps),
    people: reached(people),
    professionals: reached(professionals),
    country,
  }
}

/** Whether somebody has a number and no name. */
export const hasNameless = (plan: PlanWords) => peopleParts.some((part) => sentOf(plan)[part].some(({ name }) => !name))

/** The address that calls a number. */
export const telOf = (phone: string) => `tel:${phone.replace(/[^+\d]/g, '')}`
