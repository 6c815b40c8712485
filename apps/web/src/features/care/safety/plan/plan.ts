import type { SafetyPlan } from '@attune/contract/features/care/safety/safety'
import { countryOfZone } from '@attune/contract/features/care/safety/safety.countries.rules'
import { productSettings } from '../../../../platform/settings/product-settings.ts'

export const textPlanParts = ['warningSigns', 'whatHelps'] as const
export const contactPlanParts = ['people', 'professionals'] as const
export const safetyPlanParts = [...textPlanParts, ...contactPlanParts] as const
export type SafetyPlanPart = (typeof safetyPlanParts)[number]

/** The content of a plan, without its version and information about the last change. */
export type SafetyPlanContent = Pick<SafetyPlan, SafetyPlanPart | 'country'>

/**
 * The country code for 'another country', for which no emergency numbers are known. ISO 3166 reserves ZZ for private
 * use.
 */
export const otherCountry = 'ZZ'

export const isEmptyPlan = (plan: SafetyPlanContent) => safetyPlanParts.every((part) => plan[part].length === 0)

/**
 * Returns the country whose emergency numbers are shown: the country chosen in the plan, otherwise the country of the
 * time zone. Returns null if both are unknown.
 */
export const emergencyCountry = (plan: { country: string | null } | null, zone: string): string | null =>
  plan?.country ?? countryOfZone(zone, productSettings().safetyNumbers)

/** Returns the plan to send to the server, with trimmed texts and without empty lines and contacts. */
export function trimmedPlan({
  warningSigns,
  whatHelps,
  people,
  professionals,
  country,
}: SafetyPlanContent): SafetyPlanContent {
  const lines = (all: string[]) => all.map((one) => one.trim()).filter(Boolean)
  const contacts = (all: SafetyPlanContent['people']) =>
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

/** Returns whether the plan contains a phone number without a name. */
export const hasUnnamedContact = (plan: SafetyPlanContent) =>
  contactPlanParts.some((part) => trimmedPlan(plan)[part].some(({ name }) => !name))

/** Returns the URL that opens a text message to a number, with a text that the person only needs to send. */
export const textMessageUrl = (number: string, text: string) =>
  `sms:${number}${text ? `?body=${encodeURIComponent(text)}` : ''}`
