import { isFilled } from '@attune/contract/common/text/text'
import type { NewService, Service } from '@attune/contract/features/billing/service/service'
import { longestService } from '@attune/contract/features/billing/service/service.rules'
import { createId } from '../../../platform/api/api.ts'

/** A service as typed in the form. */
export type ServiceDraft = Omit<NewService, 'minutes' | 'taxRateBp'> & {
  /** The duration in minutes; empty if the service has none. */
  minutes: string
  /** The tax rate in basis points. Null for the tax profile of the business; empty while the typed text is not a rate. */
  taxRateBp: string | null
}

export function serviceDraftOf(service: Service | null, currency: string): ServiceDraft {
  if (!service)
    return {
      id: createId(),
      code: '',
      text: '',
      minutes: '50',
      priceMinor: '',
      currency,
      taxRateBp: null,
      defaultFormat: null,
      place: '',
    }
  const { minutes, taxRateBp, isArchived: _, version: _version, ...rest } = service
  return { ...rest, minutes: String(minutes ?? ''), taxRateBp: taxRateBp === null ? null : String(taxRateBp) }
}

type ServiceProblem = 'text' | 'minutes' | 'priceMinor' | 'taxRateBp'

/** Returns the fields of a draft that are missing or wrong. */
export function serviceProblems({ text, minutes, priceMinor, taxRateBp }: ServiceDraft): ServiceProblem[] {
  const duration = Number(minutes)
  const wrong: Record<ServiceProblem, boolean> = {
    text: !isFilled(text),
    minutes: minutes.trim() !== '' && !(Number.isInteger(duration) && duration >= 1 && duration <= longestService),
    priceMinor: priceMinor === '',
    taxRateBp: taxRateBp === '',
  }
  return (Object.keys(wrong) as ServiceProblem[]).filter((field) => wrong[field])
}

/** Returns the service of a draft without problems. */
export const serviceFrom = ({ minutes, taxRateBp, ...rest }: ServiceDraft): NewService => ({
  ...rest,
  minutes: minutes.trim() === '' ? null : Number(minutes),
  taxRateBp: taxRateBp === null ? null : Number(taxRateBp),
})
