import type { ConnectedTherapist } from '@attune/contract/features/people/connection/connection'
import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { cityOf, clocksDiffer, momentInSentence } from '../../../../ui/page/date-text.ts'
import { MessageField } from '../../../../ui/input/MessageField.tsx'
import { FormatField } from '../fields/FormatField.tsx'
import { startInstantOf, type SessionTimeDraft } from '../fields/session-time-draft.ts'
import { SessionTimeFields } from '../fields/SessionTimeFields.tsx'
import type { RequestForm } from './use-request-form.ts'

type Props = { form: RequestForm; requested: SessionTimeDraft; therapist: ConnectedTherapist }

/**
 * Renders the fields of a session request: time, format and message. Also shows the time in the therapist's time zone
 * if the clocks differ.
 */
export function RequestFields({ form: { draft, problems, change }, requested, therapist: { name, zone } }: Props) {
  const { t } = useTranslation('sessionNew')
  const locale = useLocale()
  const { format, message } = draft.value
  const startsAt = startInstantOf(requested, locale.zone)
  return (
    <>
      <SessionTimeFields
        value={requested}
        onChange={(next) => change({ when: next })}
        zone={locale.zone}
        problems={problems}
        focus
      />
      {startsAt && clocksDiffer(startsAt, locale.zone, zone) && (
        <Text size="sm" c="dimmed">
          {t('request.there', { when: momentInSentence(startsAt, { ...locale, zone }), city: cityOf(zone), name })}
        </Text>
      )}
      <FormatField value={format} onChange={(next) => change({ format: next })} />
      <MessageField
        label={t('request.message')}
        description={t('request.messageHint', { name })}
        value={message}
        onChange={(next) => change({ message: next })}
      />
      <Text size="sm" c="dimmed">
        {t('request.then', { name })}
      </Text>
    </>
  )
}
