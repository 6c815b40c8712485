import { textLengths } from '@attune/contract/common/text/lengths'
import { Switch, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { TermsDraft } from './terms-draft.ts'

type Props = { draft: TermsDraft; onChange: (part: Partial<TermsDraft>) => void }

/**
 * Edits the settings of calls in Attune: the phone number to call if the video does not work, the relay, and the question about a client's
 * whereabouts.
 */
export function CallTermsFields({ draft, onChange }: Props) {
  const { t } = useTranslation('terms')
  return (
    <>
      <TextInput
        label={t('calls.phone')}
        description={t('calls.phoneHint')}
        type="tel"
        autoComplete="tel"
        maxLength={textLengths.phone}
        value={draft.callPhone}
        onChange={(event) => onChange({ callPhone: event.currentTarget.value })}
      />
      <Switch
        label={t('calls.where')}
        description={t('calls.whereHint')}
        checked={draft.asksWhereabouts}
        onChange={(event) => onChange({ asksWhereabouts: event.currentTarget.checked })}
      />
      <Switch
        label={t('calls.relay')}
        description={t('calls.relayHint')}
        checked={draft.callsThroughRelay}
        onChange={(event) => onChange({ callsThroughRelay: event.currentTarget.checked })}
      />
    </>
  )
}
