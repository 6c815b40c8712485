import { feedModes } from '@attune/contract/features/schedule/calendar/calendar.rules'
import type { ExternalCalendar } from '@attune/contract/features/schedule/external-calendar/external-calendar'
import { syncDirections } from '@attune/contract/features/schedule/external-calendar/external-calendar.rules'
import { Checkbox, Radio, Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'

export type SyncSettings = Pick<ExternalCalendar, 'direction' | 'privacy' | 'withPlace' | 'follows'>

export const usualSettings: SyncSettings = { direction: 'both', privacy: 'busy', withPlace: false, follows: false }

/** Whether the settings reveal client names to the calendar server, which the therapist must confirm. */
export const namesClients = ({ direction, privacy }: SyncSettings) =>
  direction !== 'read' && (privacy === 'initials' || privacy === 'name')

type Props = {
  value: SyncSettings
  onChange: (value: SyncSettings) => void
  canWrite: boolean
  host: string
  /** Whether the therapist has confirmed that the calendar server gets client names; null if no confirmation is needed. */
  agreed: boolean | null
  onAgree: (agreed: boolean) => void
  isMissing: boolean
}

/** The fields that choose the direction of the sync and how much the written events reveal. */
export function SyncSettingsFields({ value, onChange, canWrite, host, agreed, onAgree, isMissing }: Props) {
  const { t } = useTranslation('externalCalendar')
  const direction = canWrite ? value.direction : 'read'
  const set = (change: Partial<SyncSettings>) => onChange({ ...value, ...change })
  return (
    <>
      <Radio.Group
        label={t('settings.direction')}
        description={canWrite ? undefined : t('settings.readOnly')}
        value={direction}
        onChange={(next) => set({ direction: syncDirections.find((one) => one === next) ?? 'both' })}
      >
        <Stack gap="sm" mt={6}>
          {syncDirections.toReversed().map((one) => (
            <Radio key={one} value={one} label={t(`settings.${one}`)} disabled={!canWrite && one !== 'read'} />
          ))}
        </Stack>
      </Radio.Group>
      {direction !== 'read' && <WritingFields {...{ value, host, agreed, onAgree, isMissing }} onChange={onChange} />}
    </>
  )
}

/**
 * Edits the settings for writing: the details that the written sessions show, the confirmation for client names, and whether changes to busy times in
 * the external calendar apply in Attune.
 */
function WritingFields({ value, onChange, host, agreed, onAgree, isMissing }: Omit<Props, 'canWrite'>) {
  const { t } = useTranslation('externalCalendar')
  const set = (change: Partial<SyncSettings>) => onChange({ ...value, ...change })
  return (
    <>
      <Radio.Group
        label={t('settings.privacy')}
        value={value.privacy}
        onChange={(next) => set({ privacy: feedModes.find((one) => one === next) ?? 'busy' })}
      >
        <Stack gap="sm" mt={6}>
          {feedModes.map((mode) => (
            <Radio key={mode} value={mode} label={t(`settings.show.${mode}`)} />
          ))}
        </Stack>
      </Radio.Group>
      {agreed !== null && (
        <Checkbox
          label={t('settings.agree', { host })}
          checked={agreed}
          error={isMissing && !agreed && t('settings.agreeMissing')}
          onChange={(event) => onAgree(event.currentTarget.checked)}
        />
      )}
      <Checkbox
        label={t('settings.withPlace')}
        checked={value.withPlace}
        onChange={(event) => set({ withPlace: event.currentTarget.checked })}
      />
      <Checkbox
        label={t('settings.follows')}
        description={t('settings.followsHint')}
        checked={value.follows}
        onChange={(event) => set({ follows: event.currentTarget.checked })}
      />
    </>
  )
}
