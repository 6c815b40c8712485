import type { ClientId } from '@attune/contract/common/ids'
import type { ConsentEvent, ClientConsent } from '@attune/contract/features/messages/consent/consent'
import type { ConsentPurpose } from '@attune/contract/features/messages/consent/consent.rules'
import { countryOfZone } from '@attune/contract/features/care/safety/safety.countries.rules'

/** The reader: the client, or the therapist on the client's record. */
export type ConsentViewer = 'client' | 'therapist'

/**
 * Returns the country that is assumed for numbers without a country code: that of the reader's time zone, or the only allowed country; null
 * otherwise.
 */
export function homeCountry(countries: readonly string[], zone: string): string | null {
  const here = countryOfZone(zone)
  if (here && countries.includes(here)) return here
  return countries.length === 1 ? (countries[0] ?? null) : null
}

export type ConsentStep = Omit<ConsentEvent, 'purpose'> & { id: ClientId; purposes: ConsentPurpose[] }

/** Returns the entries of the consent history, newest first. Purposes that were changed together are one entry. */
export function consentSteps(history: ClientConsent['history']): ConsentStep[] {
  const steps: ConsentStep[] = []
  for (const { purpose, ...event } of history) {
    const id = [event.at, event.action, event.source, event.channel, event.number, event.senderName].join(' ')
    const same = steps.find((step) => step.id === id)
    if (same && purpose) same.purposes.unshift(purpose)
    else steps.push({ ...event, id, purposes: purpose ? [purpose] : [] })
  }
  return steps
}
