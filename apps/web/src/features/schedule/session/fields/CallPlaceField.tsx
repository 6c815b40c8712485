import { maxCallClients } from '@attune/contract/features/schedule/call/call.rules'
import { fitsCall } from '@attune/contract/features/schedule/session/session.rules'
import { SegmentedControl, Text } from '@mantine/core'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'

type Props = {
  /** Whether the call is in Attune. */
  value: boolean
  /** The number of clients who take part. */
  clients: number
  onChange: (isInAttune: boolean) => void
}

/** Whether the call is in Attune, as the therapist chose it or else by default, unless the session has too many clients for that. */
export const isInAttune = (chosen: boolean | undefined, clients: number, byDefault = false): boolean =>
  fitsCall(clients) && (chosen ?? byDefault)

/** A control for the place of a video call: in Attune, or behind the therapist's own link. With too many clients it says why it must be the link. */
export function CallPlaceField({ value, clients, onChange }: Props) {
  const { t } = useTranslation('session')
  const [labelId, hintId] = [useId(), useId()]
  const fits = fitsCall(clients)
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
    </div>
  )
}
