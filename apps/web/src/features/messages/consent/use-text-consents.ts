import type { ClientId } from '@attune/contract/common/ids'
import type { ChannelConsent, ClientConsent } from '@attune/contract/features/messages/consent/consent'
import type { NumberProblem } from '@attune/contract/features/messages/consent/consent.numbers'
import type { ConsentPurpose } from '@attune/contract/features/messages/consent/consent.rules'
import type { Language } from '@attune/contract/common/text/text.schemas'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api, createId, orpc } from '../../../platform/api/api.ts'
import { errorCode } from '../../../platform/api/errors.ts'
import { useSubscription } from '../../../platform/realtime/use-subscription.ts'

/** Refetches the consents when one of them changes: the consents of one client record, or all. */
export function useSubscribeToTextConsents(clientId?: ClientId) {
  const cache = useQueryClient()
  const filter = clientId ? ({ column: 'client_id', op: 'eq', value: clientId } as const) : undefined
  useSubscription('text_consents', () => void cache.invalidateQueries({ queryKey: orpc.consent.key() }), filter)
}

/** A phone number that the form or the server refused, with the reason. */
class NumberRefused extends Error {
  problem: NumberProblem
  constructor(problem: NumberProblem) {
    super(problem)
    this.problem = problem
  }
}

/** Returns the reason why a number was refused; null for any other error. */
export function numberProblemOf(error: unknown): NumberProblem | null {
  if (error instanceof NumberRefused) return error.problem
  if (errorCode(error) !== 'NUMBER_REFUSED') return null
  return (error as { data: { problem: NumberProblem } }).data.problem
}

type Change = { number: string; home: string | null; purposes: ConsentPurpose[]; language: Language }

/**
 * Returns a mutation that saves the consent for a channel: it withdraws the purposes that are no longer chosen and gives consent for the others. A
 * new number ends the earlier consent, so nothing needs to be withdrawn then. It fails with `NumberRefused` if the number cannot be used.
 */
export function useSaveConsent(consent: ClientConsent, channel: ChannelConsent) {
  const cache = useQueryClient()
  const { version, senderName, provider, providerCountry } = channel
  const named = { id: consent.clientId, channel: channel.channel }
  return useMutation({
    mutationFn: async ({ number, home, purposes, language }: Change) => {
      // The phone number data is large and loads only when it is needed.
      const { checkTextNumber } = await import('@attune/contract/features/messages/consent/consent.numbers')
      const checked = checkTextNumber(number, { countries: consent.countries, home })
      if ('problem' in checked) throw new NumberRefused(checked.problem)
      const dropped = channel.given.filter((purpose) => !purposes.includes(purpose))
      if (dropped.length > 0 && checked.number === consent.number)
        await api.consent.withdraw({ ...named, command: createId(), purposes: dropped })
      const agreed = purposes.filter((purpose) => channel.offered.includes(purpose))
      if (agreed.length === 0) return
      const terms = { version, senderName, provider, providerCountry }
      await api.consent.give({
        ...named,
        ...terms,
        command: createId(),
        number: checked.number,
        purposes: agreed,
        language,
      })
    },
    onSettled: () => cache.invalidateQueries({ queryKey: orpc.consent.key() }),
  })
}

/** Returns a mutation that withdraws all consents that were given for a channel. */
export function useEndConsent(consent: ClientConsent, { channel, given }: ChannelConsent) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: () =>
      api.consent.withdraw({ id: consent.clientId, command: createId(), channel, purposes: [...given] }),
    onSettled: () => cache.invalidateQueries({ queryKey: orpc.consent.key() }),
  })
}
