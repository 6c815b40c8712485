import { maxCallClients } from '@attune/contract/features/schedule/call/call.rules'
import { fitsCall } from '@attune/contract/features/schedule/session/session.rules'
import { SegmentedControl, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { orpc } from '../../../../platform/api/api.ts'
import { Callout } from '../../../../ui/base/Callout.tsx'
import type { PickedClient } from './use-client-search.ts'

type Props = {
  /** Whether the call is in Attune. */
  value: boolean
  /** The clients who take part. */
  clients: readonly PickedClient[]
  onChange: (isInAttune: boolean) => void
}

/**
 * Returns whether the call is in Attune, as the therapist chose or, without a choice, by default. Returns false if the session has too many clients
 * for a call in Attune.
 */
export const isInAttune = (chosen: boolean | undefined, clients: number, byDefault = false): boolean =>
  fitsCall(clients) && (chosen ?? byDefault)

/**
 * A control for the place of a video call: in Attune, or behind the therapist's own link. If the session has too many clients for a call in Attune, a
 * hint explains why only the link is possible.
 */
export function CallPlaceField({ value, clients, onChange }: Props) {
  const { t } = useTranslation('session')
  const [labelId, hintId] = [useId(), useId()]
  const fits = fitsCall(clients.length)
  return (
    <div>
      <Text component="div" size="sm" fw={550} mb={4} id={labelId}>
        {t('callPlace.title')}
      </Text>
      <SegmentedControl
        fullWidth
        aria-labelledby={labelId}
        aria-describedby={hintId}
        value={value && fits ? 'inAttune' : 'link'}
        onChange={(place) => onChange(place === 'inAttune')}
        data={[
          { value: 'inAttune', label: t('callPlace.inAttune'), disabled: !fits },
          { value: 'link', label: t('callPlace.link') },
        ]}
      />
      <Text size="sm" c="dimmed" mt={4} id={hintId}>
        {fits ? value && t('callPlace.hint') : t('callPlace.tooMany', { most: maxCallClients })}
      </Text>
      <div role="status">{fits && value && <WithoutAccount clients={clients} />}</div>
    </div>
  )
}

/** Names the clients who cannot join yet, because they have no account. Scheduling is still possible: they can get an account before the session. */
function WithoutAccount({ clients }: Pick<Props, 'clients'>) {
  const { t, i18n } = useTranslation('session')
  const ids = clients.map(({ id }) => id)
  const { data } = useQuery({ ...orpc.client.withoutAccount.queryOptions({ input: { ids } }), enabled: ids.length > 0 })
  const names = clients.filter(({ id }) => data?.items.includes(id)).map(({ name }) => name)
  if (names.length === 0) return null
  return (
    <Callout kind="warning">
      {t('callPlace.noAccount', {
        count: names.length,
        names: new Intl.ListFormat(i18n.resolvedLanguage).format(names),
      })}
    </Callout>
  )
}
