import type { SafetyPlan } from '@attune/contract/features/safety'
import { countryOfZone } from '@attune/contract/features/safety.numbers'

export const textParts = ['warningSigns', 'whatHelps'] as const
export const peopleParts = ['people', 'professionals'] as const
export const parts = [...textParts, ...peopleParts] as const
export type Part = (typeof parts)[number]

/** The content of a plan, without its author and time. */
export type PlanWords = Pick<SafetyPlan, Part | 'country'>

/** The maximum of lines in a part. */
export const mostLines = 20

/** The choice of a country without known numbers. ISO 3166 reserves this code for private use. */
export const elsewhere = 'ZZ'

export const isEmpty = (plan: PlanWords) => parts.every((part) => plan[part].length === 0)

/** The country whose numbers are shown: the chosen one, otherwise the one of the time zone. */
export const countryOf = (plan: { country: string | null } | null, zone: string): string | null =>
  plan?.country ?? countryOfZone(zone)

/** The plan as it is sent, without empty lines. */
export function sentOf({ warningSigns, whatHelps, people, professionals, country }: PlanWords): PlanWords {
  const lines = (all: string[]) => all.map((one) => one.trim()).filter(Boolean)
  const contacts = (all: PlanWords['people']) =>
    all
      .map(({ name, phone }) => ({ name: name.trim(), phone: phone.trim() }))
      .filter(({ name, phone }) => name || phone)
  return {
    warningSigns: lines(warningSigns),
    whatHelps: lines(whatHelps),
    people: contacts(people),
    professionals: contacts(professionals),
    country,
  }
}

/** Whether a number has no name. */
export const hasNameless = (plan: PlanWords) => peopleParts.some((part) => sentOf(plan)[part].some(({ name }) => !name))

/** The `tel:` URL of a phone number. */
export const telOf = (phone: string) => `tel:${phone.replace(/[^+\d]/g, '')}`
