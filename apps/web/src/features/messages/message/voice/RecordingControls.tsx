import { voiceMessageSeconds } from '@attune/contract/features/messages/message/message.rules'
import { ActionIcon, Button } from '@mantine/core'
import { IconMicrophone, IconPlayerPause, IconPlayerStopFilled, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { LevelMeter } from './LevelMeter.tsx'
import classes from './voice.module.css'
import { formatSeconds } from '../../../../ui/page/date-text.ts'

/** The number of seconds before the limit at which the panel warns that little time is left. */
const lastSeconds = 30

type Recorder = { seconds: number; isPaused: boolean; pause: () => void; resume: () => void; stop: () => void }
type Props = { recorder: Recorder; stream: MediaStream; onDiscard: () => void }

/** Level, time and controls while a voice message is recorded. */
export function RecordingControls({ recorder, stream, onDiscard }: Props) {
  const { t } = useTranslation('voiceMessage')
  const { seconds, isPaused, pause, resume, stop } = recorder
  const time = { now: formatSeconds(seconds), whole: formatSeconds(voiceMessageSeconds) }
  const PauseIcon = isPaused ? IconMicrophone : IconPlayerPause
  return (
    <>
      <div className={classes.row}>
        <span className={classes.mark} data-paused={isPaused || undefined} />
        <LevelMeter stream={stream} isPaused={isPaused} />
        <span className={classes.time}>{t('time', time)}</span>
      </div>
      {voiceMessageSeconds - seconds <= lastSeconds && (
        <p className={classes.dim} role="status">
          {t('almostOver', { count: lastSeconds })}
        </p>
      )}
      <div className={classes.row}>
        <Button data-first leftSection={<IconPlayerStopFilled size={18} aria-hidden />} onClick={stop}>
          {t('stop')}
        </Button>
        <Button
          variant="default"
          leftSection={<PauseIcon size={18} stroke={1.6} aria-hidden />}
          onClick={isPaused ? resume : pause}
        >
          {t(isPaused ? 'resume' : 'pause')}
        </Button>
        <DiscardButton onDiscard={onDiscard} />
      </div>
    </>
  )
}

export function DiscardButton({ onDiscard }: { onDiscard: () => void }) {
  const { t } = useTranslation('voiceMessage')
  return (
    <ActionIcon
      className={classes.discard}
      variant="subtle"
      color="gray"
      size={36}
      aria-label={t('discard.leave')}
      onClick={onDiscard}
    >
      <IconTrash size={18} stroke={1.6} aria-hidden />
    </ActionIcon>
  )
}
