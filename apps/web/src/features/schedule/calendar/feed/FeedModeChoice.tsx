import type { FeedMode } from '@attune/contract/features/schedule/calendar/calendar'
import { feedModes } from '@attune/contract/features/schedule/calendar/calendar.rules'
import { Radio, Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'

type Props = { viewer: 'therapist' | 'client'; value: FeedMode; onChange: (mode: FeedMode) => void }

/** The modes that each viewer can choose. A client's feed shows either the therapist's name or no name. */
const offered = { therapist: feedModes, client: ['busy', 'name'] } as const satisfies Record<
  string,
  readonly FeedMode[]
>

/** Lets the person choose how much the feed reveals. Shows an example of an entry for each mode. */
export function FeedModeChoice({ viewer, value, onChange }: Props) {
  const { t } = useTranslation('feeds')
  const shown = offered[viewer].find((mode) => mode === value) ?? 'name'
  return (
    <Radio.Group
      label={t('mode.title')}
      value={shown}
      onChange={(next) => {
        const mode = feedModes.find((one) => one === next)
        if (mode) onChange(mode)
      }}
    >
      <Stack gap="sm" mt={6}>
        {offered[viewer].map((mode) => (
          <Radio
            key={mode}
            value={mode}
            label={t(`mode.${viewer}.${mode}`)}
            description={t('mode.example', { line: t(`mode.line.${viewer}.${mode}`) })}
          />
        ))}
      </Stack>
    </Radio.Group>
  )
}
