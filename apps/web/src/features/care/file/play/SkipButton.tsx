import { ActionIcon } from '@mantine/core'
import { IconRewindBackward10, IconRewindForward10 } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { skipSeconds } from './use-playback.ts'

type Props = { direction: 'back' | 'forward'; onSkip: (seconds: number) => void; tabIndex?: number }

/** A button that skips ten seconds back or forward [9.04]. */
export function SkipButton({ direction, onSkip, tabIndex }: Props) {
  const { t } = useTranslation('file')
  const Icon = direction === 'back' ? IconRewindBackward10 : IconRewindForward10
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={36}
      tabIndex={tabIndex}
      aria-label={t(`view.${direction}`)}
      onClick={() => onSkip(direction === 'back' ? -skipSeconds : skipSeconds)}
    >
      <Icon size={20} stroke={1.6} aria-hidden />
    </ActionIcon>
  )
}
