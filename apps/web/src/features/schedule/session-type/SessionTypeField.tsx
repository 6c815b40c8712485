import type { SessionType } from '@attune/contract/features/schedule/session-type/session-type'
import { NativeSelect } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useLocale } from '../../../platform/settings/use-locale.ts'
import { durationText } from '../../../ui/page/date-text.ts'
import { useSessionTypes } from './use-session-types.ts'

type Props = { value: string | null; onChange: (type: SessionType | null) => void }

/**
 * Lets the therapist choose the type of a session. Renders nothing if there is no type to choose. An archived type is offered only while it is the
 * chosen one.
 */
export function SessionTypeField({ value, onChange }: Props) {
  const { t } = useTranslation('sessionType')
  const { language } = useLocale()
  const types = useSessionTypes().data?.items ?? []
  const offered = types.filter(({ id, isArchived }) => !isArchived || id === value)
  if (offered.length === 0) return null
  return (
    <NativeSelect
      label={t('choose.label')}
      value={value ?? ''}
      data={[
        { value: '', label: t('choose.none') },
        ...offered.map(({ id, name, durationMinutes }) => ({
          value: id,
          label: `${name} (${durationText(durationMinutes, language)})`,
        })),
      ]}
      onChange={({ currentTarget }) => onChange(offered.find(({ id }) => id === currentTarget.value) ?? null)}
    />
  )
}
